import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const COMPRESSIBLE = /\.(js|css|json|svg|webmanifest)$/

/** Writes a `.br` beside every file worth it. Not index.html: it is editable, and the server compresses it at start. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'portal-compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
      await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          const content = await readFile(path)
          if (content.length < 256) return
          await writeFile(`${path}.br`, await compress(content))
        }),
      )
    },
  }
}
