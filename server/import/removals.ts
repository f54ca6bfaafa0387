import { type RawBuilder, sql } from 'kysely'
import type { LargePart } from '#contract/schemas/imports.ts'
import { ALL_KINDS, isLarge } from '#contract/imports.ts'
import { writeAudit, writeAudits } from '#server/access-log/write.ts'
import { deleteOrphanedAccounts } from '#server/clients/accounts.ts'
import { archiveCalendars, archiveClients, openRemoval } from '#server/clients/removal-archive.ts'
import { archiveAndDelete } from '#server/clients/removed-records.ts'
import { lockClientRows, stageRequestsOf, unregister } from '#server/clients/rows.ts'
import { countRecords } from '#server/clients/records.ts'
import { isPostgres } from '#server/db/engine.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'
import { activeAdmins, staffMember } from '#server/memberships/members.ts'
import { withdrawOffer } from '#server/offers/offers.ts'
import { changeStaff } from '#server/staff/change.ts'
import { RECORD_KINDS, type RecordKind } from './records.ts'
import { isPermanent } from './removal-line.ts'
import { REMOVAL } from './staging.ts'
import { RECORD_TABLES } from './tables.ts'

// Processes lines with `removed: true`. The staging tables hold them with the other lines of their kind, marked by
// `wrong`.

/** Kinds whose rows are deleted, children before parents. A staff membership ends instead. */
export const DELETED = [
  'logbookEntry',
  'appointment',
  'reminder',
  'visitForm',
  'attachment',
  'invoice',
  'estimate',
  'patient',
  'client',
] as const satisfies RecordKind[]
type DeletedKind = (typeof DELETED)[number]

export const isDeleted = (kind: RecordKind): kind is DeletedKind => (DELETED as readonly RecordKind[]).includes(kind)

const linkOf = (kind: DeletedKind) =>
  kind === 'client' ? 'practice_id' : kind === 'logbookEntry' ? 'patient_uuid' : 'client_uuid'

export function practiceOf(kind: DeletedKind, row = 't'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  if (kind === 'client') return column('practice_id')
  if (kind === 'logbookEntry')
    return sql`(select c.practice_id from patient p join client c on c.uuid = p.client_uuid
      where p.uuid = ${column('patient_uuid')})`
  return sql`(select c.practice_id from client c where c.uuid = ${column('client_uuid')})`
}

/** Returns the staged column with the practice stated by the line. */
export const stagedPracticeOf = (kind: RecordKind) =>
  kind === 'client' || kind === 'user' ? 'practice_id' : 'stated_practice'

/** Keeps only the last of several lines with the same key if one of them is a removal. */
export async function dropRepeatedRemovals(db: Database): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const { staged, key } = RECORD_TABLES[kind]
    const [x, id] = [sql.table(staged), sql.ref(key)]
    const pairs = sql`${x} y join ${x} later on later.${id} = y.${id} and later.line > y.line`
    for (const condition of [sql`later.wrong = ${REMOVAL}`, sql`y.wrong = ${REMOVAL} and later.wrong = 0`])
      await sql`delete from ${x} where line in (select y.line from ${pairs} where ${condition})`.execute(db)
  }
}

/**
 * Rejects removals of another practice's records, and completes the others. Runs before the link check, so that a
 * line that refers to a removed record is left out.
 */
export async function prepareRemovals(db: Database, practiceId: string | null): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const x = sql.table(RECORD_TABLES[kind].staged)
    const { count } = await oneRow(
      sql<{ count: number }>`select count(*) as count from ${x} where wrong = ${REMOVAL}`,
      db,
    )
    if (Number(count) === 0) continue
    const stated = sql.ref(stagedPracticeOf(kind))
    if (practiceId !== null)
      await sql`insert into staged_note (line, kind, note) select line, ${sql.lit(kind)}, 'practiceId otherPractice' from ${x}
        where wrong = ${REMOVAL} and ${stated} <> ${practiceId}`.execute(db)
    await sql`update ${x} set ${stated} = ${practiceId} where wrong = ${REMOVAL} and ${stated} is null`.execute(db)
    if (!isDeleted(kind)) continue
    const t = sql.table(RECORD_TABLES[kind].table)
    await sql`insert into staged_note (line, kind, note) select x.line, ${sql.lit(kind)}, 'uuid otherPractice'
      from ${x} x join ${t} t on t.uuid = x.uuid
      where x.wrong = ${REMOVAL} and coalesce(${practiceId}, x.${stated}) <> ${practiceOf(kind)}`.execute(db)
    const link = sql.ref(linkOf(kind))
    await sql`update ${x} set ${link} = coalesce((select t.${link} from ${t} t where t.uuid = ${x}.uuid), ${link})
      where wrong = ${REMOVAL}`.execute(db)
  }
}

export const isStaffExported = sql`exists (select 1 from exported_staff t
  where t.practice_id = staged_user.practice_id and t.username = staged_user.username)`

/**
 * Marks every removal as `removed`, `absent` or `kept`. An admin has undone an earlier removal of a `kept` record.
 */
