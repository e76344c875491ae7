#!/bin/sh
# At the first start of PostgreSQL: the owner migrates, the application only reads and appends.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres \
    --set owner="$OWNER_PASSWORD" --set app="$APP_PASSWORD" <<'SQL'
CREATE ROLE hearts_app LOGIN PASSWORD :'app';
CREATE ROLE hearts_owner LOGIN PASSWORD :'owner' IN ROLE hearts_app;
CREATE DATABASE hearts OWNER hearts_owner;
SQL
