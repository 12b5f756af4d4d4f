#!/bin/sh
# Makes the secrets of deploy/compose.yml once; a file that exists is kept. Only the owner can enter the folder. Its files are
# readable by everybody, because the containers run under other accounts.
set -eu
folder=${1:-$(dirname "$0")/secrets}
host=${2:-postgres:5432}
mkdir -p "$folder"
chmod 700 "$folder"

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# A file is complete or missing, even if the script is interrupted.
keep() {
    [ ! -e "$folder/$1" ] || return 0
    printf '%s' "$2" >"$folder/$1.new"
    chmod 444 "$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
}

keep postgres-password "$(random)"
keep grafana-password "$(random)"
keep vault-key "$(head -c 32 /dev/urandom | base64)"
for role in owner app tape door guard; do
    keep "$role-password" "$(random)"
    keep "$role-url" "postgres://candor_$role:$(cat "$folder/$role-password")@$host/candor"
done
