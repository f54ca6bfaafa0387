import type { Selectable } from 'kysely'
import { IMPORT_KEY_PREFIX, type ImportKey, MOST_IMPORT_KEYS, type NewImportKey } from '#contract/imports.ts'
import { type Actor, nameOf, writeAudit } from '#server/audit/write.ts'
import type { Call } from '#server/context.ts'
import { present } from '#server/db/present.ts'
import type { Database, ImportKeyTable } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { randomText, sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'

type KeyRow = Selectable<ImportKeyTable>

const KEY_BYTES = 32
/** Its case does not matter (RFC 9110). */
const SCHEME = /^bearer /i
/** Enough to tell whether a key is in use. */
const USED_EVERY_MS = 60_000

export const isBearer = (c: Call): boolean => SCHEME.test(c.req.header('authorization') ?? '')

export const keyRefused = () => new ProblemError('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } })

/**
 * The key of a call, which must be of the practice; another practice's finds nothing there. `write` runs the note of when it was
 * used.
 */
export async function requireKey(
  db: Database,
  c: Call,
  { practiceId, now }: OfPractice,
  write: (work: () => Promise<unknown>) => Promise<unknown> = (work) => work(),
): Promise<KeyRow> {
  const given = (c.req.header('authorization') ?? '').replace(SCHEME, '')
  if (!isBearer(c) || !given.startsWith(IMPORT_KEY_PREFIX)) throw keyRefused()
  // It has the entropy of a hash itself, so that nothing slower is needed.
  const hash = await sha256(given)
  const row = await db.selectFrom('import_key').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!row) throw keyRefused()
  if (row.practice_id !== practiceId) throw new ProblemError('not-found')
  const isNoted = row.last_used_at !== null && now.getTime() - Date.parse(row.last_used_at) < USED_EVERY_MS
  const used = db.updateTable('import_key').set({ last_used_at: now.toISOString() }).where('id', '=', row.id)
  if (!isNoted) await write(() => used.execute())
  return row
}

interface OfPractice {
  practiceId: string
  now: Date
}

export async function keysOf(db: Database, practiceId: string): Promise<ImportKey[]> {
  const rows = await db
    .selectFrom('import_key')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
  return rows.map(keyOf)
}

/** Answers the key itself, which cannot be told again. */
export async function makeKey(
  db: Database,
  { practiceId, name, by, now }: OfPractice & { name: string; by: Actor },
): Promise<NewImportKey> {
  const key = IMPORT_KEY_PREFIX + randomText(KEY_BYTES)
  const row: KeyRow = {
    id: crypto.randomUUID(),
    practice_id: practiceId,
    name,
    hash: await sha256(key),
    made_at: now.toISOString(),
    made_by: nameOf(by),
    last_used_at: null,
  }
  await inTransaction(db, async (trx) => {
    // A no-op update locks the row, so that two at once do not make one too many.
    await trx
      .updateTable('practice')
      .set((practice) => ({ locked: practice.ref('locked') }))
      .where('id', '=', practiceId)
      .execute()
    const { count } = await trx
      .selectFrom('import_key')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('practice_id', '=', practiceId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_IMPORT_KEYS) throw new ProblemError('conflict')
    await trx.insertInto('import_key').values(row).execute()
    await writeAudit(trx, { practiceId, by, action: 'import-key-made', details: { key: name }, now })
  })
  return { ...keyOf(row), key }
}

/** From then on it is as if it had never been, but for the audit trail and the names in the history. */
export async function revokeKey(
  db: Database,
  { practiceId, keyId, by, now }: OfPractice & { keyId: string; by: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await trx
      .deleteFrom('import_key')
      .where('id', '=', keyId)
      .where('practice_id', '=', practiceId)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw new ProblemError('not-found')
    await writeAudit(trx, { practiceId, by, action: 'import-key-revoked', details: { key: row.name }, now })
  })
}

const keyOf = ({ id, name, made_at: madeAt, made_by: madeBy, last_used_at: lastUsedAt }: KeyRow): ImportKey => ({
  id,
  name,
  madeAt,
  ...present({ madeBy, lastUsedAt }),
})
