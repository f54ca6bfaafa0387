import type { Hono } from 'hono'
import { CSV_KINDS } from '#contract/csv-import.ts'
import { EXPORT_TYPES } from '#contract/imports.ts'
import type { CsvMapping } from '#contract/schemas/csv-import.ts'
import { type ImportRun, importRunSchema } from '#contract/schemas/imports.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { yieldToEventLoop } from '#server/db/in-batches.ts'
import { rejectWhenFull } from '#server/http/reject-when-full.ts'
import { ProblemError, invalidParameters, tooManyRequests } from '#server/http/problem.ts'
import { createSemaphore } from '#server/http/semaphore.ts'
import { operations, put } from '#server/operations/operation.ts'
import { choice, flag, orElse, required, whole } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import type { Imports } from '#server/ports.ts'
import { requireKey, requireOpen } from './keys.ts'
import { drainImports } from './drain.ts'
import { storedMapping } from './csv-queries.ts'
import { type ReceivedExport, enqueue } from './queue.ts'
import { rejectOlder } from './sequence.ts'

const CSV_TYPE = 'text/csv'

export const uploadOperations = operations('Practice', {
  sendExport: put('/practice/:practiceId/import', 'import key', {
    summary:
      'Send an export with one record a line, as for npm run import; it is queued and loaded as a whole or not at all',
    description:
      'Content-Encoding may be gzip. A CSV file is read with the mapping that the practice used last for the kind. Sent again with the same sequence, the response is the same, with 200 once it is done; another export with that sequence, or with an older one, is refused (import-out-of-order). The number of a refused or interrupted export may be used again.',
    query: {
      sequence: required(
        whole(1, Number.MAX_SAFE_INTEGER, 'Greater than that of any export of the practice that is done or waits.'),
      ),
      kind: choice(CSV_KINDS, 'Kind of the records of a CSV file.'),
      check: orElse(flag('true: a dry run, which changes nothing and leaves the number free.'), false),
    },
    scope: 'import:write',
    takes: [...EXPORT_TYPES, CSV_TYPE],
    response: importRunSchema,
    status: [200, 202],
    headers: { Location: 'Path of the export and its result.' },
    problems: [
      'practice-locked',
      'mapping-missing',
      'validation-failed',
      'unsupported-media-type',
      'import-out-of-order',
    ],
  }),
})

const MAX_RECEIVING = 200
/** How long an export waits for the database writes of earlier exports, in milliseconds. */
const TURN_MS = 60_000
/** Delay before a sender may try again while another export of its practice is arriving, in milliseconds. */
const RETRY_MS = 10_000

/**
 * Receives an export as a stream to the disk. It has separate limits, because an export is larger and takes longer
 * than other calls. The key is checked before the body is read, and each practice sends one export at a time.
 */
export function uploadRoutes(services: Services): Hono<Env> {
  const { db, clock, settings, background, isFull, imports } = services
  const arriving = new Set<string>()
  const oneByOne = createSemaphore(1, { waitMs: TURN_MS, maxWaiting: MAX_RECEIVING })
  /**
   * Allows one write at a time: on SQLite, a hundred simultaneous exports would delay the writes of other callers.
   */
  const inQueue = <T>(work: () => Promise<T>) => oneByOne(() => work().finally(yieldToEventLoop))

  return routes(services).on(
    uploadOperations.sendExport,
    async (call) => {
      const { c, practiceId, now } = call
      const key = await requireKey(db, c, { practiceId, scope: uploadOperations.sendExport.scope, now }, inQueue)
      await requireOpen(db, practiceId)
      const form = formOf(c)
      const { sequence, kind, check: isCheck } = call.query
      const csv = form.isCsv ? await mappingOf(practiceId, kind) : undefined
      if (!imports) throw new ProblemError('unavailable')
      if (Number(c.req.header('content-length') ?? 0) > settings.limits.importBytes) throw new ProblemError('too-large')
      await rejectOlder(db, practiceId, sequence)
      if (arriving.has(practiceId)) throw tooManyRequests(RETRY_MS)
      if (arriving.size >= MAX_RECEIVING) throw new ProblemError('overloaded')

      arriving.add(practiceId)
      try {
        const run = await receive(c, imports, { practiceId, sequence, key, csv, isCheck, isGzip: form.isGzip })
        background.run('imports', () => drainImports({ ...services, imports }))
        const { pathname } = new URL(c.req.url)
        c.header('location', pathname.replace(/[^/]*$/, `imports/${sequence}`))
        return c.json(run, run.endedAt === undefined ? 202 : 200)
      } finally {
        arriving.delete(practiceId)
      }
    },
    { before: [rejectWhenFull(isFull, 'database'), rejectWhenFull(isFull, 'imports')] },
  ).app

  async function mappingOf(practiceId: string, kind: CsvMapping['kind'] | undefined): Promise<CsvMapping> {
    if (kind === undefined) throw invalidParameters({ parameter: 'kind', code: 'required' })
    const mapping = await storedMapping(db, practiceId, kind)
    if (!mapping) throw new ProblemError('mapping-missing')
    return mapping
  }

  async function receive(
    c: Call,
    imports: Imports,
    {
      practiceId,
      sequence,
      key,
      csv,
      isCheck,
      isGzip,
    }: Pick<ReceivedExport, 'practiceId' | 'sequence' | 'key' | 'csv' | 'isCheck'> & { isGzip: boolean },
  ): Promise<ImportRun> {
    const id = crypto.randomUUID()
    let isNeeded = false
    try {
      const { bytes, sha256 } = await imports.store(id, c.req.raw.body ?? new Blob().stream(), { isGzip })
      const { server } = imports
      const { run, isNew } = await inQueue(() =>
        enqueue(db, { id, practiceId, sequence, sha256, bytes, key, csv, isCheck, server, now: clock() }),
      )
      isNeeded = isNew
      return run
    } finally {
      if (!isNeeded) await imports.remove(id)
    }
  }
}

function formOf(c: Call): { isGzip: boolean; isCsv: boolean } {
  const [given = ''] = (c.req.header('content-type') ?? '').split(';')
  const type = given.trim().toLowerCase()
  const isCsv = type === CSV_TYPE
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase() || 'identity'
  const isGzip = encoding === 'gzip'
  if ((!isCsv && !EXPORT_TYPES.includes(type)) || (!isGzip && encoding !== 'identity')) {
    throw new ProblemError('unsupported-media-type', { headers: { 'accept-encoding': 'gzip, identity' } })
  }
  return { isGzip, isCsv }
}
