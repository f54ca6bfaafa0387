import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
// How distances are written (NPOSTFIX, NDIRECT): which way is the smallest depends on the file, and the first is the usual one.
// 0.2 kB of the first load.
const DISTANCES = [
  [0, 0],
  [0, 15],
  [1, 8],
  [1, 12],
  [2, 0],
] as const
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
          await writeFile(`${path}.br`, await smallest(content))
        }),
      )
    },
  }
}

async function smallest(content: Buffer): Promise<Buffer> {
  const results = await Promise.all(
    DISTANCES.map(([postfix, direct]) =>
      compress(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  )
  return results.reduce((one, other) => (other.length < one.length ? other : one))
}
