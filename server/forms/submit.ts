import { type FormContext, acceptedAnswers, answerPointer, isSignature, missingIn, translated } from '#contract/form.ts'
import { typeOfBytes } from '#contract/document.ts'
import { MAX_PHOTO_BYTES } from '#contract/request.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { FormContent, FormSubmission } from '#contract/schemas/form.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { createProofs } from '#server/auth/proof.ts'
import { lockClientRow } from '#server/clients/rows.ts'
import type { Call, Services } from '#server/context.ts'
import { findRow } from '#server/db/one-row.ts'
import type { ClientRow, DatabaseTransaction, FormAnswerTable } from '#server/db/schema.ts'
import type { Stored } from '#server/db/stored.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { languageOf, loadParties } from '#server/documents/rendered.ts'
import { type Bytes, readUpTo } from '#server/files/bytes.ts'
import { formKey, photoKey, storeWithRow } from '#server/files/store.ts'
import { sha256 } from '#server/http/keys.ts'
import { nextNumber } from '#server/db/change-number.ts'
import type { Picture } from '#server/pdf/sheet.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Limits } from '#server/ports.ts'
import { claimPhotos } from '#server/requests/photos.ts'
import { reject } from '#server/requests/content.ts'
import { requireQuota } from '#server/storage/quota.ts'
import { formSheet } from './form-sheet.ts'
import { type TaskRow, clientRow, contentOf, contextOf, isWithdrawable, stateOf, taskRow } from './tasks.ts'

export type SubmitPorts = Pick<Services, 'db' | 'files' | 'pdf' | 'images'> & {
  settings: { limits: Pick<Limits, 'practiceBytes'> }
}

interface Submitting {
  clientId: string
  account: { accountId: string; username: string }
  taskId: string
  submission: FormSubmission
  now: Date
}

/**
 * Completes a form, idempotent by the UUID of the submission. The PDF is stored under a new id before the row that names
 * it, so no later call can replace its content. Throws `form-incomplete` and `form-closed`.
 */
export async function submitForm(
  ports: SubmitPorts,
  submitting: Submitting,
  confirm: () => Promise<void>,
): Promise<{ isNew: boolean }> {
  const { db, files } = ports
  const { clientId, account, taskId, submission, now } = submitting
  const row = await taskRow(db, { taskId, scope: { clientId } })
  if (await isRepeated(db, row, submitting)) return { isNew: false }
  if (stateOf(row, now) !== 'asked') throw new ProblemError('form-closed')
  const client = await clientRow(db, clientId)
  const language = await languageOf(db, client)
  const content = await submittedContent(ports, row, submission.version)
  const context = contextOf(row, client, language)
  requireComplete({ row, content, submission, context })
  const isDrawn = isSignature(submission.signature?.strokes)
  if (row.kind === 'consent' && !isDrawn) await confirm()

  const answered = answeredOf({ kind: row.kind, content, submission, context })
  const parties = await loadParties(ports, client, language)
  const photos = await photosOf(files, answered)
  const about = { content, answered, version: submission.version, row, username: account.username, photos, now }
  const pdf = await ports.pdf(await formSheet(about, parties), row.practice_id)
  const [id, hash] = [crypto.randomUUID(), await sha256(pdf)]
  const answer: FormAnswerTable = {
    id,
    task_uuid: row.uuid,
    client_uuid: clientId,
    account_id: account.accountId,
    submission_uuid: submission.uuid.toLowerCase(),
    version: submission.version,
    completed_at: now.toISOString(),
    completed_by: account.username,
    data: JSON.stringify(answered),
    sha256: hash,
  }
  const saved = { isNew: false }
  try {
    await storeWithRow(files, { key: formKey(id), content: pdf }, async () => {
      saved.isNew = await inTransaction(db, (trx) =>
        saveAnswer(trx, { ports, submitting, answer, answered, pdf, content }),
      )
    })
  } finally {
    // Another submission was first, or this one was refused.
    if (!saved.isNew) await files.remove(formKey(id))
  }
  return saved
}

async function submittedContent({ db }: SubmitPorts, row: TaskRow, version: number): Promise<FormContent> {
  if (version === row.version) return contentOf(row)
  const shown = await findRow(db, 'form_version', { form_id: row.form_id, version }, ['content'])
  if (!shown || version < row.asked_version) reject({ pointer: '#/version', code: 'unknownValue' })
  return contentOf(shown)
}

/** Whether the same submission of the same account has completed the form. Throws `form-closed` for another one. */
async function isRepeated(
  db: SubmitPorts['db'],
  row: Pick<TaskRow, 'uuid'>,
  { account, submission }: Pick<Submitting, 'account' | 'submission'>,
): Promise<boolean> {
  const done = await findRow(db, 'form_answer', { task_uuid: row.uuid }, ['submission_uuid', 'account_id'])
  if (!done) return false
  if (done.submission_uuid === submission.uuid.toLowerCase() && done.account_id === account.accountId) return true
  throw new ProblemError('form-closed')
}

interface Judged {
  row: Pick<TaskRow, 'kind'>
  content: FormContent
  submission: FormSubmission
  context: FormContext
}

