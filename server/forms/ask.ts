import { type SqlBool, sql } from 'kysely'
import { ASK_DAYS, MAX_OPEN_FORMS, askedAnimals, translated } from '#contract/form.ts'
import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { FormRule, NewFormTask } from '#contract/schemas/form.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { lockClientRow } from '#server/clients/rows.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { findRow } from '#server/db/one-row.ts'
import { isFormer } from '#server/db/patient-state.ts'
import type { ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'
import { earlierTime } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { nextNumber } from '#server/db/change-number.ts'
import { ProblemError } from '#server/http/problem.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { nameAt } from '#server/memberships/members.ts'
import type { Ports } from '#server/ports.ts'
import { reject } from '#server/requests/content.ts'
import { contentOf, taskRow } from './tasks.ts'

/** Member of staff or key that asks; both undefined for the rule of a form. */
interface Asker {
  by?: Actor | undefined
  /** Name of the key. */
  key?: string | undefined
}

interface Asking extends Asker {
  practiceId: string
  task: NewFormTask
  now: Date
}

/**
 * Asks a client to fill in a form, idempotent by its UUID. Throws `not-found` for a client of another practice, and
 * `conflict` if another form or client has the UUID.
 */
export async function askForm(
  trx: DatabaseTransaction,
  { practiceId, task, by, key, now }: Asking,
): Promise<{ isNew: boolean }> {
  const client = await lockClientRow(trx, task.clientUuid.toLowerCase())
  if (client?.registered !== 1 || client.practice_id !== practiceId) throw new ProblemError('not-found')
  const [uuid, formId] = [task.uuid.toLowerCase(), task.formId.toLowerCase()]
  const asked = await findRow(trx, 'form_task', { uuid }, ['client_uuid', 'form_id'])
  if (asked) {
    if (asked.client_uuid !== client.uuid || asked.form_id !== formId) throw new ProblemError('conflict')
    return { isNew: false }
  }
  const form = await findRow(trx, 'form', { id: formId, practice_id: practiceId, active: 1 }, ['version', 'content'])
  if (!form || form.version === 0) reject({ pointer: '#/formId', code: 'unknownValue' })
  const appointmentUuid = task.appointmentUuid?.toLowerCase()
  const animals = await requireAppointment(trx, { client, appointmentUuid, now })
  const [only, other] = animals
  const patientUuid = task.patientUuid?.toLowerCase() ?? (other === undefined ? only : undefined)
  if (task.patientUuid !== undefined) await requireAnimal(trx, client, task.patientUuid.toLowerCase())
  await insertTask(trx, {
    client,
    form: { id: formId, version: form.version, title: translated(contentOf(form).title, DEFAULT_LANGUAGE) },
    task: { uuid, patient_uuid: patientUuid ?? null, appointment_uuid: appointmentUuid ?? null },
    by,
    key,
    now,
  })
  return { isNew: true }
}

interface Named {
  client: ClientRow
  appointmentUuid: string | undefined
  now: Date
}

/** Returns the animals of the appointment. Throws `validation-failed` unless it is a coming one of the client. */
async function requireAppointment(
  trx: DatabaseTransaction,
  { client, appointmentUuid, now }: Named,
): Promise<string[]> {
  if (appointmentUuid === undefined) return []
  const found = await trx
    .selectFrom('appointment')
    .select('data')
    .where('uuid', '=', appointmentUuid)
    .where('client_uuid', '=', client.uuid)
    .where('status', '=', 'BOOKED')
    .where('ends_at', '>=', now.toISOString())
    .executeTakeFirst()
  if (!found) reject({ pointer: '#/appointmentUuid', code: 'unknownValue' })
  return parseStored('appointment', found.data)?.patientUuids ?? []
}

async function requireAnimal(trx: DatabaseTransaction, client: ClientRow, patientUuid: string): Promise<void> {
  const animal = await trx
    .selectFrom('patient')
    .select('uuid')
    .where('uuid', '=', patientUuid)
    .where('client_uuid', '=', client.uuid)
    .where(sql<SqlBool>`not ${isFormer('patient')}`)
    .executeTakeFirst()
  if (!animal) reject({ pointer: '#/patientUuid', code: 'unknownValue' })
}

interface NewTask extends Asker {
  client: ClientRow
  form: { id: string; version: number; title: string }
  task: { uuid: string; patient_uuid: string | null; appointment_uuid: string | null }
  now: Date
}

async function insertTask(trx: DatabaseTransaction, { client, form, task, by, key, now }: NewTask): Promise<void> {
  const { uuid: clientId, practice_id: practiceId, account_id: accountId } = client
  const { open } = await trx
    .selectFrom('form_task')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('client_uuid', '=', clientId)
    .where('state', '=', 'asked')
    .executeTakeFirstOrThrow()
  if (Number(open) >= MAX_OPEN_FORMS) reject({ pointer: '#/clientUuid', code: 'tooMany' })
  const askedBy = by ? await nameAt(trx, practiceId, by) : (key ?? null)
  // One mail at a time is queued for a client. An owner who has not opened the portal yet has another mail with a link.
  if (accountId !== null && client.activation === 'activated')
    await queueMails(trx, [{ kind: 'form-asked', accountId, practiceId, details: { clientId }, now }])
  await writeAudit(trx, {
    practiceId,
    by,
    action: 'form-asked',
    client,
    details: { form: form.title, ...(key !== undefined && { key }) },
    about: { formTaskId: task.uuid },
    now,
  })
  const number = await nextNumber(trx, 'form_number', practiceId)
  await trx
    .insertInto('form_task')
    .values({
      ...task,
      practice_id: practiceId,
      client_uuid: clientId,
      form_id: form.id,
      state: 'asked',
      asked_at: now.toISOString(),
      asked_version: form.version,
      asked_by: askedBy,
      closed_at: null,
      number,
    })
    .execute()
}

interface Cancelling extends Asker {
  practiceId: string
  taskId: string
  now: Date
}

/** Stops asking for a form. Throws `form-closed` for a form that is not open; a repetition changes nothing. */
export async function cancelForm(
  trx: DatabaseTransaction,
  { practiceId, taskId, by, key, now }: Cancelling,
): Promise<void> {
  const { client_uuid: clientId } = await taskRow(trx, { taskId, scope: { practiceId } })
  const client = await lockClientRow(trx, clientId)
  const row = await taskRow(trx, { taskId, scope: { practiceId } })
  if (row.state === 'cancelled') return
  if (row.state !== 'asked') throw new ProblemError('form-closed')
  await writeAudit(trx, {
    practiceId,
    by,
    action: 'form-cancelled',
    ...(client && { client }),
    details: { form: translated(contentOf(row).title, DEFAULT_LANGUAGE), ...(key !== undefined && { key }) },
    about: { formTaskId: row.uuid },
    now,
  })
  const number = await nextNumber(trx, 'form_number', practiceId)
  await trx
    .updateTable('form_task')
    .set({ state: 'cancelled', closed_at: now.toISOString(), number })
    .where('uuid', '=', row.uuid)
    .execute()
}

/** Asks for the forms whose rule matches an appointment of the coming days. Runs every minute. */
export async function askByRules(ports: Pick<Ports, 'db' | 'clock' | 'stopping'>): Promise<void> {
  const { db } = ports
  const now = await earlierTime(ports)
  const forms = await db
    .selectFrom('form')
    .innerJoin('practice', 'practice.id', 'form.practice_id')
    .select(['form.id', 'form.practice_id as practiceId', 'form.rule'])
    .where('practice.locked', '=', 0)
    .where('form.active', '=', 1)
    .where('form.version', '>', 0)
    .where('form.rule', 'is not', null)
    .orderBy('form.id')
    .execute()
  for (const { id, practiceId, rule } of forms) {
    const parsed = rule === null ? undefined : parseStored('formRule', rule)
    if (parsed) await askByRule(ports, { formId: id, practiceId, rule: parsed, now })
  }
}

const BATCH_SIZE = 200

interface AskingByRule {
  formId: string
  practiceId: string
  rule: FormRule
  now: Date
}

async function askByRule(
  { db, stopping }: Pick<Ports, 'db' | 'stopping'>,
  { formId, practiceId, rule, now }: AskingByRule,
): Promise<void> {
  let after = { start: now.toISOString(), uuid: '' }
  await inBatches({ stopping }, async () => {
    const { rows } = await sql<{ uuid: string; start: string; clientId: string; data: string }>`
      select a.uuid, a.start, a.client_uuid as "clientId", a.data from appointment a
      join client c on c.uuid = a.client_uuid and c.practice_id = ${practiceId} and c.registered = 1 and c.locked = 0
      where a.status = 'BOOKED' and a.start <= ${momentAfter(now, ASK_DAYS * DAY_MS)}
        and (a.start > ${after.start} or (a.start = ${after.start} and a.uuid > ${after.uuid}))
        and not exists (select 1 from form_task t where t.form_id = ${formId} and t.appointment_uuid = a.uuid)
      order by a.start, a.uuid limit ${sql.lit(BATCH_SIZE)}`.execute(db)
    for (const { uuid, clientId, data } of rows) {
      const appointment = parseStored('appointment', data)
      if (!appointment) continue
      const animals = await speciesOf(db, clientId, appointment.patientUuids)
      const asked = askedAnimals(rule, { reason: appointment.reason, animals })
      if (asked.length > 0)
        await inTransaction(db, (trx) =>
          askOnce(trx, { practiceId, formId, clientId, appointmentUuid: uuid, animals: asked, now }),
        )
    }
    after = rows.at(-1) ?? after
    return rows.length < BATCH_SIZE ? 'last' : 'more'
  })
}

async function speciesOf(db: Database, clientId: string, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  const rows = await db
    .selectFrom('patient')
    .select(['uuid', 'data'])
    .where('client_uuid', '=', clientId)
    .where('uuid', 'in', uuids)
    .where(sql<SqlBool>`not ${isFormer('patient')}`)
    .orderBy('name')
    .orderBy('uuid')
    .execute()
  return rows.map(({ uuid, data }) => ({ uuid, species: parseStored('patient', data)?.species }))
}

interface AskingOnce {
  practiceId: string
  formId: string
  clientId: string
  appointmentUuid: string
  animals: readonly (string | null)[]
  now: Date
}

/** Asks for a form of an appointment, unless another server has asked for it meanwhile. */
async function askOnce(
  trx: DatabaseTransaction,
  { practiceId, formId, clientId, appointmentUuid, animals, now }: AskingOnce,
): Promise<void> {
  await lockClientRow(trx, clientId)
  if (await findRow(trx, 'form_task', { form_id: formId, appointment_uuid: appointmentUuid }, ['uuid'])) return
  for (const patientUuid of animals) {
    const animal = patientUuid !== null && { patientUuid }
    const task = { uuid: crypto.randomUUID(), formId, clientUuid: clientId, appointmentUuid, ...animal }
    try {
      await askForm(trx, { practiceId, task, now })
    } catch (error) {
      // The appointment, animal or form has changed since it was selected, or the client has too many open forms.
      if (!(error instanceof ProblemError)) throw error
    }
  }
}
