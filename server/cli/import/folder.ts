import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import path from 'node:path'

export const MOST_BYTES = 25 * 1024 * 1024

/** A file's content, or why it is refused; undefined if it does not exist. */
export type Found = { content: Uint8Array<ArrayBuffer> } | { refused: string } | undefined

// O_NONBLOCK: opening a FIFO would block. O_NOFOLLOW: a symbolic link may have appeared since lstat (TOCTOU).
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Reads a file by name, without path traversal or symbolic links. */
export async function readFrom(folder: string, fileName: string): Promise<Found> {
  if (/[\\/]|^\.{0,2}$/.test(fileName)) return { refused: 'is not the name of a file' }
  // Unicode normalisation differs between file systems.
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
