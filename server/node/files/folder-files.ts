import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, opendir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ByteRange, Files, ListedFile } from '#server/ports.ts'
import { acceptedParts } from './arriving-parts.ts'
import { temporaryName, writeFileAtomic } from './write-file-atomic.ts'
import { StorageError } from '#server/files/store.ts'

export function folderFiles(folder: string): Files {
  const fileOf = (key: string) => path.join(folder, path.basename(key))

  async function sizeOf(key: string): Promise<number | undefined> {
    try {
      const found = await lstat(fileOf(key))
      // Never follow a symbolic link.
      return found.isFile() ? found.size : undefined
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw new StorageError(codeOf(error))
    }
  }

  return {
    async put(key, content) {
      const isWhole = content instanceof Uint8Array
      // Two uploads of one file may overlap while their parts arrive.
      const temporary = temporaryName(fileOf(isWhole ? key : `${key}.${randomUUID()}`))
      try {
        await writeFileAtomic(fileOf(key), isWhole ? content : acceptedParts(content), temporary)
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {})
        // Other errors than those of the file system come from the parts.
        const isOfDisk = isWhole || (error instanceof Error && 'errno' in error)
        throw isOfDisk ? new StorageError(codeOf(error)) : error
      }
    },

    async get(key) {
      const size = await sizeOf(key)
      return size === undefined ? undefined : { size, stream: (range) => streamOf(fileOf(key), range) }
    },

    sizeOf,

    list: () => listed(folder),

    async remove(key) {
      try {
        for (const file of [fileOf(key), temporaryName(fileOf(key))]) await rm(file, { force: true })
      } catch (error) {
        throw new StorageError(codeOf(error))
      }
    },
  }
}

/** Lists the files of the folder, including unfinished files that a crash left. */
async function* listed(folder: string): AsyncGenerator<ListedFile> {
  try {
    for await (const { name } of await opendir(folder)) {
      const found = await lstat(path.join(folder, name)).catch(() => undefined)
      if (found?.isFile()) yield { key: name, modified: found.mtime }
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw new StorageError(codeOf(error))
  }
}

/** Returns a lazy stream: the first read opens the file, the end or a cancel closes it. */
function streamOf(file: string, range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = chunksOf(file, range)
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  )
}

async function* chunksOf(file: string, range?: ByteRange): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  yield* createReadStream(file, range)
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
