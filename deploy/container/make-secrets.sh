#!/bin/sh
# Make the secrets of compose.yaml in ./secrets beside it, once. What is there stays; a new file is made by deleting it.
# Containers read them as other users, so the files are readable, and the folder is closed to everybody but its owner.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 0700 secrets
cd secrets

fresh() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

keep() { # keep FILE TEXT
    if [ ! -e "$1" ]; then
        printf '%s\n' "$2" >"$1.new"
        chmod 0444 "$1.new"
        mv "$1.new" "$1"
    fi
}

keep secret_key "$(fresh)$(fresh)"
keep metrics_token "$(fresh)"
keep push_key "$(fresh)"
keep email_url "" # such as smtp+tls://USER:PASSWORD@mail.example.org:587, to send mail
keep postgres_password "$(fresh)"
keep ludex_password "$(fresh)"
keep service_password "$(fresh)"
keep owner_database_url "postgresql://ludex:$(cat ludex_password)@postgres:5432/ludex"
keep database_url "postgresql://ludex_service:$(cat service_password)@postgres:5432/ludex"
keep redis_password "$(fresh)"
keep redis_config "requirepass $(cat redis_password)
appendonly yes
maxmemory-policy noeviction"
keep broker_url "redis://:$(cat redis_password)@redis:6379/0"
