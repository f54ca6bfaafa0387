import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { type FormContext, type FormState, canWithdraw, stateOfForm } from '#contract/form.ts'
import type { Language } from '#contract/languages.ts'
import { type Page, type Sort, pageInfo } from '#contract/paging.ts'
import { SPECIES } from '#contract/patient.ts'
import type { FormContent, FormTask, FormTaskDetail, PracticeFormTask } from '#contract/schemas/form.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { localDay } from '#contract/zone.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import { animalNames } from '#server/animals/names.ts'
import { present } from '#server/db/present.ts'
import type { ClientRow, Database, FormAnswerTable, FormTaskTable, Schema } from '#server/db/schema.ts'
import { type Stored, parseStored } from '#server/db/stored.ts'
import { ProblemError } from '#server/http/problem.ts'
import { FEED_SIZE, type Paging } from '#server/operations/parameters.ts'
import type { PhotoUrl } from '#server/requests/queries.ts'
import { textsIn } from '#server/texts.ts'

/** Form that a client was asked to fill in, with everything on which its state and fields depend. */
export interface TaskRow extends FormTaskTable {
  kind: Schema['form']['kind']
  /** Version to show: the completed one, or else the last one. */
  version: number
  content: string
  patient_name: string | null
  patient_data: string | null
  appointment_data: string | null
  appointment_status: string | null
  start: string | null
  ends_at: string | null
  /** Date of the last visit form for the animal, except those that state another appointment. */
  last_visit: IsoDate | null
}

const lastVisit = sql<IsoDate | null>`(select max(v.date) from visit_form v where v.client_uuid = t.client_uuid
  and (v.appointment_uuid is null or v.appointment_uuid = t.appointment_uuid)
  and (v.patient_uuid is null or t.patient_uuid is null or v.patient_uuid = t.patient_uuid))`

const tasksWhere = (condition: RawBuilder<SqlBool>, rest: RawBuilder<unknown> = sql``) => sql<TaskRow>`
  select t.*, f.kind, w.version, w.content, p.name as patient_name, p.data as patient_data, a.data as appointment_data,
    a.status as appointment_status, a.start, a.ends_at, ${lastVisit} as last_visit
  from form_task t join form f on f.id = t.form_id join client c on c.uuid = t.client_uuid and c.registered = 1
  left join form_answer r on r.task_uuid = t.uuid
  join form_version w on w.form_id = t.form_id and w.version = coalesce(r.version, f.version)
  left join patient p on p.uuid = t.patient_uuid and p.client_uuid = t.client_uuid
  left join appointment a on a.uuid = t.appointment_uuid and a.client_uuid = t.client_uuid
  where ${condition} ${rest}`

export async function taskRow(
  db: Database,
  { taskId, scope }: { taskId: string; scope: { clientId: string } | { practiceId: string } },
): Promise<TaskRow> {
  const isInScope =
    'clientId' in scope
      ? sql<SqlBool>`t.client_uuid = ${scope.clientId}`
      : sql<SqlBool>`t.practice_id = ${scope.practiceId}`
  const { rows } = await tasksWhere(sql`t.uuid = ${taskId.toLowerCase()} and ${isInScope}`).execute(db)
  if (!rows[0]) throw new ProblemError('not-found')
  return rows[0]
}

export function stateOf(row: TaskRow, now: Date): FormState {
  const { state, appointment_uuid: uuid, appointment_status: status, ends_at: endsAt } = row
  const appointment = uuid === null ? undefined : status === null || endsAt === null ? null : { status, endsAt }
  return stateOfForm({ state, appointment }, now)
}

export const isWithdrawable = (row: TaskRow, now: Date): boolean =>
  canWithdraw({ kind: row.kind, state: stateOf(row, now), isRecorded: isRecorded(row) })

const isRecorded = ({ appointment_status: status, start, last_visit: lastVisit }: TaskRow): boolean =>
  status === 'DONE' || (start !== null && lastVisit !== null && lastVisit >= localDay(Date.parse(start)))

/** Returns the published content of a version. Throws `not-found` if it is unreadable. */
export function contentOf({ content }: Pick<TaskRow, 'content'>): FormContent {
  const found = parseStored('formContent', content)
  if (!found) throw new ProblemError('not-found')
  return found
}

/** Returns the circumstances of a form: species, reason, and the data of the record in a language. */
export function contextOf(row: TaskRow, client: ClientRow, language: Language): FormContext {
  const patient = row.patient_data === null ? undefined : parseStored('patient', row.patient_data)
  const appointment = row.appointment_data === null ? undefined : parseStored('appointment', row.appointment_data)
  return {
    ...(patient?.species !== undefined && { species: patient.species }),
    ...(appointment && { reason: appointment.reason }),
    facts: { ...factsOfClient(client), ...(patient && factsOfPatient(patient, language)) },
  }
}

const joined = (...texts: (string | null)[]) => texts.flatMap((text) => text?.trim() || []).join(' ')

