import { copyFileSync, constants, fsyncSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Secrets and folders of a data folder, besides the database. */
export const SECRETS = ['token-secret', 'token-secret-former'] as const
export const FOLDERS = ['files', 'outbox', 'imports'] as const

/** Names of files that are still being written, and of exports that are still being received. */
const isUnfinished = (name: string) => name.startsWith('.') || name.endsWith('.unfinished')

/**
 * Copies the files of a folder, if it exists, and returns their number. Skips incomplete files and files deleted
 * meanwhile.
 */
export function copyFolder(from: string, to: string): number {
  let copied = 0
  for (const name of namesIn(from)) {
    if (isUnfinished(name) || !lstatSync(join(from, name), { throwIfNoEntry: false })?.isFile()) continue
    if (copied === 0) mkdirSync(to, { recursive: true })
    if (copyFile(join(from, name), join(to, name))) copied += 1
  }
  return copied
}

export function copyFile(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  const handle = openSync(to, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  return true
}

/** Returns the names in a folder; an empty list if the folder does not exist. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
