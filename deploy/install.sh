#!/bin/sh
# Unpacks a release beside those before it, and makes `dierenportaal` this one. Needs Node 24 or newer, and no network.
# Usage: install.sh dierenportaal-VERSION.tgz [FOLDER [BIN]], by default /opt/dierenportaal and /usr/local/bin
set -eu
archive=${1:?which archive?}
folder=${2:-/opt/dierenportaal}
bin=${3:-/usr/local/bin}

node -e 'if (Number(process.versions.node.split(".")[0]) < 24) { console.error(`Node 24 or newer is needed; this is ${process.versions.node}.`); process.exit(1) }'
if [ -e "$archive.sha256" ]; then (cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256"); fi

release=$folder/$(basename "$archive" .tgz)
mkdir -p "$folder" "$bin"
rm -rf "$release.new"
mkdir "$release.new"
tar -xzf "$archive" -C "$release.new" --strip-components=1 --no-same-owner
rm -rf "$release"
mv "$release.new" "$release"
ln -sfn "$release/server/cli/main.js" "$bin/dierenportaal.new"
mv -f "$bin/dierenportaal.new" "$bin/dierenportaal"
"$bin/dierenportaal" --version