function factsOfClient(client: ClientRow) {
  const { street, house_number: houseNumber, postal_code: postalCode, city, phone, mobile, email } = client
  const address = [joined(street, houseNumber), joined(postalCode, city)].filter(Boolean).join(', ')
  return present({ clientName: nameOfRow(client), address: address || null, phone: mobile ?? phone, email })
}

function factsOfPatient(patient: Patient, language: Language) {
  const { name, species, breed, birthDate, chipNumber, weightKg } = patient
  const { text, count } = textsIn(language)
  const known = SPECIES.find((one) => one === species)
  return {
    patientName: name,
    ...(known && { species: text(`client.patients.species.${known}`) }),
    ...(breed && { breed }),
    ...(birthDate !== undefined && { birthDate }),
    ...(chipNumber && { chipNumber }),
    ...(weightKg !== undefined && { weight: `${count(weightKg)} kg` }),
  }
}

/** How forms are shown to a reader. */
export interface Showing {
  now: Date
  /** Absent for the practice's own system, which gets the names as stored. */
  language?: Language
  /** Account of the owner who reads. Answers of other accounts are left out. Absent for the practice. */
  accountId?: string
  fileUrl: (file: { answerId: string; clientId: string; title: string }) => Promise<string>
  photoUrl: PhotoUrl
}

export async function formsOfClient(
  db: Database,
  { clientId, sort, page, size }: Paging & { clientId: string; sort: Sort },
  showing: Showing,
): Promise<Page<FormTask>> {
  const { total } = await db
    .selectFrom('form_task')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('client_uuid', '=', clientId)
    .executeTakeFirstOrThrow()
  const { rows } = await tasksWhere(sql`t.client_uuid = ${clientId}`, inPage({ sort, page, size })).execute(db)
  const shown = await shownTasks(db, rows, showing)
  return { content: shown.map(({ task }) => task), page: pageInfo(page, size, Number(total)) }
}

const inPage = ({ sort, page, size }: Paging & { sort: Sort }) => {
  const direction = sql.raw(sort === 'date,asc' ? 'asc' : 'desc')
  return sql`order by t.asked_at ${direction}, t.uuid ${direction} limit ${size} offset ${page * size}`
}

/** Returns the forms of an appointment, the oldest first. */
export async function formsOfAppointment(
  db: Database,
  { clientId, appointmentId }: { clientId: string; appointmentId: string },
  showing: Showing,
): Promise<FormTask[]> {
  const isOfAppointment = sql<SqlBool>`t.client_uuid = ${clientId} and t.appointment_uuid = ${appointmentId}`
  const { rows } = await tasksWhere(isOfAppointment, sql`order by t.asked_at, t.uuid`).execute(db)
  return (await shownTasks(db, rows, showing)).map(({ task }) => task)
}

export async function formOfClient(
  db: Database,
  { client, taskId }: { client: ClientRow; taskId: string },
  showing: Showing & { language: Language },
): Promise<FormTaskDetail> {
  const row = await taskRow(db, { taskId, scope: { clientId: client.uuid } })
  const [shown] = await shownTasks(db, [row], showing)
  if (!shown) throw new ProblemError('not-found')
  return detailOf(shown, contextOf(row, client, showing.language))
}

export interface FormSearch extends Paging {
  practiceId: string
  state?: Exclude<FormState, 'lapsed'> | undefined
  formId?: string | undefined
  clientId?: string | undefined
  sort: Sort
}

export async function formPage(db: Database, search: FormSearch, showing: Showing): Promise<Page<PracticeFormTask>> {
  const { practiceId, state, formId, clientId, page, size } = search
  const conditions = [
    sql<SqlBool>`t.practice_id = ${practiceId}`,
    state !== undefined && sql<SqlBool>`t.state = ${state}`,
    formId !== undefined && sql<SqlBool>`t.form_id = ${formId}`,
    clientId !== undefined && sql<SqlBool>`t.client_uuid = ${clientId}`,
  ].filter((condition) => condition !== false)
  const condition = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const total = await countTasks(db, condition)
  const { rows } = await tasksWhere(condition, inPage(search)).execute(db)
  return { content: await practiceTasks(db, rows, showing), page: pageInfo(page, size, total) }
}

