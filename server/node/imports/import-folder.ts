import { DAY_MS } from '#contract/dates.ts'
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ImportError } from '#server/import-jobs/import-error.ts'
import { StorageError } from '#server/files/store.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { CsvRow, Full, Imports } from '#server/ports.ts'
import { syncFolder } from '#server/node/files/write-file-atomic.ts'

/** Maximum compression ratio: a real export shrinks to a tenth, a gzip bomb to a thousandth. */
const MAX_RATIO = 200
/** Unpacked size from which the ratio is checked; smaller bodies are harmless. */
const RATIO_FROM = 1024 * 1024
/** Bytes between two checks of the free disk space while an export arrives. */
const CHECK_EVERY_BYTES = 8 * 1024 * 1024
const UNFINISHED = '.unfinished'
const PLAIN = '.jsonl'
const PACKED = '.jsonl.gz'
/** Age at which orphans are deleted; uploads in progress are younger. */
const ORPHAN_AGE_MS = DAY_MS

export interface ImportFile {
  file: string
  isGzip: boolean
}

interface FolderOptions {
  maxBytes: number
  isFull?: Full | undefined
}

export type ImportFolder = Pick<Imports, 'store' | 'stored' | 'layout' | 'rows' | 'remove' | 'deleteOrphans'> & {
  /** Rejects with an `ImportError` if the export does not exist. */
  find(id: string): Promise<ImportFile>
}

/** Stores exports in a folder without changing their content. */
export function importFolder(folder: string, { maxBytes, isFull }: FolderOptions): ImportFolder {
  const names = async () =>
    await readdir(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
  const idOf = (name: string) => name.replace(/\..*$/, '')

  const find = async (id: string): Promise<ImportFile> => {
    const name = (await names()).find((each) => idOf(each) === id && !each.endsWith(UNFINISHED))
    if (name === undefined) throw new ImportError('gone')
    return { file: join(folder, name), isGzip: name.endsWith(PACKED) }
  }

  return {
    find,

    async layout(id, format) {
      // The parser is needed for uploads alone, so it does not delay a start.
      const { readLayout } = await import('./csv-file.ts')
      return await readLayout({ ...(await find(id)), format })
    },

    async rows(id, layout, max) {
      const { csvRows } = await import('./csv-file.ts')
      const rows: CsvRow[] = []
      for await (const batch of csvRows(await find(id), layout)) {
        rows.push(...batch)
        if (rows.length > max) break
      }
      return rows
    },

    async store(id, body, { isGzip }) {
      const file = join(folder, id + (isGzip ? PACKED : PLAIN))
      const partial = file + UNFINISHED
      try {
        await storing(mkdir(folder, { recursive: true }))
        const handle = await storing(open(partial, 'wx', 0o600))
        const counted = await receive(body, handle, { isGzip, maxBytes, isFull }).finally(() => handle.close())
        await storing(rename(partial, file))
        await storing(syncFolder(folder))
        return counted
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {})
        throw error
      }
    },

    async stored() {
      return (await names()).filter((name) => !name.endsWith(UNFINISHED)).map(idOf)
    },

    async remove(id) {
      for (const end of [PLAIN, PACKED]) await storing(rm(join(folder, id + end), { force: true }))
    },

    async deleteOrphans(isNeeded) {
      const found = await names()
      const needed = await isNeeded(found.map(idOf))
      for (const name of found.filter((each) => !needed.has(idOf(each)))) {
        const file = join(folder, name)
        const { mtimeMs } = await stat(file)
        if (Date.now() - mtimeMs > ORPHAN_AGE_MS) await rm(file, { force: true })
      }
    },
  }
}

/**
 * Writes a body to the disk as it arrives. Unpacking computes the hash and detects truncated or too large bodies.
 * Never cancels the body, because that would close the connection before the response.
 */
async function receive(
  body: ReadableStream<Uint8Array>,
  handle: FileHandle,
  { isGzip, maxBytes, isFull }: FolderOptions & { isGzip: boolean },
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const reader = body.getReader()
  let sent = 0
  let bytes = 0

  async function* arriving() {
    for (let nextCheck = 0; ;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ProblemError('bad-request')
      })
      if (done) return
      sent += value.length
      if (sent > maxBytes) throw new ProblemError('too-large')
      if (sent >= nextCheck) {
        if (await isFull?.('imports')) throw new ProblemError('storage-full')
        nextCheck = sent + CHECK_EVERY_BYTES
      }
      await storing(handle.appendFile(value))
      yield value
    }
  }
  async function count(unpacked: AsyncIterable<Uint8Array>) {
    for await (const chunk of unpacked) {
      bytes += chunk.length
      if (bytes > maxBytes || (bytes > RATIO_FROM && bytes > sent * MAX_RATIO)) throw new ProblemError('too-large')
      hash.update(chunk)
    }
  }

  try {
    if (isGzip) await pipeline(arriving, createGunzip(), count)
    else await count(arriving())
  } catch (error) {
    if (String(codeOf(error)).startsWith('Z_')) {
      throw new ProblemError('validation-failed', { errors: [{ pointer: '#', code: 'invalidGzip' }] })
    }
    throw error
  } finally {
    reader.releaseLock()
  }
  if (bytes === 0) throw new ProblemError('validation-failed', { errors: [{ pointer: '#', code: 'required' }] })
  await storing(handle.sync())
  return { bytes, sha256: hash.digest('hex') }
}

async function storing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StorageError(codeOf(error))
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
