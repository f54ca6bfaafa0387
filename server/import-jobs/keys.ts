import { getRow } from '#server/db/one-row.ts'
import { DAY_MS } from '#contract/dates.ts'
import type { Selectable } from 'kysely'
import type { ImportKey, NewImportKey } from '#contract/schemas/imports.ts'
import {
  KEY_PREFIXES,
  KEY_SCOPES,
  type KeyScope,
  MAX_IMPORT_KEYS,
  MAX_KEY_DAYS,
  SCOPES_OF_PURPOSE,
  purposeOfScopes,
} from '#contract/imports.ts'
import { accessToPractice, requireStaff } from '#server/access/access-level.ts'
import { isBearer, withoutScheme } from '#server/access/rules.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { nameAt } from '#server/memberships/members.ts'
import type { Call, Identity } from '#server/context.ts'
import { present } from '#server/db/present.ts'
import type { Database, ImportKeyTable } from '#server/db/schema.ts'
import { earlierTime } from '#server/db/time.ts'
import { countLocked, inTransaction } from '#server/db/transaction.ts'
import type { Ports } from '#server/ports.ts'
import { randomText, sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { announceChange, notifyAdmins } from '#server/notices/admin-changes.ts'
import { rejectRunsOf } from './confirmation.ts'
import { isKeyPaused, pausedColumn } from './paused-keys.ts'

type KeyRow = Selectable<ImportKeyTable>

/** Days before a key's end at which the admins are notified. */
const EXPIRY_NOTICE_DAYS = 30

const KEY_BYTES = 32
/** Interval between updates of a key's last use, enough to show whether the key is in use. */
const USE_INTERVAL_MS = 60_000

export const invalidKey = () => new ProblemError('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } })

/**
 * Returns the key of a call. Throws `scope-missing` without the scope; a key of another practice causes `not-found`.
 * `write` runs the update of the key's last use.
 */
export async function requireKey(
  db: Database,
  c: Call,
  { practiceId, scope, now }: OfPractice & { scope: KeyScope },
  write: (work: () => Promise<unknown>) => Promise<unknown> = (work) => work(),
): Promise<KeyRow> {
  const given = withoutScheme(c.req.header('authorization') ?? '')
  if (!isBearer(c) || !PREFIXES.some((prefix) => given.startsWith(prefix))) throw invalidKey()
  // The key has as much entropy as a hash, so a fast hash is enough.
  const hash = await sha256(given)
  const row = await keysWithPause(db).where('hash', '=', hash).executeTakeFirst()
  if (!row || isEnded(row, now)) throw invalidKey()
  if (row.practice_id !== practiceId) throw new ProblemError('not-found')
  if (row.paused === 1) throw new ProblemError('key-paused')
  if (!scopesOf(row).includes(scope)) throw new ProblemError('scope-missing', { scope })
  const isRecorded = row.last_used_at !== null && now.getTime() - Date.parse(row.last_used_at) < USE_INTERVAL_MS
  const used = db.updateTable('import_key').set({ last_used_at: now.toISOString() }).where('id', '=', row.id)
  if (!isRecorded) await write(() => used.execute())
  return row
}

const PREFIXES = Object.values(KEY_PREFIXES)

/** Returns the known scopes of a key. Keys created by a server of a former version have a purpose only. */
const scopesOf = ({ scopes, purpose }: Pick<KeyRow, 'scopes' | 'purpose'>): readonly KeyScope[] => {
  const stored = scopes?.split(' ')
  return stored ? KEY_SCOPES.filter((scope) => stored.includes(scope)) : SCOPES_OF_PURPOSE[purpose]
}

const keysWithPause = (db: Database) => db.selectFrom('import_key').selectAll('import_key').select(pausedColumn)

/** Returns the key of a call by the system of a practice. Throws `practice-locked` if the practice is locked. */
export async function authoriseSystem(db: Database, c: Call, of: OfPractice & { scope: KeyScope }): Promise<KeyRow> {
  const key = await requireKey(db, c, of)
  await requireOpen(db, of.practiceId)
  return key
}

/** Authorises staff by their session, or else the practice's own system by its key. */
export async function authoriseStaffOrSystem(
  db: Database,
  { c, by, practiceId, now }: OfPractice & { c: Call; by: Identity | undefined },
  { scope }: { scope: KeyScope },
): Promise<{ by: Identity; key?: undefined } | { by?: undefined; key: KeyRow }> {
  if (!by) return { key: await authoriseSystem(db, c, { practiceId, scope, now }) }
  requireStaff(await accessToPractice(db, by, practiceId))
  return { by }
}

export async function requireOpen(db: Database, practiceId: string): Promise<void> {
  const { locked } = await getRow(db, 'practice', { id: practiceId }, ['locked'])
  if (locked === 1) throw new ProblemError('practice-locked')
}

/**
 * Returns the practice of a key. Returns undefined if the key is revoked, paused or ended, or lacks the scope, or the
 * practice is locked.
 */
export async function practiceOfKey(
  db: Database,
  { keyId, scope, now }: { keyId: string; scope: KeyScope; now: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('import_key')
    .innerJoin('practice', 'practice.id', 'import_key.practice_id')
    .selectAll('import_key')
    .where('import_key.id', '=', keyId)
    .where('practice.locked', '=', 0)
    .where((key) => key.not(isKeyPaused))
    .executeTakeFirst()
  return row && !isEnded(row, now) && scopesOf(row).includes(scope) ? row.practice_id : undefined
}

interface OfPractice {
  practiceId: string
  now: Date
}

/** Returns the end of a key. Keys created by a server of a former version have no stored end. */
const endOf = ({ ends_at: endsAt, made_at: madeAt }: Pick<KeyRow, 'ends_at' | 'made_at'>): Date =>
  endsAt === null ? daysAfter(new Date(madeAt), MAX_KEY_DAYS) : new Date(endsAt)

const isEnded = (row: KeyRow, now: Date) => endOf(row) <= now
const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS)

export async function keysOf(db: Database, { practiceId, now }: OfPractice): Promise<ImportKey[]> {
  const rows = await keysWithPause(db).where('practice_id', '=', practiceId).orderBy('made_at').orderBy('id').execute()
  return rows.map((row) => keyOf(row, now))
}

interface NewKeyFields {
  name: string
  scopes: readonly KeyScope[]
  days: number
  by: Identity
}

/** Creates a key. Only this response contains the key itself. */
export async function makeKey(
  db: Database,
  { practiceId, name, scopes: chosen, days, by, now }: OfPractice & NewKeyFields,
): Promise<NewImportKey> {
  const scopes = KEY_SCOPES.filter((scope) => chosen.includes(scope))
  const purpose = purposeOfScopes(scopes)
  const key = KEY_PREFIXES[purpose] + randomText(KEY_BYTES)
  const madeBy = await nameAt(db, practiceId, by)
  const row: KeyRow = {
    id: crypto.randomUUID(),
    practice_id: practiceId,
    name,
    purpose,
    scopes: scopes.join(' '),
    hash: await sha256(key),
    made_at: now.toISOString(),
    made_by: madeBy,
    account_id: by.accountId,
    maker_left: 0,
    last_used_at: null,
    ends_at: daysAfter(now, days).toISOString(),
    // The mail about the new key states its end.
    end_told: days <= EXPIRY_NOTICE_DAYS ? 1 : 0,
  }
  await inTransaction(db, async (trx) => {
    if ((await countLocked(trx, 'import_key', practiceId)) >= MAX_IMPORT_KEYS) throw new ProblemError('conflict')
    await trx.insertInto('import_key').values(row).execute()
    await writeAudit(trx, { practiceId, by, action: 'import-key-made', details: { key: name, scopes }, now })
    const details = { by: madeBy, keys: [name], purpose, scopes, endsAt: endOf(row).toISOString() }
    await notifyAdmins(trx, { kind: 'import-key-made', practiceId, details, now })
  })
  return { ...keyOf({ ...row, paused: 0 }, now), key }
}

/** Makes an admin the owner of a paused key. Throws `conflict` if the key is not paused. */
export async function takeOverKey(
  db: Database,
  { practiceId, keyId, by, now }: OfPractice & { keyId: string; by: Identity },
): Promise<ImportKey> {
  return await inTransaction(db, async (trx) => {
    const of = { id: keyId, practice_id: practiceId }
    const row = await trx
      .updateTable('import_key')
      .set({ account_id: by.accountId, made_by: await nameAt(trx, practiceId, by), maker_left: 0 })
      .where((key) => key.and([key.and(of), isKeyPaused]))
      .returningAll()
      .executeTakeFirst()
    if (row) {
      await writeAudit(trx, { practiceId, by, action: 'import-key-kept', details: { key: row.name }, now })
      await announceChange(trx, 'key-kept', { practiceId, by, keys: [row.name], now })
      return keyOf({ ...row, paused: 0 }, now)
    }
    const known = await trx
      .selectFrom('import_key')
      .select('id')
      .where((key) => key.and(of))
      .executeTakeFirst()
    throw new ProblemError(known ? 'conflict' : 'not-found')
  })
}

/**
 * Deletes a key, and rejects its exports that are not yet loaded. The key's name stays in the audit trail and the
 * history. Returns the ids of the exports, needed to remove their files.
 */
export async function revokeKey(
  db: Database,
  { practiceId, keyId, by, now }: OfPractice & { keyId: string; by: Actor },
): Promise<string[]> {
  return await inTransaction(db, async (trx) => {
    const row = await trx
      .deleteFrom('import_key')
      .where('id', '=', keyId)
      .where('practice_id', '=', practiceId)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw new ProblemError('not-found')
    const rejected = await rejectRunsOf(trx, { keyId, now })
    await writeAudit(trx, { practiceId, by, action: 'import-key-revoked', details: { key: row.name }, now })
    return rejected
  })
}

function keyOf(row: KeyRow & { paused: number }, now: Date): ImportKey {
  const { id, name, purpose, made_at: madeAt, made_by: madeBy, last_used_at: lastUsedAt, paused } = row
  return {
    id,
    name,
    purpose,
    scopes: [...scopesOf(row)],
    madeAt,
    endsAt: endOf(row).toISOString(),
    ...present({ madeBy, lastUsedAt }),
    ...(isEnded(row, now) && { ended: true }),
    ...(paused === 1 && { makerLeft: true }),
  }
}

/** Notifies the admins of a practice once when an import key ends soon. */
export async function notifyOfExpiringKeys(ports: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const { db } = ports
  const now = await earlierTime(ports)
  const soon = new Date(now.getTime() + EXPIRY_NOTICE_DAYS * DAY_MS)
  const candidates = await db
    .selectFrom('import_key')
    .select(['id', 'made_at', 'ends_at'])
    .where('end_told', '=', 0)
    .where((key) => key.or([key('ends_at', 'is', null), key('ends_at', '<=', soon.toISOString())]))
    .execute()
  for (const { id } of candidates.filter((key) => endOf(key) <= soon)) {
    await inTransaction(db, async (trx) => {
      // Only one of several servers notifies the admins.
      const key = await trx
        .updateTable('import_key')
        .set({ end_told: 1 })
        .where('id', '=', id)
        .where('end_told', '=', 0)
        .returning(['practice_id as practiceId', 'name', 'purpose', 'made_at', 'ends_at'])
        .executeTakeFirst()
      if (!key) return
      const details = { keys: [key.name], purpose: key.purpose, endsAt: endOf(key).toISOString() }
      await notifyAdmins(trx, { kind: 'import-key-ending', practiceId: key.practiceId, details, now })
    })
  }
}