export async function compareRemovals(db: Database): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const { staged, table, key } = RECORD_TABLES[kind]
    const x = sql.table(staged)
    const exists =
      kind === 'user'
        ? isStaffExported
        : sql`exists (select 1 from ${sql.table(table)} t where t.${sql.ref(key)} = ${x}.${sql.ref(key)})`
    await sql`update ${x} set change = case when not ${exists} then 'absent'
        when exists (select 1 from kept_record k where k.kind = ${kind} and k.key = ${x}.${sql.ref(key)}) then 'kept'
        else 'removed' end
      where wrong = ${REMOVAL}`.execute(db)
    await sql`insert into staged_remark (line, kind, note)
      select line, ${sql.lit(kind)}, ${sql.lit(`${key} removalUndone`)} from ${x} where wrong = ${REMOVAL} and change = 'kept'`.execute(
      db,
    )
  }
}

/** Counts the removals of a kind by practice. Removals without effect count as unchanged. */
export async function countRemovals(
  db: Database,
  kind: RecordKind,
  { practice, joins }: Record<'practice' | 'joins', RawBuilder<unknown>>,
): Promise<{ practice: string; removed: number; unchanged: number }[]> {
  if (isPermanent(kind)) return []
  const { rows } = await sql<{ practice: string | null; removed: number; unchanged: number }>`
    select practice, count(case when change = 'removed' then 1 end) as removed,
      count(case when change <> 'removed' then 1 end) as unchanged
    from (select coalesce(${practice}, x.${sql.ref(stagedPracticeOf(kind))}) as practice, x.change
      from ${sql.table(RECORD_TABLES[kind].staged)} x ${joins} where x.wrong = ${REMOVAL}) removals
    group by practice`.execute(db)
  return rows.flatMap(({ practice: id, removed, unchanged }) =>
    id === null ? [] : [{ practice: id, removed: Number(removed), unchanged: Number(unchanged) }],
  )
}

/** Returns removals of so many of a practice's records that an admin must confirm the export. */
export async function largeRemovals(db: Database): Promise<LargePart[]> {
  const large: LargePart[] = []
  for (const [practice, count] of await stageRemovals(db)) {
    const part = { kind: ALL_KINDS, what: 'removed' as const, count, of: await countRecords(db, practice) }
    if (isLarge(part)) large.push(part)
  }
  return large
}

/**
 * Fills the temporary table `gone` with the rows that removals delete: named rows and their children. Returns the
 * number of rows by practice.
 */
async function stageRemovals(db: Database): Promise<Map<string, number>> {
  await sql`drop table if exists gone`.execute(db)
  await sql`create temporary table gone as select uuid as key, uuid as client_uuid, practice_id,
    cast(null as text) as source, cast(0 as integer) as named from client where 1 = 0`.execute(db)
  await sql`create index gone_key on gone (key)`.execute(db)
  for (const kind of DELETED.toReversed()) await collect(db, kind)
  if (isPostgres(db)) await sql`analyze gone`.execute(db)
  const { rows } = await sql<{ practice: string; count: number }>`
    select practice_id as practice, count(*) as count from gone group by practice_id`.execute(db)
  return new Map(rows.map(({ practice, count }) => [practice, Number(count)]))
}

async function collect(db: Database, kind: DeletedKind): Promise<void> {
  const { staged, table } = RECORD_TABLES[kind]
  const t = sql.table(table)
  const named = sql`select uuid, 1 as named from ${sql.table(staged)} where wrong = ${REMOVAL} and change = 'removed'`
  const children = childrenOf(kind).map((rows) => sql` union all select t.uuid, 0 from ${rows}`)
  const client = kind === 'client' ? sql`c.uuid = t.uuid` : sql`c.uuid = t.client_uuid`
  const home =
    kind === 'logbookEntry'
      ? sql`join patient p on p.uuid = t.patient_uuid join client c on c.uuid = p.client_uuid`
      : sql`join client c on ${client}`
  await sql`insert into gone (key, client_uuid, practice_id, source, named)
    select t.uuid, c.uuid, c.practice_id, ${sql.lit(table)}, n.named
    from (select uuid, max(named) as named from (${named}${sql.join(children, sql``)}) wanted group by uuid) n
    join ${t} t on t.uuid = n.uuid ${home}`.execute(db)
}

/** Returns the rows `t` of a kind that are deleted with a client or an animal. */
function childrenOf(kind: DeletedKind): RawBuilder<unknown>[] {
  const t = sql.table(RECORD_TABLES[kind].table)
  const ofAnimal = (condition: RawBuilder<unknown>) => sql`gone g join patient p on p.uuid = g.key
    join ${t} t on t.client_uuid = p.client_uuid and ${condition} where g.source = 'patient'`
  if (kind === 'client') return []
  if (kind === 'logbookEntry') return [sql`gone g join ${t} t on t.patient_uuid = g.key where g.source = 'patient'`]
  const ofClient = sql`gone g join ${t} t on t.client_uuid = g.key where g.source = 'client'`
  if (kind === 'patient' || kind === 'invoice' || kind === 'estimate') return [ofClient]
  // An appointment of several animals stays for the other animals.
  if (kind === 'appointment') return [ofClient, ofAnimal(sql`t.data like '%"patientUuids":["' || p.uuid || '"]%'`)]
  return [ofClient, ofAnimal(sql`t.patient_uuid = p.uuid`)]
}

