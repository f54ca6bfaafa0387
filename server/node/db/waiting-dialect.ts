import { setImmediate } from 'node:timers'
import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { SqliteAdapter } from 'kysely'
import { TransactionalSqliteDialect } from '#server/db/sqlite-dialect.ts'

const BUSY = 5
const RETRY_MS = 5

/**
 * SQLite dialect that shares one connection between callers. A write that meets a lock of another process queues and
 * retries for up to `lockMs`. Reads continue meanwhile, because the write does not occupy the connection. SQLite's own
 * busy timeout would block the thread.
 */
export class WaitingSqliteDialect extends TransactionalSqliteDialect {
  readonly #lockMs: number

  constructor(config: ConstructorParameters<typeof TransactionalSqliteDialect>[0], { lockMs }: { lockMs: number }) {
    super(config)
    this.#lockMs = lockMs
  }

  override createAdapter(): SqliteAdapter {
    return new SharedSqliteAdapter()
  }

  override createDriver(): Driver {
    return waitingDriver(super.createDriver(), this.#lockMs)
  }
}

class SharedSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
  /** Without this Kysely admits one caller at a time, including its waiting time. */
  override get supportsMultipleConnections() {
    return true
  }
}

interface Turn extends DatabaseConnection {
  /** Ends the transaction and admits the next caller. */
  leave?: (() => void) | undefined
}

/** Once a turn of the event loop takes this long, the next statement waits for the next turn. */
const MAX_TURN_MS = 25

/**
 * Returns a function that returns a promise of the next turn of the event loop once the current turn is long.
 * Statements are synchronous and promises do not end a turn, so timers and I/O would starve.
 */
function createTurnLimit(): () => Promise<void> | undefined {
  let startedAt: number | undefined
  return () => {
    const now = performance.now()
    if (startedAt === undefined) setImmediate(() => (startedAt = undefined))
    startedAt ??= now
    return now - startedAt > MAX_TURN_MS ? new Promise((resolve) => setImmediate(resolve)) : undefined
  }
}

function waitingDriver(driver: Driver, lockMs: number): Driver {
  const retrying = waitInTurn(lockMs)
  const endLongTurn = createTurnLimit()
  const { isFree, enter } = createMutex()
  // Reused by later callers, because Kysely remembers each connection object that it has seen.
  const idle: Turn[] = []

  const newTurn = (shared: DatabaseConnection): Turn => {
    const turn: Turn = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const nextTurn = endLongTurn()
        if (nextTurn) await nextTurn
        if (turn.leave) return await shared.executeQuery<R>(query)
        return await retrying(async () => {
          // A statement is synchronous, so no other caller runs meanwhile.
          if (isFree()) return await shared.executeQuery<R>(query)
          const leave = await enter()
          return await shared.executeQuery<R>(query).finally(leave)
        })
      },
      streamQuery() {
        throw new Error('Queries are not streamed')
      },
    }
    return turn
  }

  return {
    init: (options) => driver.init(options),
    destroy: (options) => driver.destroy(options),
    async acquireConnection(): Promise<Turn> {
      return idle.pop() ?? newTurn(await driver.acquireConnection())
    },
    releaseConnection(turn: Turn): Promise<void> {
      idle.push(turn)
      return Promise.resolve()
    },
    async beginTransaction(turn: Turn, settings) {
      const shared = await driver.acquireConnection()
      await retrying(async () => {
        const leave = await enter()
        try {
          await driver.beginTransaction(shared, settings)
          turn.leave = leave
        } catch (error) {
          leave()
          throw error
        }
      })
    },
    async commitTransaction(turn: Turn) {
      await driver.commitTransaction(turn)
      end(turn)
    },
    async rollbackTransaction(turn: Turn) {
      await driver.rollbackTransaction(turn).finally(() => end(turn))
    },
  }
}

function end(turn: Turn): void {
  turn.leave?.()
  turn.leave = undefined
}

/** `enter` resolves once the caller holds the mutex, to the function that releases it. */
function createMutex(): { isFree(): boolean; enter(): Promise<() => void> } {
  let last: Promise<void> | undefined
  return {
    isFree: () => last === undefined,
    async enter() {
      const former = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await former
      return () => {
        if (last === promise) last = undefined
        resolve()
      }
    },
  }
}

/** Retries work while another process writes; only the first in the queue polls. */
function waitInTurn(lockMs: number) {
  let queue: Promise<unknown> = Promise.resolve()

  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    const until = performance.now() + lockMs
    const result = queue.then(() => retry(work, until))
    queue = result.catch(() => {})
    return await result
  }
}

async function retry<T>(work: () => Promise<T>, until: number): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
      await delay(RETRY_MS)
    }
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === BUSY
