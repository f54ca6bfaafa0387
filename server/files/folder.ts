import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Files } from '#server/ports.ts'
import { StorageError } from './storage-error.ts'

/** Files in a folder of their own. */
export function folderFiles(folder: string): Files {
  const fileOf = (key: string) => path.join(folder, path.basename(key))
  const unfinishedOf = (key: string) => path.join(folder, `.${path.basename(key)}.unfinished`)

  return {
    // Under another name first: a file that is half written is never seen, not even after the power went.
    async put(key, content) {
      const unfinished = unfinishedOf(key)
      try {
        await mkdir(folder, { recursive: true })
        const handle = await open(unfinished, 'w', 0o600)
        try {
          await handle.writeFile(content)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(unfinished, fileOf(key))
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
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
      for (const file of [fileOf(key), unfinishedOf(key)]) await rm(file, { force: true })
    },
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