function requireComplete({ row, content, submission, context }: Judged): void {
  const { answers, signature, proof } = submission
  const isConfirmed = Boolean(proof?.currentPassword ?? proof?.assertion)
  const missing = missingIn({ kind: row.kind, content }, { answers, signature, isConfirmed }, context)
  if (missing.length > 0) throw new ProblemError('form-incomplete', { errors: missing })
}

function answeredOf({
  kind,
  content,
  submission,
  context,
}: Omit<Judged, 'row'> & Pick<TaskRow, 'kind'>): Stored['formAnswered'] {
  const { signature, proof } = submission
  const strokes = isSignature(signature?.strokes) ? signature?.strokes : undefined
  const method = strokes ? ('drawn' as const) : proof?.assertion ? ('passkey' as const) : ('password' as const)
  const { species, reason, facts } = context
  return {
    answers: acceptedAnswers(content, submission.answers, context),
    facts,
    species,
    reason,
    signature:
      kind === 'consent' ? { name: signature?.name?.trim() ?? '', method, ...(strokes && { strokes }) } : undefined,
  }
}

/** Returns the photos of the answers. The transaction that stores the answers checks whose photos they are. */
async function photosOf(
  files: SubmitPorts['files'],
  { answers }: Stored['formAnswered'],
): Promise<ReadonlyMap<string, Picture>> {
  const photos = new Map<string, Picture>()
  for (const id of answers.flatMap(({ photoIds = [] }) => photoIds)) {
    const url = photoKey(id)
    const file = await files.get(url)
    const bytes = file && (await readUpTo(file.stream(), MAX_PHOTO_BYTES))
    const type = bytes && typeOfBytes(bytes)
    if (type) photos.set(id, { url, type, bytes })
  }
  return photos
}

interface Saving {
  ports: SubmitPorts
  submitting: Submitting
  answer: FormAnswerTable
  answered: Stored['formAnswered']
  pdf: Bytes
  content: FormContent
}

async function saveAnswer(
  trx: DatabaseTransaction,
  { ports, submitting, answer, answered, pdf, content }: Saving,
): Promise<boolean> {
  const { clientId, account, taskId, now } = submitting
  const client = await lockClientRow(trx, clientId)
  if (client?.account_id !== account.accountId) throw new ProblemError('not-found')
  const row = await taskRow(trx, { taskId, scope: { clientId } })
  if (await isRepeated(trx, row, submitting)) return false
  if (stateOf(row, now) !== 'asked') throw new ProblemError('form-closed')
  await trx.insertInto('form_answer').values(answer).execute()
  for (const { field, photoIds = [] } of answered.answers)
    await claimPhotos(trx, {
      ids: photoIds,
      answerId: answer.id,
      pointer: answerPointer(field),
      clientId,
      accountId: account.accountId,
      now,
    })
  await close(trx, { row, client, content, state: 'complete', now })
  const [practiceId, usualBytes] = [row.practice_id, ports.settings.limits.practiceBytes]
  await requireQuota(trx, { practiceId, bytes: pdf.length, usualBytes })
  await trx
    .insertInto('file')
    .values({
      key: formKey(answer.id),
      created_at: now.toISOString(),
      sha256: answer.sha256,
      practice_id: row.practice_id,
      bytes: pdf.length,
      sniffed: 'application/pdf',
    })
    .execute()
  return true
}

interface Closing {
  row: TaskRow
  client: ClientRow
  content: FormContent
  state: 'complete' | 'withdrawn'
  now: Date
}

async function close(trx: DatabaseTransaction, { row, client, content, state, now }: Closing): Promise<void> {
  const completed = row.kind === 'consent' ? 'consent-given' : 'form-completed'
  await writeAudit(trx, {
    practiceId: row.practice_id,
    action: state === 'complete' ? completed : 'consent-withdrawn',
    client,
    details: { form: translated(content.title, DEFAULT_LANGUAGE) },
    about: { formTaskId: row.uuid },
    now,
  })
  const number = await nextNumber(trx, 'form_number', row.practice_id)
  const closed = state === 'withdrawn' && { closed_at: now.toISOString() }
  await trx
    .updateTable('form_task')
    .set({ state, number, ...closed })
    .where('uuid', '=', row.uuid)
    .execute()
}

/** Withdraws a consent until its visit is recorded. Throws `form-closed` after that; a repetition changes nothing. */
export async function withdrawConsent(
  trx: DatabaseTransaction,
  { clientId, accountId, taskId, now }: { clientId: string; accountId: string; taskId: string; now: Date },
): Promise<void> {
  const client = await lockClientRow(trx, clientId)
  const row = await taskRow(trx, { taskId, scope: { clientId } })
  const answer = await findRow(trx, 'form_answer', { task_uuid: row.uuid, account_id: accountId }, ['id'])
  if (row.state === 'withdrawn' && answer) return
  if (!client || !answer || !isWithdrawable(row, now)) throw new ProblemError('form-closed')
  await close(trx, { row, client, content: contentOf(row), state: 'withdrawn', now })
}

/** Returns a function that requires the password or passkey in a submission. */
export const confirmation = (services: Services, c: Call, submission: FormSubmission) => async () =>
  await createProofs(services).require(c, submission.proof ?? {})
