#!/bin/sh
# Runs a command with secrets from files: if NAME_FILE names a file, NAME becomes the content of that file. Neither the compose
# file nor `docker inspect` then shows them.
set -eu
for name in DATABASE_URL DATABASE_OWNER_URL DATABASE_TAPE_URL DATABASE_DOOR_URL DATABASE_GUARD_URL \
    VAULT_KEY VAULT_KEY_NEXT SMTP_URL SMS_TOKEN PAYOUT_TOKEN CANDOR_EXTERNAL_TOKEN CANDOR_SOURCE_TOKEN; do
    eval "file=\${${name}_FILE:-}"
    [ -n "$file" ] || continue
    value=$(cat "$file")
    export "$name=$value"
done
exec "$@"
