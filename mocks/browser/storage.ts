import { clear, createStore, del, get, set, setMany } from 'idb-keyval'
import type { Files } from '#server/ports.ts'
import type { BrowserDatabase } from './sqlite.ts'

const LOCK = 'dierenportaal-demo'
const DATABASE = 'database'
const VERSION = 'version'
const databases = createStore('dierenportaal-demo-database', 'kept')
const files = createStore('dierenportaal-demo-files', 'kept')

/**
 * Works on the database as the tabs of this browser left it, and keeps what is changed before anybody is told of it. One
 * after the other in all tabs together, so that none of them undoes what another did.
 */
export function onStoredDatabase(file: BrowserDatabase): <T>(work: () => Promise<T>) => Promise<T> {
  let version: string | undefined
  let changes = 0
  return (work) =>
    navigator.locks.request(LOCK, async () => {
      const newest = await get<string>(VERSION, databases)
      // Another tab has begun anew.
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
          await keep(file.bytes(), version)
        }
        changes = file.changes()
      }
    })
}

async function keep(bytes: Uint8Array, version: string): Promise<void> {
  try {
    await setMany(
      [
        [DATABASE, bytes],
        [VERSION, version],
      ],
      databases,
    )
  } catch (error) {
    // A page that is being left breaks it off without a word, and nobody hears of the call either.
    if (error !== null) throw error
  }
}

/** Files that this browser keeps. */
export const storedFiles: Files = {
  put: (key, content) => set(key, new Uint8Array(content), files),
  async get(key) {
    const bytes = await get<Uint8Array<ArrayBuffer>>(key, files)
    return bytes && new Blob([bytes])
  },
  remove: (key) => del(key, files),
}

/** So long a page may take to be left. */
const LEAVING_MS = 5000

/** Leaves nothing, and leaves; meanwhile nothing is kept any more. */
export const startOver = () =>
  navigator.locks.request(LOCK, async () => {
    await Promise.all([clear(databases), clear(files)])
    sessionStorage.clear()
    localStorage.clear()
    location.assign('/')
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
  })
