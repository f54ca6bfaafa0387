import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'
import type { Release } from '../../src/service-worker/release-cache.ts'
import { writeApiDocs } from './api-docs.ts'
import { buildScript } from './script.ts'

const WORKER = fileURLToPath(new URL('../../src/service-worker/main.ts', import.meta.url))
const OFF = fileURLToPath(new URL('../../src/service-worker/off.ts', import.meta.url))
// Files outside the release cache: the page has its own cache entry, only browsers request manifests and icons, on
// installation, and the description of the API is for developers.
const NOT_KEPT = /^(docs\/.*|index\.html|service-worker(-off)?\.js|manifest\..*|icons\/.*)$|\.br$/

const compress = promisify(brotliCompress)
const COMPRESSIBLE = /\.(js|css|json|svg|webmanifest)$/

/**
 * Adds the page of the API, and the files derived from all other files of a build: `/service-worker.js` with their
 * names, the worker that removes it (docs/operate/upgrade.md), and compressed `.br` files.
 */
export function release(): Plugin {
  return {
    name: 'portal-release',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await writeApiDocs(dir)
      const release = await releaseIn(dir)
      await writeFile(join(dir, 'service-worker.js'), await buildScript(WORKER, { RELEASE: release }))
      await writeFile(join(dir, 'service-worker-off.js'), await buildScript(OFF))
      await compressIn(dir)
    },
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/**
 * Writes a `.br` beside every file worth compressing. Skips index.html, which operators may edit, and which the server
 * compresses at start.
 */
export async function compressIn(folder: string): Promise<void> {
  const files = (await filesIn(folder)).filter((file) => COMPRESSIBLE.test(file))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length >= 256) await writeFile(`${file}.br`, await compress(content))
    }),
  )
}

async function releaseIn(folder: string): Promise<Release> {
  const names = (await filesIn(folder))
    .map((file) => relative(folder, file).split(sep).join('/'))
    .filter((name) => !NOT_KEPT.test(name))
    .toSorted()
  const digests = await Promise.all(names.map((name) => digestOf(folder, name)))
  const shell = await digestOf(folder, 'index.html')
  return {
    name: createHash('sha256')
      .update([shell, ...names, ...digests].join('\n'))
      .digest('hex')
      .slice(0, 16),
    files: Object.fromEntries(names.map((name, index) => [`/${name}`, digests[index] ?? ''])),
  }
}

async function digestOf(folder: string, name: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(folder, name)))
  return `sha256-${hash.digest('base64')}`
}
