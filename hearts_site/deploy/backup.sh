#!/bin/sh
# The whole database in one file, at one moment, while the service runs. Keys are backed up apart.
set -eu
if [ $# -ne 1 ]; then echo "usage: $0 FILE" >&2; exit 2; fi
umask 077
pg_dump --format custom --no-owner --file "$1.part" "${DATABASE_OWNER_URL:-$DATABASE_URL}"
mv "$1.part" "$1"
