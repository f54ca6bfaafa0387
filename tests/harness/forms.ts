import { FORM_TEMPLATES } from '#contract/form-templates.ts'
import type { FormBody, FormContent, FormSubmission } from '#contract/schemas/form.ts'
import { appointment, patient, staff } from './builders.ts'
import { requestPractice } from './requests.ts'
import type { TestServer } from './test-server.ts'

/** A form with a question of each kind of condition. */
export const CONTENT: FormContent = {
  title: { nl: 'Vragenlijst', en: 'Questions' },
  fields: [
    { id: 'complaint', type: 'lines', label: { nl: 'Wat is er?', en: 'What is wrong?' }, required: true },
    {
      id: 'medicine',
      type: 'choice',
      label: { nl: 'Medicijnen?' },
      required: true,
      choices: [
        { id: 'yes', label: { nl: 'Ja', en: 'Yes' } },
        { id: 'no', label: { nl: 'Nee' } },
      ],
    },
    {
      id: 'which',
      type: 'text',
      label: { nl: 'Welke?' },
      required: true,
      shownIf: { by: 'answer', field: 'medicine', values: ['yes'] },
    },
    { id: 'chip', type: 'text', label: { nl: 'Chip' }, required: true, fact: 'chipNumber' },
    { id: 'weight', type: 'number', label: { nl: 'Gewicht' }, unit: 'kg', min: 0, max: 100 },
  ],
}
export const FORM: FormBody = { kind: 'form', content: CONTENT, active: true }
const template = FORM_TEMPLATES.find(({ id }) => id === 'anaesthesia')
export const CONSENT: FormBody = { kind: 'consent', content: template!.content, active: true }

/** Complete answers to `FORM`. */
export const ANSWERS = [
  { field: 'complaint', text: 'Hoest' },
  { field: 'medicine', choices: ['no'] },
]
export const CONSENT_ANSWERS = [
  { field: 'reachable', text: '06 12345678' },
  { field: 'fasting', choices: ['yes'] },
  { field: 'illness', choices: ['no'] },
  { field: 'extra', choices: ['call'] },
]
export const SIGNED = { name: 'Anna Bakker', strokes: [[100, 200, 400, 100, 700, 250]] }

export const submission = (more: Partial<FormSubmission> = {}): FormSubmission => ({
  uuid: crypto.randomUUID(),
  version: 1,
  answers: ANSWERS,
  ...more,
})

/** Inserts a practice with an owner, an animal and an appointment, and functions that ask for forms. */
export async function formPractice(testServer: TestServer) {
  const { db } = testServer
  const people = await requestPractice(testServer, ['a', 'b'])
  const { ownerId, clientId, memberId } = people
  const adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
  const bella = await patient(db, clientId, 'Bella', '528140000000001', { species: 'CAT', birthDate: '2020-05-01' })
  const visit = await appointment(db, clientId, { patientUuids: [bella], start: '2026-06-20T09:00:00+02:00' })
  const as = (by: string) => (method: string, path: string, body?: unknown) => testServer.callAs(by, method, path, body)

  /** Saves and publishes a form, and returns its id. */
  async function publish(form: FormBody = FORM, id: string = crypto.randomUUID(), afterVersion = 0) {
    await testServer.ok(as(adminId)('PUT', `practice/a/forms/${id}`, form))
    await testServer.ok(as(adminId)('POST', `practice/a/forms/${id}/publication`, { afterVersion }))
    return id
  }
  /** Asks the client for a form, and returns the id of the task. */
  async function ask(form: FormBody = FORM, more: object = { appointmentUuid: visit }) {
    const uuid = crypto.randomUUID()
    const task = { uuid, formId: await publish(form), clientUuid: clientId, ...more }
    await testServer.ok(as(memberId)('POST', 'practice/a/form-tasks', task))
    return uuid
  }
  return {
    ...people,
    adminId,
    bella,
    visit,
    publish,
    ask,
    owner: as(ownerId),
    member: as(memberId),
    admin: as(adminId),
    submit: (task: string, body: object = submission(), by = ownerId) =>
      as(by)('POST', `clients/${clientId}/forms/${task}/submission`, body),
    withdraw: (task: string) => as(ownerId)('POST', `clients/${clientId}/forms/${task}/withdrawal`),
  }
}
