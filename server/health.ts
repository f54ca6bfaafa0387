import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from './db/schema.ts'
import type { Env } from './http/context.ts'
import { ProblemError } from './http/problem.ts'

const READY_WITHIN_MS = 1000

/** Whether the process lives, and whether it should get calls. */
export function healthRoutes({ db, stopping }: { db: Database; stopping?: AbortSignal | undefined }): Hono<Env> {
  return new Hono<Env>()
    .get('/health/live', (c) => c.json({ status: 'live' }))
    .get('/health/ready', async (c) => {
      if (stopping?.aborted) throw new ProblemError('draining')
      if (!(await answers(db))) throw new ProblemError('unavailable')
      return c.json({ status: 'ready' })
    })
}

/** A database that is slow to answer counts as one that does not. */
async function answers(db: Database): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), READY_WITHIN_MS)))
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
