import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Rolldown, build } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { releaseInfo } from '../build/release-info.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { buildServer } from './build-server.ts'
import { minisign } from './minisign.ts'
import { noticesOf } from './notices.ts'
import { type Package, packagesOf } from './packages.ts'

// `npm run release [-- FOLDER]` creates one archive that needs no build and no download. The archive is an npm package
// for `npm install -g`, and also runs from the folder where it is unpacked. Two builds of one commit on the same Node give
// the same archive. With MINISIGN_KEY, the file of a secret key of minisign, the archive is signed.

const ROOT = join(import.meta.dirname, '../..')
const folder = process.argv[2] ?? join(ROOT, 'release')
const staging = join(folder, 'package')
const PROGRAM = 'server/cli/main.cjs'
const MAX_TAR_BYTES = 1e9
const COPIED = ['docs', 'SECURITY.md', 'CHANGELOG.md', 'deploy', 'server/demo/files']

const release = releaseInfo(ROOT)
rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
const portal = (await build({
  root: ROOT,
  logLevel: 'warn',
  build: { outDir: join(staging, 'dist'), emptyOutDir: true },
})) as Rolldown.RolldownOutput
const used = await buildServer(ROOT, staging, release)
for (const name of COPIED) cpSync(join(ROOT, name), join(staging, name), { recursive: true, filter: isPublished })

const ofServer = packagesOf(ROOT, used)
for (const { folder: at } of ofServer) {
  cpSync(join(ROOT, at), join(staging, at), {
    recursive: true,
    filter: (from) => !/\.(map|[cm]?ts|md|ttf\.png)$/i.test(from),
  })
}
// Includes the packages that are built into the portal.
const shipped = [...packagesOf(ROOT, Object.keys(manifest.dependencies)), apiViewer()]
requireShipped(portal)
writeFileSync(join(staging, 'THIRD-PARTY-NOTICES.txt'), noticesOf(ROOT, shipped))
writeJson('sbom.cdx.json', billOfMaterials(shipped, [...Object.keys(manifest.dependencies), apiViewer().name], release))
const { name, description, license, imports } = manifest
const { version, released, commit } = release
const { '#contract/*': contract, '#server/*': server } = imports
writeJson('package.json', {
  name,
  version,
  released,
  commit,
  description,
  license,
  type: 'module',
  bin: { dierenportaal: PROGRAM },
  imports: { '#contract/*': contract, '#server/*': server },
  engines: { node: '>=24.7' },
  dependencies: Object.fromEntries(used.map((one) => [one, ofServer.find((each) => each.name === one)!.version])),
  bundleDependencies: used,
})
// Not compiled, because the compiler would add `export {}`, which is invalid in CommonJS.
const program = readFileSync(join(ROOT, 'server/cli/main.js'), 'utf8').replace('./commands.ts', './commands.js')
// Earlier releases started with `main.js`.
for (const file of [PROGRAM, 'server/cli/main.js']) writeFileSync(join(staging, file), program, { mode: 0o755 })
const filename = `${name}-${version}.tgz`
const archive = pack()
const sha256 = createHash('sha256').update(archive).digest('hex')
writeFileSync(join(folder, filename), archive)
writeFileSync(join(folder, `${filename}.sha256`), `${sha256}  ${filename}\n`)
cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true, filter: isPublished })
// For builders of images that do not read the file beside the Dockerfile.
cpSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), join(folder, '.dockerignore'))
console.log(`${join(folder, filename)}: ${(archive.length / 1e6).toFixed(1)} MB, sha256 ${sha256}`)
console.log(signArchive())

/** Leaves out pictures, and the settings and passwords of an installation that runs from this checkout. */
function isPublished(file: string): boolean {
  return !['pictures', '.env', 'secrets'].includes(basename(file))
}

/** Returns the archive: entries sorted by name, with the time of the commit and without owners. */
function pack(): Buffer {
  const fixed = ['--sort=name', `--mtime=@${release.epoch}`, '--owner=0', '--group=0', '--numeric-owner']
  const args = ['--create', '--format=gnu', ...fixed, '--mode=u=rwX,go=rX', 'package']
  const tar = execFileSync('tar', args, { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, maxBuffer: MAX_TAR_BYTES })
  // The header that Node writes contains no time.
  return gzipSync(tar, { level: 9 })
}

/** Writes the signature if there is a key, and returns a sentence that says so. */
function signArchive(): string {
  const signature = join(folder, `${filename}.minisig`)
  rmSync(signature, { force: true })
  const keyFile = process.env['MINISIGN_KEY']
  if (!keyFile) return 'The release is not signed: MINISIGN_KEY names no key.'
  const comment = `timestamp:${release.epoch}\tfile:${filename}\thashed`
  writeFileSync(signature, minisign(archive, { keyFile, comment }))
  return `The release is signed: ${signature}`
}

/**
 * Returns the viewer of the page `/docs/api`, which is copied as one file that contains its packages. Its dependency in
 * the lock file only sends usage data at installation, so the release does not contain it.
 */
function apiViewer(): Package {
  const viewer = packagesOf(ROOT, ['swagger-ui-dist']).find(({ name }) => name === 'swagger-ui-dist')
  return { ...viewer!, dependencies: [] }
}

/** Throws if the portal contains a package that the notices and the bill of materials do not list. */
function requireShipped({ output }: Rolldown.RolldownOutput): void {
  const folders = output.flatMap((file) =>
    file.type === 'chunk'
      ? file.moduleIds.flatMap((id) => /^.*(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? [])
      : [],
  )
  const missing = [...new Set(folders)].filter((each) => !shipped.some((one) => one.folder.endsWith(each)))
  if (missing.length > 0) throw new Error(`Built into the portal, but not in dependencies: ${missing.join(', ')}`)
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(staging, file), `${JSON.stringify(value, null, 2)}\n`)
}
