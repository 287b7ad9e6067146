#!/bin/sh
# Replaces servers one after the other without failed requests: removes each from nginx, drains and restarts it, and adds it again.
# Run it as root:
#   replace.sh 3001 3002
set -eu
servers=/etc/nginx/seedline/servers.conf

for port in "$@"; do
  sed -i "s/^\(server 127\.0\.0\.1:$port [^;]*\);/\1 down;/" "$servers"
  nginx -s reload
  # From now on only nginx's old workers may still send requests to it.
  sleep 1
  # Drains the old process and returns when /api/ready responds (seedline@.service).
  systemctl restart "seedline@$port"
  sed -i "s/^\(server 127\.0\.0\.1:$port .*\) down;/\1;/" "$servers"
  nginx -s reload
  sleep 1
done
