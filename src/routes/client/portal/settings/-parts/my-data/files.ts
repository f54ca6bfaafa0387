import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '#src/lib/call-error.ts'
import { createSemaphore } from '#src/lib/semaphore.ts'
import { createFileUrls } from './file-urls.ts'
import type { Archive } from './archive.ts'
import type { MyData } from './data.ts'
import { type Fetched, fetchFile } from './fetch-file.ts'
import { extensionOf } from './file-names.ts'
import type { Missing } from './overview.ts'
import type { DocumentFile } from './documents.ts'

/** What the ZIP format, and a browser's memory, have room for. */
const MAX_BYTES = 2_000_000_000

interface Fetching {
  data: MyData
  /** When the data were asked for. */
  collectedAt: number
  queryClient: QueryClient
  clientId: string
  documents: readonly DocumentFile[]
  archive: Archive
  nameOf: (folder: string, name: string, extension: string) => string
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

interface Files {
  /** Path of each document's file in the archive, by uuid. */
  names: ReadonlyMap<string, string>
  missing: Missing[]
}

/** Puts the files into the archive as they come, at most so many on their way. One that fails is left out and told of. */
export async function fetchFiles(fetching: Fetching, atOnce: number): Promise<Files> {
  const { queryClient, data, collectedAt, clientId, documents, archive, nameOf, signal, onProgress } = fetching
  // A caller holds a permit already: waiting for another could deadlock.
  const urlOf = createFileUrls({ queryClient, clientId, signal, gate: (task) => task() }, data, collectedAt)
  const semaphore = createSemaphore(atOnce)
  const names = new Map<string, string>()
  const missing = new Map<DocumentFile, Missing>()
  let room = MAX_BYTES
  let done = 0

  const fetched = async (document: DocumentFile): Promise<Fetched> => {
    try {
      return await fetchFile(await urlOf(document), { signal, room })
    } catch (error) {
      if (signal.aborted || !(error instanceof CallError)) throw error
      return error.status === null ? { why: 'failed' } : { why: 'status', status: error.status }
    }
  }
  const put = async (document: DocumentFile) => {
    signal.throwIfAborted()
    const file = await fetched(document)
    if ('why' in file) missing.set(document, { document, why: file })
    else {
      const { folder, name, fileName, mimeType } = document
      const path = nameOf(folder, name, extensionOf([file.type, mimeType], [fileName], file.bytes))
      archive.file(path, file.bytes)
      names.set(document.uuid, path)
      room -= file.bytes.length
    }
    onProgress((done += 1), documents.length)
  }
  onProgress(0, documents.length)
  await Promise.all(documents.map((document) => semaphore.run(() => put(document))))
  return { names, missing: documents.flatMap((document) => missing.get(document) ?? []) }
}
