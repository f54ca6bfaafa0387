import { copyFileSync, constants, fsyncSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Of a data folder, beside the database. */
export const SECRETS = ['token-secret', 'token-secret-former'] as const
export const FOLDERS = ['files', 'outbox', 'imports'] as const

/** Of files that are being written, and of exports that arrive. */
const isUnfinished = (name: string) => name.startsWith('.') || name.endsWith('.unfinished')

/** Copies the files of a folder, if it is there, and answers how many. What goes away meanwhile, or is not complete yet, is left out. */
export function copyFolder(from: string, to: string): number {
  let copied = 0
  for (const name of namesIn(from)) {
    if (isUnfinished(name) || !lstatSync(join(from, name), { throwIfNoEntry: false })?.isFile()) continue
    if (copied === 0) mkdirSync(to, { recursive: true })
    if (copyFile(join(from, name), join(to, name))) copied += 1
  }
  return copied
}

/** Answers whether it was there. */
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

/** None where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
