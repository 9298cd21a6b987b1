#!/bin/sh
# Make the secrets that compose hands to the containers, each once: those that are there stay.
# The folder is yours alone. The files in it can be read by the users inside the containers, who are
# others than you: compose hands files on with the rights that they have here.
set -eu
umask 022
folder="$(dirname "$0")/secrets"
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

secret() {
    [ -s "$1" ] || od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$1"
}

for name in postgres_password memory_password memory_secret neo4j_password; do
    secret "$name"
done
printf 'postgresql://memory:%s@postgres/memory' "$(cat memory_password)" > memory_url
printf 'neo4j/%s' "$(cat neo4j_password)" > neo4j_auth
echo "The secrets are in $(pwd). Keep them: tokens are signed with memory_secret."
