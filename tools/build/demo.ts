import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const WORKERS = [
  join(import.meta.dirname, 'demo-worker.js'),
  fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js')),
]

/**
 * Builds the portal without a server. Adds the service worker that passes requests to the API inside the page, and a
 * 404 page for static hosts.
 */
export function demo(): Plugin {
  return {
    name: 'portal-demo',
    async generateBundle() {
      const source = await Promise.all(WORKERS.map((file) => readFile(file, 'utf8')))
      this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source: source.join('\n') })
    },
    async writeBundle({ dir = '' }) {
      await copyFile(join(dir, 'index.html'), join(dir, '404.html'))
    },
  }
}
