import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { buildServer } from './build-server.ts'
import { type Package, packagesOf } from './packages.ts'
import { billOfMaterials } from './bill-of-materials.ts'

// `npm run release [-- FOLDER]` creates one archive that needs no build and no download. The archive is an npm package
// for `npm install -g`, and also runs from the folder where it is unpacked.

const ROOT = join(import.meta.dirname, '../..')
const folder = process.argv[2] ?? join(ROOT, 'release')
const staging = join(folder, 'package')
const PROGRAM = 'server/cli/main.cjs'
const COPIED = ['docs', 'SECURITY.md', 'CHANGELOG.md', 'deploy', 'server/demo/files']

rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
await build({ root: ROOT, logLevel: 'warn', build: { outDir: join(staging, 'dist'), emptyOutDir: true } })
const used = await buildServer(ROOT, staging)
for (const name of COPIED)
  cpSync(join(ROOT, name), join(staging, name), { recursive: true, filter: (from) => !from.endsWith('pictures') })

const ofServer = packagesOf(ROOT, used)
for (const { folder: at } of ofServer) {
  cpSync(join(ROOT, at), join(staging, at), { recursive: true, filter: (from) => !/\.(map|[cm]?ts|md)$/i.test(from) })
}
// Includes the packages that are built into the portal.
const shipped = packagesOf(ROOT, Object.keys(manifest.dependencies))
writeFileSync(join(staging, 'THIRD-PARTY-NOTICES.txt'), notices(shipped))
writeJson('sbom.cdx.json', billOfMaterials(shipped))
const { name, version, released, description, license, imports } = manifest
const { '#contract/*': contract, '#server/*': server } = imports
writeJson('package.json', {
  name,
  version,
  released,
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
const [{ filename }] = JSON.parse(npm('pack', '--json', '--pack-destination', folder, staging)) as [
  { filename: string },
]
const archive = readFileSync(join(folder, filename))
const sha256 = createHash('sha256').update(archive).digest('hex')
cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true })
writeFileSync(join(folder, `${filename}.sha256`), `${sha256}  ${filename}\n`)
console.log(`${join(folder, filename)}: ${(archive.length / 1e6).toFixed(1)} MB, sha256 ${sha256}`)

function npm(...args: string[]): string {
  return execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(staging, file), `${JSON.stringify(value, null, 2)}\n`)
}

/** Returns the notices of all packages, each with its licence text if the package contains one. */
function notices(packages: readonly Package[]): string {
  return packages
    .map(({ name: ofPackage, version: its, license: under, folder: at }) => {
      const file = readdirSync(join(ROOT, at)).find((each) => /^licen[cs]e/i.test(each))
      const text = file ? readFileSync(join(ROOT, at, file), 'utf8').trim() : ''
      return `${ofPackage} ${its} (${under})\n\n${text}`.trim()
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n')
}
