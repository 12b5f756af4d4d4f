#!/bin/sh
# Starts nginx with docs/nginx.conf and the names and addresses of the compose file. Everything else is as the tests run it.
# The console has a port of its own here, because a container has no address in the operators' network.
set -eu
from=${NGINX_FROM:-/etc/nginx/candor.conf}
to=${NGINX_TO:-/tmp/nginx.conf}
sed -e "s/127\.0\.0\.1:8080/$SERVER_HOST:8080/" \
    -e "s/127\.0\.0\.1:8082/$SERVER_HOST:8082/" \
    -e "s/desk\.candor\.internal/$DESK_NAME/" \
    -e "s/candor\.example/$CANDOR_NAME/" \
    -e "s/listen 10\.0\.0\.1:443 /listen 8443 /" \
    -e "s|allow 10\.0\.0\.0/8|allow $DESK_NETWORK|" \
    "$from" >"$to"
exec nginx -e /dev/stderr -c "$to" -g 'daemon off; pid /tmp/nginx.pid;'
