import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import path from 'node:path'

export const MOST_BYTES = 25 * 1024 * 1024

/** What is found by a name in a folder; undefined where nothing is. */
export type Found = { content: Uint8Array<ArrayBuffer> } | { refused: string } | undefined

// A pipe would wait for somebody who writes, and a link may have come since it was looked at.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Reads a file of that very folder: a name is no path, and what a link leads to is not in it. */
export async function readFrom(folder: string, fileName: string): Promise<Found> {
  if (/[\\/]|^\.{0,2}$/.test(fileName)) return { refused: 'is not the name of a file' }
  // The same letters may be written in two ways.
  const spellings = new Set([fileName, fileName.normalize('NFC'), fileName.normalize('NFD')])
  for (const spelling of spellings) {
    const found = await readOne(path.join(folder, spelling))
    if (found) return found
  }
  return undefined
}

async function readOne(file: string): Promise<Found> {
  try {
    if (!(await lstat(file)).isFile()) return { refused: 'is not a plain file' }
    const handle = await open(file, FLAGS)
    try {
      const { size } = await handle.stat()
      if (size > MOST_BYTES) return { refused: `is larger than ${MOST_BYTES / 1024 / 1024} MiB` }
      return { content: new Uint8Array(await handle.readFile()) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return code === 'ENOENT' ? undefined : { refused: `cannot be read (${code})` }
  }
}
