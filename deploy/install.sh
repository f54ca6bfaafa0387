#!/bin/sh
# Unpacks a release beside earlier ones and links `dierenportaal` to it. Needs Node 24.7 or newer, and no network.
# Usage: install.sh dierenportaal-VERSION.tgz [FOLDER [BIN]], by default /opt/dierenportaal and /usr/local/bin
set -eu
archive=${1:?which archive?}
folder=${2:-/opt/dierenportaal}
bin=${3:-/usr/local/bin}

command -v node >/dev/null || { echo "Dierenportaal needs Node 24.7 or newer; none was found." >&2; exit 1; }
node -e 'const v = process.versions.node.split(".").map(Number); if (v[0] < 24 || (v[0] === 24 && v[1] < 7)) { console.error("Dierenportaal needs Node 24.7 or newer; this is Node " + process.versions.node + "."); process.exit(1) }'
if [ -e "$archive.sha256" ]; then (cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256"); fi

release=$folder/$(basename "$archive" .tgz)
mkdir -p "$folder" "$bin"
rm -rf "$release.new"
mkdir "$release.new"
tar -xzf "$archive" -C "$release.new" --strip-components=1 --no-same-owner
rm -rf "$release"
mv "$release.new" "$release"
ln -sfn "$release/server/cli/main.cjs" "$bin/dierenportaal.new"
mv -f "$bin/dierenportaal.new" "$bin/dierenportaal"
"$bin/dierenportaal" --version
