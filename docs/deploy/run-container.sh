#!/bin/sh
# Runs the server in a container of an image, newer or older than the present one, as root:
#   ./run-container.sh 0.1.0-BUILD
# An older image that cannot open the journal first restores the backup from before the upgrade.
set -eu
image=tillside:${1:?the tag of an image}
docker image inspect "$image" >/dev/null
set -- --memory 1g --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
  --volume /srv/tillside:/data --volume /mnt/backups:/backups \
  --volume /etc/tillside/secrets:/run/secrets:ro --volume /etc/tillside/chain:/chain:ro --env-file /etc/tillside/settings
if docker container inspect tillside >/dev/null 2>&1; then docker stop tillside && docker rm tillside; fi
docker run --rm "$@" "$image" node dist/server/restore.js --before-upgrade
docker run --detach --name tillside --restart unless-stopped --stop-timeout 20 --publish 127.0.0.1:8787:8787 "$@" "$image"
