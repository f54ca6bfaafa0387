import { FORM_TEMPLATES } from '#contract/form-templates.ts'
import { HOUR_MS } from '#contract/dates.ts'
import type { FormAnswer } from '#contract/schemas/form.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { getRow } from '#server/db/one-row.ts'
import { askForm } from '#server/forms/ask.ts'
import { publishForm, saveForm } from '#server/forms/definitions.ts'
import { type SubmitPorts, submitForm } from '#server/forms/submit.ts'
import { nextAppointmentOf } from './appointments.ts'
import { OWNER } from './owner.ts'
import { createRandom } from './random.ts'

interface DemoForms {
  practiceId: string
  /** User name of the member of staff who asks. */
  staff: string
  now: Date
}

/** Answers of the showcase owner by template; forms without answers stay open. */
const ASKED: Record<string, FormAnswer[] | undefined> = {
  'new-client': [
    { field: 'reach', choices: ['email'] },
    { field: 'former', choices: ['no'] },
    { field: 'insured', choices: ['yes'] },
  ],
  anaesthesia: [
    { field: 'reachable', text: '06 12345678' },
    { field: 'fasting', choices: ['yes'] },
    { field: 'illness', choices: ['no'] },
    { field: 'extra', choices: ['call'] },
  ],
  anamnesis: undefined,
}
/** Form of a template and of the task, which are the same in each demo. */
const idsOf = () => {
  const random = createRandom(45)
  return new Map(FORM_TEMPLATES.map(({ id }) => [id, { formId: random.uuid(), taskId: random.uuid() }]))
}

/** Publishes the templates as forms of a practice, and asks the showcase owner for three of them. */
export async function addForms(trx: DatabaseTransaction, { practiceId, staff, now }: DemoForms): Promise<void> {
  const by = await getRow(trx, 'account', { username: staff }, ['id as accountId', 'username'])
  const ids = idsOf()
  for (const { id, kind, content } of FORM_TEMPLATES) {
    const formId = ids.get(id)?.formId ?? ''
    const saved = { practiceId, formId, by, now }
    await saveForm(trx, { ...saved, form: { kind, content, active: true } })
    await publishForm(trx, { ...saved, afterVersion: 0 })
  }
  const client = await getRow(trx, 'client', { practice_id: practiceId, email: OWNER }, ['uuid'])
  const visit = await nextAppointmentOf(trx, client.uuid, now)
  for (const id of Object.keys(ASKED)) {
    const { formId = '', taskId: uuid = '' } = ids.get(id) ?? {}
    const task = { uuid, formId, clientUuid: client.uuid, ...(visit && { appointmentUuid: visit.uuid }) }
    await askForm(trx, { practiceId, task, by, now: new Date(now.getTime() - 2 * HOUR_MS) })
  }
  // The demo begins without mails about these forms.
  await trx.deleteFrom('outbox').where('practice_id', '=', practiceId).execute()
}

/** Completes two of the forms as the showcase owner, with stored documents. */
export async function completeForms(ports: SubmitPorts, { practiceId, now }: Omit<DemoForms, 'staff'>): Promise<void> {
  const account = await getRow(ports.db, 'account', { username: OWNER }, ['id as accountId', 'username'])
  const client = await getRow(ports.db, 'client', { practice_id: practiceId, email: OWNER }, ['uuid'])
  const at = new Date(now.getTime() - HOUR_MS)
  for (const [id, answers] of Object.entries(ASKED)) {
    const { taskId = '' } = idsOf().get(id) ?? {}
    if (!answers) continue
    const submission = {
      uuid: taskId,
      version: 1,
      answers,
      signature: { name: 'Anna van den Berg', strokes: [[80, 280, 160, 90, 240, 300, 330, 120, 420, 260, 560, 180]] },
      proof: undefined,
    }
    await submitForm(ports, { clientId: client.uuid, account, taskId, submission, now: at }, async () => {})
  }
  await ports.db
    .updateTable('form_number')
    .set((row) => ({ mailed_number: row.ref('number') }))
    .where('practice_id', '=', practiceId)
    .execute()
}
