import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { Release } from '../../src/service-worker/kept-releases.ts'
import { buildScript } from './script.ts'

const WORKER = fileURLToPath(new URL('../../src/service-worker/main.ts', import.meta.url))
const OFF = fileURLToPath(new URL('../../src/service-worker/off.ts', import.meta.url))
// The shell has an address of its own, and what a browser asks for by itself when the portal is installed is not for the pages.
const NOT_KEPT = /^(index\.html|service-worker(-off)?\.js|manifest\..*|icons\/.*)$|\.br$/

/**
 * `/service-worker.js`, with the names of all files of this release, and the one that takes it away again
 * (docs/running.md). After everything else, for what they hold is part of the release.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'portal-service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const release = await releaseIn(dir)
      await writeFile(join(dir, 'service-worker.js'), await buildScript(WORKER, { RELEASE: release }))
      await writeFile(join(dir, 'service-worker-off.js'), await buildScript(OFF))
    },
  }
}

async function releaseIn(folder: string): Promise<Release> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !NOT_KEPT.test(name))
    .toSorted()
  const digests = await Promise.all(names.map((name) => digestOf(folder, name)))
  const shell = await digestOf(folder, 'index.html')
  // Their names stay the same from one release to the next, and of another release they would be another's texts.
  const texts = names.flatMap((name, index) => (name.startsWith('assets/i18n/') ? [[`/${name}`, digests[index]!]] : []))
  return {
    name: createHash('sha256')
      .update([shell, ...names, ...digests].join('\n'))
      .digest('hex')
      .slice(0, 16),
    files: names.map((name) => `/${name}`),
    integrity: Object.fromEntries(texts) as Record<string, string>,
  }
}

async function digestOf(folder: string, name: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(folder, name)))
  return `sha256-${hash.digest('base64')}`
}
