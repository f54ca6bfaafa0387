import { type RawBuilder, sql } from 'kysely'
import { canonicalUsername } from '#contract/email.ts'
import { writeAudits } from '#server/access-log/write.ts'
import { notifyFormerAccounts } from '#server/clients/address-change.ts'
import { deleteOrphanedAccounts } from '#server/clients/accounts.ts'
import { type TakenOver, deleteFormer, hasNoRecords, takeOver } from '#server/clients/take-over.ts'
import type { ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'
import type { RecordKind } from './records.ts'
import { isPermanent } from './removal-line.ts'
import { hasReplacements, pairsInEffect, renameAnimals } from './replacements.ts'
import { REMOVAL } from './staging.ts'
import { RECORD_TABLES } from './tables.ts'
import { moveAnswers, renameAnimalsOfEstimates } from './estimates.ts'

/**
 * Marks new clients that replace another client as updated: they are neither registered by the export nor
 * preloaded.
 */
export async function markTakeOver(db: Database): Promise<void> {
  await sql`update staged_client set change = 'updated' where wrong = 0 and change = 'added' and uuid in (
    select p.key from ${pairsInEffect('client')})`.execute(db)
}

const BATCH_SIZE = 200

/**
 * Merges replaced clients. Runs before the clients of the export are loaded. A changed e-mail address is then
 * treated as that of a known client.
 */
export async function replaceClients(trx: DatabaseTransaction, now: Date): Promise<void> {
  if (!(await hasReplacements(trx))) return
  const pairs = sql`(select p.former, p.key from ${pairsInEffect('client')})`
  const taken = await takeOver(trx, pairs, { columns: RECORD_TABLES.client.columns, isWhole: true })
  if (taken.length === 0) return
  const lost = taken.flatMap((each) => each.lost.map(({ uuid }) => uuid))
  for (let from = 0; from < lost.length; from += BATCH_SIZE)
    await sql`insert into staged_remark (line, kind, note)
      select distinct p.line, 'client', 'replaces otherAccount' from staged_replacement p
      where p.kind = 'client' and (p.former in (${sql.join(lost.slice(from, from + BATCH_SIZE))})
        or p.key in (${sql.join(lost.slice(from, from + BATCH_SIZE))}))`.execute(trx)
  await auditTakeOvers(trx, taken, now)
  await deleteFormer(trx)
  await endAccounts(trx, taken, now)
}

async function endAccounts(trx: DatabaseTransaction, taken: readonly TakenOver[], now: Date): Promise<void> {
  for (const [practiceId, batch] of Map.groupBy(taken, (each) => each.practiceId)) {
    const accounts = batch.flatMap(({ lost }) => lost.map(({ accountId }) => accountId))
    for (let from = 0; from < accounts.length; from += BATCH_SIZE) {
      const accountIds = accounts.slice(from, from + BATCH_SIZE)
      await notifyFormerAccounts(trx, { practiceId, accountIds, now })
      await deleteOrphanedAccounts(trx, practiceId, sql`(${sql.join(accountIds)})`)
    }
  }
}

/** Writes audit entries for clients that took over others, and for clients whose accounts lost access. */
async function auditTakeOvers(trx: DatabaseTransaction, taken: readonly TakenOver[], now: Date): Promise<void> {
  for (let from = 0; from < taken.length; from += BATCH_SIZE) {
    const batch = taken.slice(from, from + BATCH_SIZE)
    const rows = await clientsOf(trx, [
      ...batch.map(({ key }) => key),
      ...batch.flatMap(({ lost }) => lost.map(({ uuid }) => uuid)),
    ])
    await writeAudits(
      trx,
      batch.flatMap(({ key, practiceId, lost }) => [
        ...lost.map(({ uuid }) => ({
          practiceId,
          action: uuid === key ? ('email-changed' as const) : ('deleted' as const),
          ...named(rows.get(uuid)),
          now,
        })),
        { practiceId, action: 'merged' as const, ...named(rows.get(key)), now },
      ]),
    )
  }
}

const named = (client: ClientRow | undefined) => (client ? { client } : {})

async function clientsOf(trx: DatabaseTransaction, uuids: string[]): Promise<ReadonlyMap<string, ClientRow>> {
  const rows = await trx.selectFrom('client').selectAll().where('uuid', 'in', uuids).execute()
  return new Map(rows.map((row) => [row.uuid, row]))
}

/** Columns of other records, of the same client, that refer to a record of a kind. */
const NAMING: Partial<Record<RecordKind, { table: string; column: string }[]>> = {
  patient: ['reminder', 'visit_form', 'attachment', 'estimate'].map((table) => ({ table, column: 'patient_uuid' })),
  reminder: [{ table: 'appointment', column: 'reminder_uuid' }],
  appointment: ['visit_form', 'invoice'].map((table) => ({ table, column: 'appointment_uuid' })),
}
/** Kinds that the data of a request may refer to. */
const NAMED_BY_REQUESTS: readonly RecordKind[] = ['reminder', 'appointment', 'visitForm', 'logbookEntry', 'estimate']
/** Maximum number of iterations, which exceeds the number of records of one kind that a row refers to. */
const MAX_NAMED = 1000

/**
 * Points references to former records at their replacements, and deletes the former records. Runs after the records
 * of a kind are loaded.
 */
export async function replaceRecords(trx: DatabaseTransaction, kind: RecordKind): Promise<void> {
  if (isPermanent(kind) || kind === 'user' || kind === 'client') return
  if (!(await hasReplacements(trx))) return
  const pairs = pairsInEffect(kind)
  const client =
    kind === 'logbookEntry'
      ? sql`(select a.client_uuid from patient a where a.uuid = former.patient_uuid)`
      : sql`former.client_uuid`
  const resolved = sql`(select p.former, p.key, ${client} as client_uuid from ${pairs})`
  for (const { table, column } of NAMING[kind] ?? []) {
    const [row, link] = [sql.table(table), sql.ref(column)]
    await sql`update ${row} set ${link} = p.key, data = replace(${row}.data, p.former, p.key) from ${resolved} p
      where ${row}.client_uuid = p.client_uuid and ${row}.${link} = p.former`.execute(trx)
  }
  if (NAMED_BY_REQUESTS.includes(kind)) await renameIn(trx, 'request', resolved)
  // Only the first reminder of an appointment has a column; further reminders are in the data.
  if (kind === 'reminder') await renameIn(trx, 'appointment', resolved)
  if (kind === 'estimate') await moveAnswers(trx, resolved)
  if (kind === 'patient') await replaceAnimals(trx, resolved)
  if (kind === 'reminder')
    await sql`update mailed_reminder set uuid = p.key from ${resolved} p
      where mailed_reminder.client_uuid = p.client_uuid and mailed_reminder.uuid = p.former and not exists (
        select 1 from mailed_reminder m where m.client_uuid = p.client_uuid and m.uuid = p.key)`.execute(trx)
  if (kind === 'appointment')
    await sql`update form_task set appointment_uuid = p.key from ${resolved} p
      where form_task.client_uuid = p.client_uuid and form_task.appointment_uuid = p.former`.execute(trx)
  // An appointment that has questions of its own keeps these.
  if (kind === 'appointment')
    await sql`update visit_question set appointment_uuid = p.key from ${resolved} p
      where visit_question.appointment_uuid = p.former
        and not exists (select 1 from visit_question q where q.appointment_uuid = p.key)`.execute(trx)
  if (kind === 'appointment')
    await sql`update appointment set request_uuid = (select o.request_uuid from appointment o where o.uuid = p.former)
      from ${resolved} p where appointment.uuid = p.key and appointment.request_uuid is null`.execute(trx)
  if (kind === 'invoice')
    await sql`update invoice set line_count = former.line_count, lines = former.lines
      from ${resolved} p join invoice former on former.uuid = p.former
      where invoice.uuid = p.key and invoice.lines is null`.execute(trx)
  const { table } = RECORD_TABLES[kind]
  await sql`delete from ${sql.table(table)} where uuid in (select p.former from ${resolved} p)`.execute(trx)
}

/** Replaces keys in the data of rows. Repeats the update, because each update replaces one key per row. */
async function renameIn(
  trx: DatabaseTransaction,
  table: 'request' | 'appointment',
  pairs: RawBuilder<unknown>,
): Promise<void> {
  const row = sql.table(table)
  for (let round = 0; round < MAX_NAMED; round += 1) {
    const { numAffectedRows = 0n } =
      await sql`update ${row} set data = replace(${row}.data, p.former, p.key) from ${pairs} p
      where ${row}.client_uuid = p.client_uuid and ${row}.data like '%' || p.former || '%'`.execute(trx)
    if (numAffectedRows === 0n) return
  }
}

async function replaceAnimals(trx: DatabaseTransaction, pairs: RawBuilder<unknown>): Promise<void> {
  await sql`update logbook_entry set patient_uuid = p.key from ${pairs} p
    where logbook_entry.patient_uuid = p.former`.execute(trx)
  await renameAnimals(
    trx,
    'appointment',
    sql`(select p.former, p.key, p.client_uuid from ${pairs} p) pair
    join (select uuid, client_uuid from patient) animal on animal.uuid = pair.former`,
  )
  await renameAnimalsOfEstimates(trx, pairs)
  // Requests, forms and shared cards belong to a client, so they move only to an animal of the same client.
  const ofSame = (table: string) => sql`exists (select 1 from patient a
    where a.uuid = p.key and a.client_uuid = ${sql.table(table)}.client_uuid)`
  for (const table of ['request', 'form_task'] as const)
    await sql`update ${sql.table(table)} set patient_uuid = p.key from ${pairs} p
      where ${sql.table(table)}.patient_uuid = p.former and ${ofSame(table)}`.execute(trx)
  await sql`update shared_card set patient_uuid = p.key from ${pairs} p
    where shared_card.client_uuid = p.client_uuid and shared_card.patient_uuid = p.former and ${ofSame('shared_card')}`.execute(
    trx,
  )
  await sql`delete from shared_card where patient_uuid in (select p.former from ${pairs} p)`.execute(trx)
}

/** Records which clients give animals to which other clients. Runs before the animals of the export are loaded. */
export async function stageMovedAnimals(trx: DatabaseTransaction): Promise<void> {
  await sql`drop table if exists moved_animals`.execute(trx)
  await sql`create temporary table moved_animals as
    select distinct p.client_uuid as former, x.client_uuid as key from staged_patient x
    join patient p on p.uuid = x.uuid and p.client_uuid <> x.client_uuid
    join client o on o.uuid = p.client_uuid and o.registered = 1
    where x.wrong = 0 and x.change = 'updated'`.execute(trx)
}

/**
 * Moves the registration of clients whose animals went to a client with the same e-mail address. The former clients
 * have no records left or are about to be removed.
 * Some practice systems merge two records of a person this way, without `replaces`.
 */
export async function followMovedAnimals(
  trx: DatabaseTransaction,
  { of, now }: { of: 'removed' | 'empty'; now: Date },
): Promise<void> {
  const isGiven =
    of === 'empty'
      ? hasNoRecords
      : sql`exists (select 1 from staged_client x where x.uuid = c.uuid and x.wrong = ${REMOVAL} and x.change = 'removed')`
  const { rows } = await sql<{ former: string; key: string; username: string; email: string }>`
    select m.former, m.key, a.username, n.email from moved_animals m
    join client c on c.uuid = m.former and c.registered = 1 join account a on a.id = c.account_id
    join client n on n.uuid = m.key and n.practice_id = c.practice_id
      and (n.registered = 0 or n.account_id = c.account_id)
    where n.email is not null and ${isGiven}
      and not exists (select 1 from moved_animals other where other.former = m.former and other.key <> m.key)
    order by m.former`.execute(trx)
  const merged = rows.filter(({ username, email }) => canonicalUsername(email) === username)
  for (let from = 0; from < merged.length; from += BATCH_SIZE) {
    const batch = merged.slice(from, from + BATCH_SIZE)
    const pairs = sql`(${sql.join(
      batch.map(({ former, key }) => sql`select cast(${former} as text) as former, cast(${key} as text) as key`),
      sql` union all `,
    )})`
    const taken = await takeOver(trx, pairs, { columns: [], isWhole: false })
    await auditTakeOvers(trx, taken, now)
  }
}
