import { HOUR_MS, momentAfter } from '#contract/dates.ts'
import type { Insertable } from 'kysely'
import type { Identity, Reader, Reads, RecordReads, Services } from '#server/context.ts'
import type { AuditTable, Database, DatabaseTransaction } from '#server/db/schema.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import { BoundedMap } from '#server/http/rate-limit.ts'
import type { Clock } from '#server/ports.ts'
import { localDay } from '#contract/zone.ts'
import { type PersonName, nameOf, namesAt } from '#server/memberships/members.ts'
import { addNames } from './names.ts'
import { MAX_PER_HOUR } from './write.ts'

/**
 * Marks clients whose data a response to staff contains. `accessToClient` marks its client; a call that finds
 * records otherwise must mark them. The middleware `signedIn` records the marked clients after a successful
 * response.
 */
export function markRead({ reads }: Pick<Identity, 'reads'>, clientIds: Iterable<string>): void {
  for (const id of clientIds) if (!reads.has(id)) reads.set(id, 'read')
}

/**
 * Marks the client of a list that a search or filter has narrowed to a single client. A list of several clients
 * counts as no read.
 */
export function markSingleRead(identity: Pick<Identity, 'reads'>, entries: readonly { clientUuid: string }[]): void {
  const distinct = new Set(entries.map(({ clientUuid }) => clientUuid))
  if (distinct.size === 1) markRead(identity, distinct)
}

/** Returns the reads of a change feed. The practice's own system stores what it receives, so each entry counts. */
export const readsOf = (entries: readonly { clientUuid: string }[]): Reads =>
  new Map(entries.map(({ clientUuid }) => [clientUuid, 'read']))

export function createRecordReads({
  db,
  clock,
  log,
  pseudonymOf,
}: Pick<Services, 'db' | 'clock' | 'log' | 'pseudonymOf'>): RecordReads {
  const recordOnce = createRecordOnce(clock)

  return async (reader, reads) => {
    const now = clock()
    const keyed = new Map([...reads].map((read) => [JSON.stringify([keyOf(reader, now), read]), read]))
    await recordOnce({
      keys: [...keyed.keys()],
      write: (fresh) =>
        insertReads(db, {
          reader,
          reads: new Map(fresh.map((key) => keyed.get(key)).filter((read) => read !== undefined)),
          now,
        }),
      failed: async () => {
        const account = 'accountId' in reader ? await pseudonymOf('account', reader.accountId) : undefined
        const [[client, action] = []] = reads
        log('error', 'audit-failed', { action, account, client, clients: reads.size })
      },
    })
  }
}

const keyOf = (reader: Reader, now: Date) => [localDay(now), reader]

/** Writes reads into the log. Idempotent, also under concurrency. */
export async function insertReads(
  db: Database | DatabaseTransaction,
  { reader, reads, now }: { reader: Reader; reads: Reads; now: Date },
): Promise<void> {
  const clients = await db
    .selectFrom('client')
    .select(['uuid', 'practice_id', 'company_name', 'call_name', 'first_name', 'last_name'])
    .where('uuid', 'in', [...reads.keys()])
    // Concurrent writers of the same entries lock the rows in the same order.
    .orderBy('practice_id')
    .orderBy('uuid')
    .execute()
  const often = 'accountId' in reader ? await viewedOften(db, { accountId: reader.accountId, reads, now }) : new Set()
  const rows: Insertable<AuditTable>[] = []
  for (const [practiceId, ofPractice] of Map.groupBy(clients, (client) => client.practice_id)) {
    const by = await columnsOf(db, practiceId, reader)
    for (const client of ofPractice) {
      const action = reads.get(client.uuid) ?? 'read'
      if (action === 'viewed-as' && often.has(client.uuid)) continue
      rows.push({
        practice_id: practiceId,
        at: now.toISOString(),
        action,
        ...by,
        client_uuid: client.uuid,
        client_name: nameOfRow(client),
        removal_id: null,
        day: action === 'read' ? localDay(now) : null,
        session_id: action === 'viewed-as' && 'accountId' in reader ? (reader.sessionId ?? null) : null,
      })
    }
  }
  if (rows.length === 0) return
  await addNames(db, rows)
  await db
    .insertInto('audit')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns the clients as which an account has viewed the portal too often within an hour for further log entries.
 * Each sign-in creates a new session, and each session an entry.
 */
async function viewedOften(
  db: Database | DatabaseTransaction,
  { accountId, reads, now }: { accountId: string; reads: Reads; now: Date },
): Promise<ReadonlySet<string>> {
  const viewed = [...reads].flatMap(([id, action]) => (action === 'viewed-as' ? [id] : []))
  if (viewed.length === 0) return new Set()
  const rows = await db
    .selectFrom('audit')
    .select('client_uuid')
    .where('client_uuid', 'in', viewed)
    .where('account_id', '=', accountId)
    .where('action', '=', 'viewed-as')
    .where('at', '>', momentAfter(now, -HOUR_MS))
    .groupBy('client_uuid')
    .having((row) => row.fn.countAll(), '>=', MAX_PER_HOUR)
    .execute()
  return new Set(rows.flatMap(({ client_uuid: id }) => id ?? []))
}

async function columnsOf(db: Database | DatabaseTransaction, practiceId: string, reader: Reader) {
  if ('keyName' in reader) {
    const details = JSON.stringify({ key: reader.keyName })
    return { account_id: null, account_name: null, account_username: null, details }
  }
  const { accountId } = reader
  const name: PersonName | undefined = (await namesAt(db, practiceId, [accountId])).get(accountId)
  return {
    account_id: accountId,
    account_name: name ? nameOf(name) : null,
    account_username: name?.username ?? null,
    details: null,
  }
}

/** Maximum number of keys that are remembered as written. */
const MAX_CACHED = 2000
/** Pause after a failed write (circuit breaker): each attempt may block the event loop on another process's lock. */
const PAUSE_MS = 5000

interface Writing {
  keys: readonly string[]
  /** Writes the entries with these keys; idempotent. */
  write: (fresh: readonly string[]) => Promise<unknown>
  failed: () => Promise<void>
}

/**
 * Writes each entry once. If a write fails, `failed` is called and a later call tries again. Causes include a full
 * disk and an import that holds the lock.
 */
function createRecordOnce(clock: Clock): (writing: Writing) => Promise<void> {
  const recorded = new BoundedMap<string, Promise<void>>(MAX_CACHED)
  let pausedUntil = 0

  const isWritten = async (write: () => Promise<unknown>, now: Date): Promise<boolean> => {
    if (now.getTime() < pausedUntil) return false
    try {
      await write()
      return true
    } catch {
      pausedUntil = now.getTime() + PAUSE_MS
      return false
    }
  }
  const record = async ({ keys, write, failed }: Writing) => {
    if (await isWritten(() => write(keys), clock())) return
    for (const key of keys) recorded.delete(key)
    await failed()
  }

  return async ({ keys, write, failed }) => {
    const known = keys.map((key) => recorded.get(key))
    const fresh = keys.filter((_, index) => known[index] === undefined)
    const recording = fresh.length > 0 ? record({ keys: fresh, write, failed }) : undefined
    if (recording) for (const key of fresh) recorded.set(key, recording)
    await Promise.all([...known, recording])
  }
}
