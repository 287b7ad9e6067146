#!/bin/sh
# Replaces servers one after the other without a failed request: out of nginx, drained, started anew, back in. As root:
#   replace.sh 3001 3002
set -eu
servers=/etc/nginx/seedline/servers.conf

for port in "$@"; do
  sed -i "s/^\(server 127\.0\.0\.1:$port [^;]*\);/\1 down;/" "$servers"
  nginx -s reload
  # From now on only nginx's leaving workers may still ask it.
  sleep 1
  # Drains the old one, and comes back when /api/ready answers (seedline@.service).
  systemctl restart "seedline@$port"
  sed -i "s/^\(server 127\.0\.0\.1:$port .*\) down;/\1;/" "$servers"
  nginx -s reload
  sleep 1
done
