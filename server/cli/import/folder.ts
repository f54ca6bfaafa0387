import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { foldFileName, partsOfPath } from '#contract/document.ts'

export const MAX_BYTES = 25 * 1024 * 1024

/** Content of a file, or the reason for rejecting it; undefined if it does not exist. */
export type Found = { content: Uint8Array<ArrayBuffer> } | { problem: string } | undefined

// O_NONBLOCK: opening a FIFO would block. O_NOFOLLOW: a symbolic link may have appeared since lstat (TOCTOU).
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Returns the path of the file that matches a name, relative to the folder. Returns '' for several matches and
 * undefined for none.
 */
export type Match = (fileName: string) => string | undefined

const isPath = (parts: readonly string[]) => parts.length > 0 && !parts.includes('..')
const spelled = (fileName: string) => partsOfPath(fileName).join('/')
const baseOf = (file: string) => file.split('/').at(-1) ?? ''

/**
 * Matches the file names of records with the files of a folder and its subfolders. An exact spelling matches first.
 * Another spelling (capitals, Unicode form, other path) matches if name and file match only each other. Two records
 * never get the same file by different spellings.
 */
export async function matchNames(folder: string, fileNames: AsyncIterable<string>): Promise<Match> {
  const { exact, folded, byBase } = await indexOf(folder)
  const named = new Set<string>()
  /** Inexact spellings that match a file. */
  const spellings = new Map<string, Set<string>>()

  function candidateOf(name: string): string | undefined {
    const same = folded.get(foldFileName(name)) ?? byBase.get(foldFileName(baseOf(name))) ?? []
    return same.length > 1 ? '' : same[0]
  }
  for await (const fileName of fileNames) {
    const name = spelled(fileName)
    if (exact.has(name)) named.add(name)
    else {
      const file = candidateOf(name)
      if (file) spellings.set(file, (spellings.get(file) ?? new Set()).add(name.normalize()))
    }
  }
  return (fileName) => {
    const name = spelled(fileName)
    if (exact.has(name)) return name
    const file = candidateOf(name)
    if (!file) return file
    return named.has(file) || (spellings.get(file)?.size ?? 0) > 1 ? '' : file
  }
}

/** Indexes the files by path, by folded path, and by folded name. Symbolic links to folders are not followed. */
async function indexOf(folder: string) {
  const exact = new Set<string>()
  const folded = new Map<string, string[]>()
  const byBase = new Map<string, string[]>()
  const add = (index: Map<string, string[]>, key: string, file: string) => {
    const same = index.get(key)
    if (same) same.push(file)
    else index.set(key, [file])
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')
    exact.add(file)
    if (entry.isDirectory()) continue
    add(folded, foldFileName(file), file)
    add(byBase, foldFileName(entry.name), file)
  }
  return { exact, folded, byBase }
}

/** Reads the file that matches a name, without path traversal or symbolic links. */
export async function readFrom(folder: string, fileName: string, match: Match): Promise<Found> {
  if (!isPath(partsOfPath(fileName))) return { problem: 'is not the name of a file' }
  const file = match(fileName)
  if (file === '') return { problem: 'fits several files, or a file that another record names' }
  return file === undefined ? undefined : await readOne(path.join(folder, file))
}

async function readOne(file: string): Promise<Found> {
  try {
    if (!(await lstat(file)).isFile()) return { problem: 'is not a plain file' }
    const handle = await open(file, FLAGS)
    try {
      const { size } = await handle.stat()
      if (size > MAX_BYTES) return { problem: `is larger than ${MAX_BYTES / 1024 / 1024} MiB` }
      return { content: new Uint8Array(await handle.readFile()) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return code === 'ENOENT' ? undefined : { problem: `cannot be read (${code})` }
  }
}
