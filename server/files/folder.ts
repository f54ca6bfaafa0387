import { lstat, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Files } from '#server/ports.ts'
import { unfinishedName, writeWhole } from '#server/write-whole.ts'
import { StorageError } from './storage-error.ts'

/** Files in a folder of their own. */
export function folderFiles(folder: string): Files {
  const fileOf = (key: string) => path.join(folder, path.basename(key))

  return {
    async put(key, content) {
      try {
        await writeWhole(fileOf(key), content)
      } catch (error) {
        await rm(unfinishedName(fileOf(key)), { force: true }).catch(() => {})
        throw new StorageError(codeOf(error))
      }
    },

    async get(key) {
      try {
        // Not what a link leads to.
        if (!(await lstat(fileOf(key))).isFile()) return undefined
        return new Uint8Array(await readFile(fileOf(key)))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw new StorageError(codeOf(error))
      }
    },

    async remove(key) {
      for (const file of [fileOf(key), unfinishedName(fileOf(key))]) await rm(file, { force: true })
    },
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
