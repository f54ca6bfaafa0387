import { wholeOf } from '#mocks/files.ts'
import { clear, createStore, del, get, set, setMany } from 'idb-keyval'
import { fileOf } from '#server/files/send.ts'
import type { Files } from '#server/ports.ts'
import type { BrowserDatabase } from './sqlite.ts'

const LOCK = 'dierenportaal-demo'
const DATABASE = 'database'
const VERSION = 'version'
const databases = createStore('dierenportaal-demo-database', 'kept')
const files = createStore('dierenportaal-demo-files', 'kept')

/**
 * Returns a function that loads the database last saved by any tab, runs work on it and saves the changes. A Web Lock
 * serialises the work of all tabs, so that no tab overwrites another tab's changes.
 */
export function onStoredDatabase(file: BrowserDatabase): <T>(work: () => Promise<T>) => Promise<T> {
  let version: string | undefined
  let changes = 0
  return (work) =>
    navigator.locks.request(LOCK, async () => {
      const newest = await get<string>(VERSION, databases)
      // Another tab has reset the demo.
      if (newest === undefined && version !== undefined) {
        location.reload()
        return await new Promise<never>(() => {})
      }
      if (newest !== undefined && newest !== version) file.load((await get<Uint8Array>(DATABASE, databases))!)
      version = newest
      try {
        return await work()
      } finally {
        if (newest === undefined || file.changes() !== changes) {
          version = crypto.randomUUID()
          await saveDatabase(file.bytes(), version)
        }
        changes = file.changes()
      }
    })
}

async function saveDatabase(bytes: Uint8Array, version: string): Promise<void> {
  try {
    await setMany(
      [
        [DATABASE, bytes],
        [VERSION, version],
      ],
      databases,
    )
  } catch (error) {
    // The error is null if the page is unloading; its request gets no response either.
    if (error !== null) throw error
  }
}

export const storedFiles: Files = {
  put: async (key, content) => await set(key, await wholeOf(content), files),
  async get(key) {
    const bytes = await get<Uint8Array<ArrayBuffer>>(key, files)
    return bytes && fileOf(new Blob([bytes]))
  },
  sizeOf: async (key) => (await get<Uint8Array>(key, files))?.length,
  remove: (key) => del(key, files),
}

const LEAVING_MS = 5000

/** Resets the demo and reloads the page. Keeps the lock meanwhile, so that no tab saves its database. */
export const resetDemo = () =>
  navigator.locks.request(LOCK, async () => {
    await Promise.all([clear(databases), clear(files)])
    sessionStorage.clear()
    localStorage.clear()
    location.assign('/')
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
  })
