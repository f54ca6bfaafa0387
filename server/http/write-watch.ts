import type { ProblemCode } from '#contract/problem.ts'
import { isPostgres } from '#server/db/engine.ts'
import { databaseProblem } from '#server/db/problem.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { storageProblem } from '#server/files/store.ts'
import type { Files, Ports } from '#server/ports.ts'

export type Writable = 'ready' | 'full' | 'unavailable'

/** How long a successful or a failed write determines the state. */
const WORKED_MS = 10_000
const FAILED_MS = 1000
/** A slower probe leaves the state unchanged: an import may lock SQLite for seconds. */
const WITHIN_MS = 500
/** Key of the probe file; no stored file has this key. */
const KEY = 'readiness'
const FILE_BYTES = 16 * 1024
/** Length of the probe row. On SQLite it exceeds the free space of a page, so a write needs new pages. */
const ROW_LENGTH = { sqlite: 16_000, postgres: 100 }

export interface WriteWatch {
  /** Returns whether writes work, judged by occasional small writes and by failed requests. */
  check(): Promise<Writable>
  recordFailure(code: ProblemCode): void
}

/** Watches whether the database and the file storage accept writes, independently of the reported free space. */
export function watchWrites({ db, files }: Pick<Ports, 'db' | 'files'>): WriteWatch {
  let state: Writable = 'ready'
  let until = -Infinity
  let probing: Promise<void> | undefined

  const conclude = (next: Writable) => {
    state = next
    until = performance.now() + (next === 'ready' ? WORKED_MS : FAILED_MS)
  }
  const probe = async () => {
    const outcomes = [await outcomeOf(() => writeRow(db)), await outcomeOf(() => writeFile(files))]
    conclude(
      outcomes.find((outcome) => outcome === 'full') ?? outcomes.find((outcome) => outcome !== 'ready') ?? 'ready',
    )
  }
  return {
    async check() {
      if (performance.now() >= until) {
        probing ??= probe().finally(() => (probing = undefined))
        let timer: ReturnType<typeof setTimeout> | undefined
        const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, WITHIN_MS)))
        await Promise.race([probing, late]).finally(() => clearTimeout(timer))
      }
      return state
    },
    recordFailure(code) {
      if (code !== 'storage-full') return
      state = 'full'
      // Not probed meanwhile, because a small write may succeed where larger ones fail.
      until = performance.now() + WORKED_MS
    },
  }
}

async function outcomeOf(write: () => Promise<void>): Promise<Writable> {
  try {
    await write()
    return 'ready'
  } catch (error) {
    return (storageProblem(error) ?? databaseProblem(error)) === 'storage-full' ? 'full' : 'unavailable'
  }
}

/** Inserts a row before deleting the former one, so that the write needs extra space. */
async function writeRow(db: Database): Promise<void> {
  const id = crypto.randomUUID()
  const content = 'x'.repeat(ROW_LENGTH[isPostgres(db) ? 'postgres' : 'sqlite'])
  await inTransaction(db, async (trx) => {
    await trx.insertInto('write_probe').values({ id, content }).execute()
    await trx.deleteFrom('write_probe').where('id', '<>', id).execute()
  })
}

async function writeFile(files: Files): Promise<void> {
  await files.put(KEY, new Uint8Array(FILE_BYTES))
  await files.remove(KEY)
}
