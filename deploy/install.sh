#!/bin/sh
# Checks a release against its SHA-256 sum, unpacks it beside earlier ones and links `dierenportaal` to it. Needs no network.
# Usage: install.sh dierenportaal-VERSION.tgz [FOLDER [BIN]], by default /opt/dierenportaal and /usr/local/bin
# The expected sum comes from SHA256 in the environment, else from dierenportaal-VERSION.tgz.sha256 beside the archive.
# With MINISIGN_PUBLIC_KEY, the signature in dierenportaal-VERSION.tgz.minisig is required too. FORCE=yes replaces an installed version.
set -eu

fail() {
  echo "Not installed: $1" >&2
  exit 1
}

sum_of() {
  if command -v sha256sum >/dev/null; then sha256sum <"$1"
  elif command -v shasum >/dev/null; then shasum -a 256 <"$1"
  elif command -v openssl >/dev/null; then openssl dgst -sha256 -r <"$1"
  else fail "none of sha256sum, shasum and openssl was found, so $1 cannot be checked."
  fi
}

verify() {
  expected=${SHA256:-}
  if [ -z "$expected" ]; then
    [ -e "$1.sha256" ] || fail "$1.sha256 is missing. Download it with the release, or set SHA256 to the sum that the release names."
    expected=$(cat "$1.sha256")
  fi
  expected=$(printf %s "${expected%%[ 	]*}" | tr A-F a-f)
  case $expected in *[!0-9a-f]*) fail "the expected sum of $1 is not a SHA-256 sum." ;; esac
  [ ${#expected} -eq 64 ] || fail "the expected sum of $1 is not a SHA-256 sum; its file may have been downloaded in part."
  found=$(sum_of "$1")
  [ "${found%%[ 	]*}" = "$expected" ] || fail "$1 does not have the expected SHA-256 sum. It is damaged, downloaded in part, or not the release. Download it again."
}

verify_signature() {
  if [ -n "${MINISIGN_PUBLIC_KEY:-}" ]; then
    [ -e "$1.minisig" ] || fail "$1.minisig is missing, and MINISIGN_PUBLIC_KEY requires a signature."
    command -v minisign >/dev/null || fail 'minisign was not found, so the signature cannot be verified.'
    minisign -Vqm "$1" -P "$MINISIGN_PUBLIC_KEY" || fail "$1.minisig is not a signature of this archive by MINISIGN_PUBLIC_KEY."
  elif [ -e "$1.minisig" ]; then
    echo 'The signature was not verified: set MINISIGN_PUBLIC_KEY to the key of the publisher.'
  else
    echo 'The release is not signed. Its SHA-256 sum was verified.'
  fi
}

# A function, so that a partially downloaded script runs nothing.
main() {
  [ -n "${1:-}" ] || fail 'name the archive: install.sh dierenportaal-VERSION.tgz'
  case ${2:-} in *.tgz | *.sha256) fail "two files are named, $1 and $2. Keep one version here, and remove the others." ;; esac
  archive=$1
  folder=${2:-/opt/dierenportaal}
  bin=${3:-/usr/local/bin}
  [ -f "$archive" ] || fail "$archive is not there."
  command -v node >/dev/null || fail 'Dierenportaal needs Node 24.7 or newer; none was found.'
  node -e 'const v = process.versions.node.split(".").map(Number); if (v[0] < 24 || (v[0] === 24 && v[1] < 7)) { console.error("Dierenportaal needs Node 24.7 or newer; this is Node " + process.versions.node + "."); process.exit(1) }'
  verify "$archive"
  verify_signature "$archive"

  release=$folder/$(basename "$archive" .tgz)
  if [ -e "$release" ] && [ "${FORCE:-}" != yes ]; then
    fail "$release is installed already. To replace it, set FORCE=yes. To keep it, name another folder: install.sh $archive FOLDER."
  fi
  mkdir -p "$folder" "$bin"
  rm -rf "$release.new"
  mkdir "$release.new"
  tar -xzf "$archive" -C "$release.new" --strip-components=1 --no-same-owner
  rm -rf "$release"
  mv "$release.new" "$release"
  ln -sfn "$release/server/cli/main.cjs" "$bin/dierenportaal.new"
  mv -f "$bin/dierenportaal.new" "$bin/dierenportaal"
  "$bin/dierenportaal" --version
}

main "$@"
