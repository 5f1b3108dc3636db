#!/usr/bin/env bash
# Makes a release in dist/, from a clean checkout:
#   ./release.sh VERSION [OS/ARCH…]     as in ./release.sh 1.2.0 linux/amd64
# For every system (linux, darwin and windows on amd64 and arm64, if none is named):
# an archive of the program, stamped with version, commit and date, with a site's
# program inside, licences, completions and man pages; for Linux a .deb and an .rpm
# too. Beside them what each program is made of (CycloneDX, *.cdx.json), and
# SHA256SUMS. The same commit gives the same bytes every time. Needs Linux, with
# Go, git and zip.
set -euo pipefail
cd "$(dirname "$0")"
version=${1:?which version? ./release.sh VERSION [OS/ARCH…]}
version=${version#v}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=({linux,darwin,windows}/{amd64,arm64})
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?$ ]] || { echo "$version is no version: write it as 1.2.0 or 1.2.0-rc1"; exit 2; }
for target in "${targets[@]}"; do
  [[ $target =~ ^(linux|darwin|windows)/(amd64|arm64)$ ]] || { echo "$target is no system that is released: linux, darwin or windows, each with /amd64 or /arm64"; exit 2; }
done
[ -z "$(git status --porcelain)" ] || { echo "the checkout is not clean: commit what you changed, or put it aside (git stash)"; git status --short; exit 2; }
for tool in go zip tar; do command -v $tool >/dev/null || { echo "no $tool, which packs a release"; exit 2; }; done

export CGO_ENABLED=0 GOFLAGS=-trimpath GOWORK=off TZ=UTC LC_ALL=C
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH VERSION=$version
commit=$(git rev-parse --short=12 HEAD) date=$(git log -1 --date=format:%Y-%m-%d --format=%cd)
umask 022

folder=$(mktemp -d)
inside=cmd/muster/release # which the program embeds; git ignores it
trap 'rm -rf "$folder" "$inside"; git checkout -q -- cmd/muster/*.syso' EXIT
rm -rf dist "$inside"
mkdir dist

say() { printf '== %s (at %d s)\n' "$*" "$SECONDS"; }

say "the tools"
go -C tools build -o "$folder/" github.com/goreleaser/nfpm/v2/cmd/nfpm github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod github.com/tc-hib/go-winres

"$folder/go-winres" make --in cmd/muster/winres/winres.json --out cmd/muster/rsrc --arch amd64,arm64,386 --product-version "$version" --file-version "$version"

say "a site's program"
go build -o "$folder/plain" ./cmd/muster
"$folder/plain" site --program -o "$inside"

# compile OS/ARCH FILE compiles the program.
compile() {
  GOOS=${1%/*} GOARCH=${1#*/} go build -buildvcs=false -tags=release -o "$2" \
    -ldflags="-s -w -X main.stamp=$version -X main.origin=$commit,$date" ./cmd/muster
}
say "this computer's, which writes what the others come with"
compile "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" "$folder/muster"

# page NAME SHORT ARGS… writes a man page of what the program's help says.
page() {
  local name=$1 short=$2
  {
    printf '.TH "%s" "1" "%s" "muster %s" "muster"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n' "${name^^}" "$date" "$version" "$name" "$short"
    "$folder/muster" help "${@:3}" | sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"
    printf '.fi\n.SH SEE ALSO\n.BR muster (1)\n'
  } | gzip -9n >"$folder/man/$name.1.gz"
}
# pages writes the man pages of the commands below one.
pages() {
  "$folder/muster" __complete "$@" "" 2>/dev/null | while IFS=$'\t' read -r name short; do
    [[ -z $short || $name == help ]] && continue
    page "$(IFS=-; echo "muster${*:+-$*}-$name")" "$short" "$@" "$name"
  done
}
mkdir "$folder/man" "$folder/completions"
page muster "army lists for tabletop games: legal, priced, printed, with exact odds"
pages
"$folder/muster" completion bash >"$folder/completions/muster.bash"
"$folder/muster" completion zsh >"$folder/completions/_muster"
"$folder/muster" completion fish >"$folder/completions/muster.fish"
"$folder/muster" completion powershell >"$folder/completions/muster.ps1"

for target in "${targets[@]}"; do
  os=${target%/*} arch=${target#*/} name=muster-$version-${target/\//-} program=muster
  [ "$os" = windows ] && program=muster.exe
  say "$target"
  at=$folder/$name
  mkdir "$at"
  compile "$target" "$at/$program"
  cp -r LICENSE NOTICE README.md CHANGELOG.md "$folder/completions" "$folder/man" "$at/"
  find "$at" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  if [ "$os" = windows ]; then
    (cd "$folder" && find "$name" | sort | zip -qX9 -@ "$folder/$name.zip")
    mv "$folder/$name.zip" dist/
  else
    tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$name" | gzip -9n >"dist/$name.tar.gz"
  fi
  "$folder/cyclonedx-gomod" bin -json -noserial -version "v$version" -output "$folder/sbom.json" "$at/$program" 2>/dev/null
  sed -E 's/("timestamp": ")[^"]*"/\1'"$(date -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)"'"/' "$folder/sbom.json" >"dist/$name.cdx.json"
  [ "$os" = linux ] || continue
  cat >"$folder/nfpm.yaml" <<END
name: muster
arch: $arch
platform: linux
version: $version
section: games
maintainer: muster <muster@localhost>
description: "Army lists for tabletop games: legal, priced, printed, with exact odds"
license: MIT
mtime: $(date -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)
rpm: {buildhost: localhost}
contents:
  - {src: $at/muster, dst: /usr/bin/muster, file_info: {mode: 0755}}
  - {src: $at/man/, dst: /usr/share/man/man1/, type: tree}
  - {src: $at/completions/muster.bash, dst: /usr/share/bash-completion/completions/muster}
  - {src: $at/completions/_muster, dst: /usr/share/zsh/vendor-completions/_muster}
  - {src: $at/completions/muster.fish, dst: /usr/share/fish/vendor_completions.d/muster.fish}
  - {src: $at/LICENSE, dst: /usr/share/doc/muster/copyright}
  - {src: $at/NOTICE, dst: /usr/share/doc/muster/NOTICE}
END
  for form in deb rpm; do "$folder/nfpm" package -f "$folder/nfpm.yaml" -p $form -t "dist/$name.$form" >/dev/null; done
done
(cd dist && sha256sum -- * >"$folder/SHA256SUMS" && mv "$folder/SHA256SUMS" .)
say "done: dist/ holds $(find dist -type f | wc -l) files, $(du -sh dist | cut -f1)"
