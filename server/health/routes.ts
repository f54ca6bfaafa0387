import type { Hono } from 'hono'
import type { Database } from '#server/db/schema.ts'
import { type Readiness, readinessSchema, statusSchema } from '#contract/schemas/session.ts'
import type { Env, Services } from '#server/context.ts'
import { inTime } from '#server/http/semaphore.ts'
import { RELEASE } from '#server/release.ts'
import { ProblemError } from '#server/http/problem.ts'
import { get, operations } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import type { Ports } from '#server/ports.ts'
import type { WriteWatch } from '#server/http/write-watch.ts'

const READY_WITHIN_MS = 1000
const CACHE_MS = 500
/** No file has this key. */
const PROBE_KEY = 'readiness'

export const healthOperations = operations('Server', {
  getLiveness: get('/health/live', 'anyone', { summary: 'Check that the process runs', response: statusSchema }),
  getReadiness: get('/health/ready', 'anyone', {
    summary: 'Check that the server is ready for requests',
    response: readinessSchema,
    problems: ['draining'],
  }),
})

type Checked = Pick<Ports, 'db' | 'clock' | 'files' | 'isFull' | 'isLow'> & { writes: WriteWatch }

/** Liveness and readiness probes. They are exempt from the limits, because concurrent probes share one check. */
export function healthRoutes({ stopping, ...services }: Checked & Services): Hono<Env> {
  const check = cached(() => checkReadiness(services))
  return routes(services)
    .on(healthOperations.getLiveness, () => ({ status: 'live' }))
    .on(healthOperations.getReadiness, async () => {
      if (stopping?.aborted) throw new ProblemError('draining')
      const state = await check()
      if (!state) throw new ProblemError('unavailable')
      return state
    }).app
}

/** Caches the result, and runs one check at a time. */
function cached<T>(check: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  let until = Infinity
  return () => {
    if (!last || performance.now() >= until) {
      until = Infinity
      last = check().finally(() => (until = performance.now() + CACHE_MS))
    }
    return last
  }
}

/** Returns undefined without a database. Without anything else the state is `degraded`, because reads work. */
async function checkReadiness(checked: Checked): Promise<Readiness | undefined> {
  const { db, clock, files, isFull, isLow, writes } = checked
  const [oldest, hasFiles, writable] = await Promise.all([
    inTime(oldestMail(db, clock()), READY_WITHIN_MS),
    inTime(
      files.get(PROBE_KEY).then(() => true),
      READY_WITHIN_MS,
    ),
    writes.check(),
  ])
  if (oldest === undefined) return undefined
  const isAnyFull = (await isFull?.('database')) || (await isFull?.('files'))
  const isAnyLow = (await isLow?.('database')) || (await isLow?.('files'))
  const state = isAnyFull ? 'full' : hasFiles ? writable : 'unavailable'
  const storage = state === 'ready' && isAnyLow ? 'low' : state
  return {
    status: state === 'ready' ? 'ready' : 'degraded',
    outboxAgeSeconds: oldest === null ? null : Math.max(0, Math.floor((clock().getTime() - Date.parse(oldest)) / 1000)),
    storage,
    ...RELEASE,
  }
}

/** Returns the time since when the oldest mail waits that is not deferred, or null. */
async function oldestMail(db: Database, now: Date): Promise<string | null> {
  const { oldest } = await db
    .selectFrom('outbox')
    .select((row) => row.fn.min<string | null>(row.fn.coalesce('not_before', 'created_at')).as('oldest'))
    .where((row) => row.or([row('not_before', 'is', null), row('not_before', '<=', now.toISOString())]))
    .executeTakeFirstOrThrow()
  return oldest
}
