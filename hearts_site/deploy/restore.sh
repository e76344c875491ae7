#!/bin/sh
# A backup into an empty database, as its owner, all of it or nothing.
set -eu
if [ $# -ne 1 ]; then echo "usage: $0 FILE" >&2; exit 2; fi
pg_restore --exit-on-error --single-transaction --no-owner \
    --dbname "${DATABASE_OWNER_URL:-$DATABASE_URL}" "$1"
