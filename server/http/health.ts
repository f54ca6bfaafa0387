import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Env } from '#server/context.ts'
import { ProblemError } from './problem.ts'
import type { Ports } from '#server/ports.ts'

const READY_WITHIN_MS = 1000

/** Liveness and readiness probes. */
export function healthRoutes({ db, stopping, isFull }: Pick<Ports, 'db' | 'stopping' | 'isFull'>): Hono<Env> {
  return new Hono<Env>()
    .get('/health/live', (c) => c.json({ status: 'live' }))
    .get('/health/ready', async (c) => {
      if (stopping?.aborted) throw new ProblemError('draining')
      if (!(await answers(db))) throw new ProblemError('unavailable')
      // Still ready: reads work.
      const isDegraded = (await isFull?.('database')) || (await isFull?.('files'))
      return c.json({ status: isDegraded ? 'degraded' : 'ready' })
    })
}

/** With a time-out. */
async function answers(db: Database): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), READY_WITHIN_MS)))
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
