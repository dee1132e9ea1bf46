#!/bin/sh
# Make the database, its owner and the role of the service. Neither is a superuser. PostgreSQL's image runs this once, on an empty volume.
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$(cat "$LUDEX_PASSWORD_FILE")" \
    --set=service_password="$(cat "$SERVICE_PASSWORD_FILE")" \
    --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
CREATE ROLE ludex_service LOGIN CREATEDB PASSWORD :'service_password';
CREATE ROLE ludex LOGIN PASSWORD :'password' IN ROLE ludex_service; -- to hand the queues over
CREATE DATABASE ludex OWNER ludex ENCODING 'UTF8' TEMPLATE template0;
SQL
