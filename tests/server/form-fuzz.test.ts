import { expect, test } from 'vitest'
import type { FormAnswer, FormBody, FormField, FormSubmission } from '#contract/schemas/form.ts'
import { createRandom } from '#server/demo/random.ts'
import { formPractice } from '#harness/forms.ts'
import { eachTestServer, onEngines, recordingPdf } from '#harness/test-server.ts'

/** Number of submissions; 1,000 after changing a rule of forms, see docs/testing.md. */
const ROUNDS = Number(process.env['FORMS'] ?? 150)
const MINUTE_MS = 60_000
const ROUND_MS = 1000

const yesNo = ['yes', 'no'].map((id) => ({ id, label: { nl: id } }))
const field = (id: string, type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
  id,
  type,
  label: { nl: id },
  required: true,
  ...more,
})
/** The animal is a cat with a chip number and without a breed; the reason of the visit is a vaccination. */
const FORM: FormBody = {
  kind: 'consent',
  active: true,
  content: {
    title: { nl: 'Alles' },
    fields: [
      field('complaint', 'lines'),
      field('medicine', 'choice', { choices: yesNo }),
      field('which', 'text', { shownIf: { by: 'answer', field: 'medicine', values: ['yes'] } }),
      field('signs', 'choices', { choices: yesNo, shownIf: { by: 'species', values: ['CAT'] } }),
      field('milk', 'text', { shownIf: { by: 'species', values: ['CATTLE'] } }),
      field('fasting', 'choice', { choices: yesNo, shownIf: { by: 'reason', values: ['vaccin'] } }),
      field('kilos', 'number', { min: 1, max: 10 }),
      field('since', 'date', { required: false }),
      field('chip', 'text', { fact: 'chipNumber' }),
      field('breed', 'text', { fact: 'breed' }),
      field('initials', 'signature'),
    ],
  },
}
const STROKES = [[10, 10, 300, 200]]
const DOT = [[5, 5, 6, 6]]
type Part = Omit<FormAnswer, 'field'>
/** Parts of an answer, the valid ones first. */
const PARTS: Record<string, [valid: Part[], invalid: Part[]]> = {
  complaint: [[{ text: 'Hoest' }], [{ text: ' \n ' }, { choices: ['yes'] }]],
  medicine: [
    [{ choices: ['yes'] }, { choices: ['no'] }],
    [{ choices: ['yes', 'no'] }, { choices: ['x'] }, { text: 'yes' }],
  ],
  which: [[{ text: 'Pil' }], [{ text: '' }, {}]],
  signs: [
    [{ choices: ['yes', 'no'] }, { choices: ['no'] }],
    [{ choices: [] }, { choices: ['yes', 'x'] }],
  ],
  milk: [[{ text: 'Ja' }], [{}]],
  fasting: [[{ choices: ['no'] }], [{ choices: ['maybe'] }]],
  kilos: [
    [{ number: 1 }, { number: 10 }],
    [{ number: 0 }, { number: 11 }, { text: '5' }],
  ],
  since: [[{ date: '2026-06-01' }], [{ text: 'gisteren' }]],
  chip: [[{ text: 'x' }], [{}]],
  breed: [[{ text: 'Siamees' }], [{ text: ' ' }]],
  initials: [[{ strokes: STROKES }], [{ strokes: DOT }, { strokes: [] }]],
}

/** Whether a submission is complete, decided without the code of the portal. `valid` has the fields with valid answers. */
function isComplete(valid: ReadonlySet<string>, { answers, signature, proof }: FormSubmission): boolean {
  const takesMedicine = answers.some(({ field: id, choices }) => id === 'medicine' && choices?.join() === 'yes')
  // An optional question accepts no answer. The chip number is known, and cattle get another question.
  const needed = ['complaint', 'medicine', 'signs', 'fasting', 'kilos', 'breed', 'initials']
  const isAnswered = [...needed, ...(takesMedicine ? ['which'] : [])].every((id) => valid.has(id))
  const isSigned = proof?.currentPassword !== undefined || signature?.strokes === STROKES
  return isAnswered && (signature?.name ?? '').trim() !== '' && isSigned
}

onEngines('forms with random submissions', (engine) => {
  const testServer = eachTestServer(engine, () => ({ pdf: recordingPdf().pdf }))

  test(
    `complete none of ${ROUNDS} with something missing, and each complete one`,
    { timeout: ROUNDS * ROUND_MS },
    async () => {
      const at = await formPractice(testServer)
      const random = createRandom(45)
      const { pick } = random
      const formId = await at.publish(FORM)
      const ask = async () => {
        const uuid = crypto.randomUUID()
        const task = { uuid, formId, clientUuid: at.clientId, appointmentUuid: at.visit }
        await testServer.ok(at.member('POST', 'practice/a/form-tasks', task))
        return uuid
      }
      let [task, completed] = [await ask(), 0]
      for (let round = 0; round < ROUNDS; round += 1) {
        // Stays below the limits of the access log.
        testServer.advance(2 * MINUTE_MS)
        const valid = new Set<string>()
        const answers = Object.entries(PARTS).flatMap(([id, [good, bad]]): FormAnswer[] => {
          if (random.chance(0.03)) return []
          const isValid = random.chance(0.94)
          if (isValid) valid.add(id)
          return [{ field: id, ...pick(isValid ? good : bad) }]
        })
        const body: FormSubmission = {
          uuid: crypto.randomUUID(),
          version: 1,
          answers,
          signature: { name: pick(['Anna', 'Anna', 'Anna', ' ']), strokes: pick([STROKES, STROKES, DOT, []]) },
          ...(random.chance(0.3) && { proof: { currentPassword: 'Welkom#2026' } }),
        }
        const isExpected = isComplete(valid, body)
        const { status } = await at.submit(task, body)
        expect([round, status, JSON.stringify(body)]).toEqual([round, isExpected ? 201 : 422, JSON.stringify(body)])
        if (!isExpected) continue
        completed += 1
        task = await ask()
      }
      expect(completed).toBeGreaterThan(ROUNDS / 10)
      expect(completed).toBeLessThan(ROUNDS * 0.9)
      expect(await testServer.rows('form_answer')).toHaveLength(completed)
      expect((await testServer.rows('form_task')).filter(({ state }) => state === 'complete')).toHaveLength(completed)
    },
  )
})
