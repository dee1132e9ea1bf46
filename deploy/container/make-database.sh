#!/bin/sh
# Make the database and its user, who is not a superuser. PostgreSQL's image runs this once, on an empty volume.
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$(cat "$LUDEX_PASSWORD_FILE")" \
    --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
CREATE ROLE ludex LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE ludex OWNER ludex ENCODING 'UTF8' TEMPLATE template0;
SQL
