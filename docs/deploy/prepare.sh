#!/bin/sh
# Makes what compose.yaml reads, as root, before the first build and before that of every new version: ./prepare.sh till.shop.example
# A secret that is there stays as it is: a second key could not open the journal of the first.
set -eu
host=${1:?the name of the till, for example till.shop.example}
cd "$(dirname "$0")"
umask 077
mkdir -p secrets backups chain

# keep NAME: standard input becomes the secret, unless there is one.
keep() { if [ -e "secrets/$1" ]; then cat >/dev/null; else cat >"secrets/$1"; fi; }
random() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }

random 24 | tr '+/' '-_' | keep postgres-password
printf 'postgres://tillside:%s@postgres:5432/tillside?sslmode=disable' "$(cat secrets/postgres-password)" | keep database-url
random 32 | keep data-key
random 24 | keep metrics-token
: | keep merchant-client-secret
# The tag of the image: the commit, or the day where this is no checkout.
build=$(git rev-parse --short HEAD 2>/dev/null || date +%Y%m%d%H%M)
printf 'TILL_HOST=%s\nTILLSIDE_BUILD=%s\n' "$host" "$build" >.env
touch settings

# The account of the servers (Containerfile), and that of PostgreSQL in its own image.
chown -R 10001:10001 secrets backups chain
chown 999:999 secrets/postgres-password
chmod 755 secrets
[ -s settings ] || echo 'settings is empty: cp settings.example settings, and change it'
[ -s secrets/merchant-client-secret ] || echo 'secrets/merchant-client-secret is empty: write the secret of the shop into it'