interface RemovalContext {
  now: Date
  /** Name of the key that sent the export; undefined for the operator's command. */
  key: string | undefined
}

/** Deletes the marks of undone removals if an export contains the record again, so that a later export can remove it. */
export async function deleteUndoneRemovals(trx: DatabaseTransaction): Promise<void> {
  for (const kind of DELETED)
    await sql`delete from kept_record where kind = ${kind} and exists (
      select 1 from ${sql.table(RECORD_TABLES[kind].staged)} x where x.uuid = kept_record.key and x.wrong = 0)`.execute(
      trx,
    )
}

/**
 * Deletes the records named by the removals of an export, with their children. Each practice gets a removal that an
 * admin can undo for a limited time.
 */
export async function removeRecords(trx: DatabaseTransaction, about: RemovalContext): Promise<void> {
  const practices = await stageRemovals(trx)
  for (const practiceId of [...practices.keys()].toSorted()) {
    const removalId = await openRemoval(trx, { practiceId, ofAll: 0, now: about.now })
    await removeClients(trx, { removalId, practiceId, now: about.now })
    await archiveAndDelete(trx, { removalId, practiceId })
    const { count } = await oneRow(
      sql<{ count: number }>`select count(*) as count from gone where practice_id = ${practiceId} and named = 1`,
      trx,
    )
    const details = { count: Number(count), ...(about.key !== undefined && { key: about.key }) }
    await writeAudit(trx, { practiceId, action: 'records-removed', details, removalId, now: about.now })
  }
  await sql`drop table gone`.execute(trx)
}

const AUDIT_BATCH_SIZE = 200

/** Ends and archives the registrations of deleted clients. */
async function removeClients(
  trx: DatabaseTransaction,
  { removalId, practiceId, now }: { removalId: string; practiceId: string; now: Date },
): Promise<void> {
  const clients = sql`(select g.key from gone g where g.source = 'client' and g.practice_id = ${practiceId})`
  await lockClientRows(trx, clients)
  const selection = sql`(select c.uuid from client c where c.uuid in ${clients} and c.registered = 1)`
  for (let after = '', isMore = true; isMore;) {
    const { rows } = await sql<ClientRow>`select c.* from client c
      where c.uuid in ${selection} and c.uuid > ${after} order by c.uuid limit ${sql.lit(AUDIT_BATCH_SIZE)}`.execute(
      trx,
    )
    await writeAudits(
      trx,
      rows.map((client) => ({ practiceId, action: 'deleted' as const, client, now })),
    )
    isMore = rows.length === AUDIT_BATCH_SIZE
    after = rows.at(-1)?.uuid ?? ''
  }
  await archiveClients(trx, removalId, selection)
  await stageRequestsOf(trx, selection, -1)
  await unregister(trx, selection)
  const accounts = sql`(select r.account_id from removed_client r where r.removal_id = ${removalId})`
  await deleteOrphanedAccounts(trx, practiceId, accounts)
  await archiveCalendars(trx, clients)
}

/**
 * Ends the memberships of staff that an export removes, and withdraws their staff offers.
 * Only staff named by an earlier export are affected: the practice's system may not remove staff invited in the
 * portal. The last admin stays.
 */
export async function endRemovedStaff(trx: DatabaseTransaction, now: Date): Promise<void> {
  const { rows } = await sql<{ line: number; practice: string; username: string; account: string | null }>`
    select x.line, x.practice_id as practice, x.username, a.id as account
    from staged_user x left join account a on a.username = x.username
    where x.wrong = ${REMOVAL} and x.change = 'removed' order by x.practice_id, x.username`.execute(trx)
  for (const { line, practice: practiceId, username, account: accountId } of rows) {
    const isEnded = accountId === null || (await endMembership(trx, { practiceId, accountId, now }))
    if (isEnded)
      await trx
        .deleteFrom('exported_staff')
        .where('practice_id', '=', practiceId)
        .where('username', '=', username)
        .execute()
    else
      await sql`insert into staged_remark (line, kind, note) values (${line}, 'user', 'username lastAdmin')`.execute(
        trx,
      )
  }
}

/** Ends a membership or staff offer. Returns false for the last admin, who stays. */
async function endMembership(
  trx: DatabaseTransaction,
  { practiceId, accountId, now }: { practiceId: string; accountId: string; now: Date },
): Promise<boolean> {
  // Locks the practice, as `changeStaff` does: two concurrent removals could otherwise leave the practice without
  // an admin.
  await trx.updateTable('practice').set({ id: practiceId }).where('id', '=', practiceId).execute()
  const member = await staffMember(trx, practiceId, accountId)
  if (member?.state === 'offered') await withdrawOffer(trx, { accountId, practiceId })
  if (member?.state !== 'active') return true
  if (member.role === 'CLINIC_ADMIN' && (await activeAdmins(trx, practiceId)).length === 1) return false
  await changeStaff(trx, accountId, { role: member.role, active: false }, { practiceId, now })
  return true
}