async function countTasks(db: Database, condition: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from form_task t
    join client c on c.uuid = t.client_uuid and c.registered = 1 where ${condition}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Returns forms that changed after a number, in the order of the numbers. The page has their total. */
export async function formsAfter(
  db: Database,
  { practiceId, after }: { practiceId: string; after: number },
  showing: Showing,
): Promise<Page<PracticeFormTask>> {
  const condition = sql<SqlBool>`t.practice_id = ${practiceId} and t.number > ${after}`
  const total = await countTasks(db, condition)
  const { rows } = await tasksWhere(condition, sql`order by t.number limit ${sql.lit(FEED_SIZE)}`).execute(db)
  return { content: await practiceTasks(db, rows, showing), page: pageInfo(0, FEED_SIZE, total) }
}

export async function formOfPracticeClient(
  db: Database,
  { practiceId, taskId }: { practiceId: string; taskId: string },
  showing: Showing,
): Promise<PracticeFormTask> {
  const row = await taskRow(db, { taskId, scope: { practiceId } })
  const [shown] = await practiceTasks(db, [row], showing)
  if (!shown) throw new ProblemError('not-found')
  return shown
}

async function practiceTasks(db: Database, rows: readonly TaskRow[], showing: Showing): Promise<PracticeFormTask[]> {
  const shown = await shownTasks(db, rows, showing)
  const clients = new Map<string, ClientRow>()
  for (const clientId of new Set(rows.map(({ client_uuid: uuid }) => uuid)))
    clients.set(clientId, await clientRow(db, clientId))
  return shown.flatMap((each) => {
    const { row, answer } = each
    const client = clients.get(row.client_uuid)
    if (!client) return []
    return {
      ...detailOf(each, contextOf(row, client, showing.language ?? 'nl')),
      clientName: nameOfRow(client),
      number: Number(row.number),
      ...present({ clientNumber: client.client_number, askedBy: row.asked_by }),
      ...(answer && { sha256: answer.sha256, completedBy: answer.completed_by }),
    }
  })
}

export const clientRow = (db: Database, uuid: string): Promise<ClientRow> =>
  db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()

interface Shown {
  row: TaskRow
  task: FormTask
  content: FormContent
  answer: FormAnswerTable | undefined
  data: Stored['formAnswered'] | undefined
  photos: { id: string; url: string }[]
}

/** Builds responses for rows, in their order. Leaves out forms without readable content. */
async function shownTasks(db: Database, rows: readonly TaskRow[], showing: Showing): Promise<Shown[]> {
  const { now, language } = showing
  const answers = await answersOf(db, rows, showing)
  const photos = await photosOf(db, [...answers.values()], showing)
  const animals = rows.map(({ patient_uuid: uuid }) => uuid)
  const nameOf = language && (await animalNames(db, animals, language))
  const shown: Shown[] = []
  for (const row of rows) {
    const content = parseStored('formContent', row.content)
    if (!content) continue
    const answer = answers.get(row.uuid)
    const patientName = row.patient_name ?? undefined
    const named = nameOf ? nameOf(row.patient_uuid, patientName) : patientName
    const appointment = row.appointment_data === null ? undefined : parseStored('appointment', row.appointment_data)
    const file = answer && { answerId: answer.id, clientId: row.client_uuid, title: content.title.nl }
    const task: FormTask = {
      uuid: row.uuid,
      practiceId: row.practice_id,
      clientUuid: row.client_uuid,
      formId: row.form_id,
      kind: row.kind,
      title: content.title,
      state: stateOf(row, now),
      askedAt: row.asked_at,
      version: row.version,
      ...present({ patientUuid: row.patient_uuid, closedAt: row.closed_at }),
      ...(named !== undefined && { patientName: named }),
      ...(appointment && { appointment }),
      ...(answer && file && { completedAt: answer.completed_at, url: await showing.fileUrl(file) }),
      ...(answer && isWithdrawable(row, now) && { withdrawable: true }),
    }
    const data = answer && parseStored('formAnswered', answer.data)
    shown.push({ row, task, content, answer, data, photos: answer ? (photos.get(answer.id) ?? []) : [] })
  }
  return shown
}

function detailOf({ task, content, data, photos }: Shown, context: FormContext): FormTaskDetail {
  const { species, reason, facts } = data ?? context
  return {
    ...task,
    content,
    facts,
    ...(species !== undefined && { species }),
    ...(reason !== undefined && { reason }),
    ...(data && { answers: data.answers, photos }),
    ...(data?.signature && { signature: data.signature }),
  }
}

/** Returns the answers that the reader may see, by form. */
async function answersOf(
  db: Database,
  rows: readonly TaskRow[],
  { accountId }: Showing,
): Promise<ReadonlyMap<string, FormAnswerTable>> {
  if (rows.length === 0) return new Map()
  const found = await db
    .selectFrom('form_answer')
    .selectAll()
    .where(
      'task_uuid',
      'in',
      rows.map(({ uuid }) => uuid),
    )
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .execute()
  return new Map(found.map((answer) => [answer.task_uuid, answer]))
}

async function photosOf(db: Database, answers: readonly FormAnswerTable[], { photoUrl }: Showing) {
  if (answers.length === 0) return new Map<string, { id: string; url: string }[]>()
  const photos = await db
    .selectFrom('request_photo')
    .select(['id', 'answer_id', 'client_uuid as clientId', 'type'])
    .where(
      'answer_id',
      'in',
      answers.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  const byAnswer = new Map<string, { id: string; url: string }[]>()
  for (const { answer_id: answerId, ...photo } of photos) {
    const ofAnswer = byAnswer.get(answerId ?? '') ?? []
    byAnswer.set(answerId ?? '', [...ofAnswer, { id: photo.id, url: await photoUrl(photo) }])
  }
  return byAnswer
}
