import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FIELD_TYPES } from '#contract/form.ts'
import type { FormBody, FormField } from '#contract/schemas/form.ts'
import { type Random, createRandom } from '#server/demo/random.ts'
import { form, formTask } from '#harness/builders.ts'
import { database, openPortal } from '#harness/portal.tsx'
import { animal, withoutAnimals } from './animals.ts'
import { ownerId } from './owner.ts'

/** Number of forms; 1,000 after changing a rule of forms, see docs/testing.md. */
const ROUNDS = Number(process.env['FORMS'] ?? 8)
const ROUND_MS = 30_000
/** Forms of one API, which limits the number that an account sends in an hour. */
const BATCH = 100
const BATCHES = Array.from({ length: Math.ceil(ROUNDS / BATCH) }, (_, index) => ({
  seed: 2026 + index,
  rounds: Math.min(BATCH, ROUNDS - index * BATCH),
}))
const MAX_QUESTIONS = 6
/** jsdom cannot decode a photo, so a required photo is always missing. */
const TYPES = FIELD_TYPES.filter((type) => type !== 'photo')

const labelOf = (id: string) => `Vraag ${id}`
const choiceLabel = (id: string, choice: string) => `Keuze ${id} ${choice}`

/** Returns a condition on the animal, which is a cat, on the absent reason, or on an earlier question. */
function conditionOf({ pick, chance }: Random, earlier: readonly FormField[]): FormField['shownIf'] {
  if (chance(0.5)) return undefined
  const [first, ...others] = earlier.filter((field) => field.choices !== undefined)
  if (first && chance(0.7)) return { by: 'answer', field: pick([first, ...others]).id, values: [pick(['x', 'y'])] }
  return pick([
    { by: 'species', values: ['CAT'] },
    { by: 'species', values: ['DOG', 'HORSE'] },
    { by: 'reason', values: ['operatie'] },
  ] as const satisfies { by: 'species' | 'reason'; values: string[] }[])
}

/** Returns a form. Its animal has a chip number and no breed, so it asks only for the breed. */
function generated(random: Random): FormBody {
  const { int, pick, chance } = random
  const fields: FormField[] = []
  for (let place = 0; place < int(1, MAX_QUESTIONS); place += 1) {
    const id = String.fromCodePoint(65 + place)
    const type = chance(0.03) && fields.every((field) => field.type !== 'photo') ? 'photo' : pick(TYPES)
    fields.push({
      id,
      type,
      label: { nl: labelOf(id) },
      required: chance(0.7),
      shownIf: conditionOf(random, fields),
      ...(type === 'text' && chance(0.4) && { fact: pick(['chipNumber', 'breed'] as const) }),
      ...((type === 'choice' || type === 'choices') && {
        choices: ['x', 'y'].map((choice) => ({ id: choice, label: { nl: choiceLabel(id, choice) } })),
      }),
      ...(type === 'number' && { min: 2, max: 9 }),
    })
  }
  const kind = pick(['form', 'form', 'consent'] as const)
  return { kind, active: true, content: { title: { nl: 'Gemaakt' }, fields } }
}

const byName = (name: string) => screen.getByLabelText(new RegExp(`^${name}`))
const sign = (group: string) =>
  fireEvent.click(
    within(screen.getByRole('group', { name: new RegExp(`^${group}`) })).getByRole('button', {
      name: 'Ondertekenen met een kruisje',
    }),
  )

interface Answer {
  chosen: string[]
  state: 'valid' | 'invalid' | 'none'
}

/** Answers a question, or leaves it out. */
function answer({ id, type }: FormField, { pick, chance }: Random): Answer {
  const valid: Answer = { chosen: [], state: 'valid' }
  const none: Answer = { chosen: [], state: 'none' }
  if (type === 'photo' || chance(0.12)) return none
  if (type === 'choice' || type === 'choices') {
    const chosen = type === 'choices' && chance(0.3) ? ['x', 'y'] : [pick(['x', 'y'])]
    for (const choice of chosen) fireEvent.click(byName(choiceLabel(id, choice)))
    return { chosen, state: 'valid' }
  }
  if (type === 'signature') {
    sign(labelOf(id))
    return valid
  }
  const write = (text: string) => fireEvent.change(byName(labelOf(id)), { target: { value: text } })
  if (type === 'date') {
    write('01.06.2026')
    return valid
  }
  if (type === 'number') {
    const value = pick([2, 9, 5, 1, 10])
    write(String(value))
    return value >= 2 && value <= 9 ? valid : { chosen: [], state: 'invalid' }
  }
  const text = pick(['Ja', 'Nee hoor', ' '])
  write(text)
  return text.trim() ? valid : none
}

/** Fills in the page of a form. Returns whether it is complete, decided without the code of the portal. */
async function fill({ kind, content: { fields } }: FormBody, random: Random): Promise<boolean> {
  const chosenOf = new Map<string, string[]>()
  let isComplete = true
  for (const field of fields) {
    const { shownIf, fact, required } = field
    const isShown =
      shownIf === undefined ||
      (shownIf.by === 'species' && shownIf.values.includes('CAT')) ||
      (shownIf.by === 'answer' && chosenOf.get(shownIf.field ?? '')?.includes(shownIf.values[0] ?? '') === true)
    const isAsked = isShown && fact !== 'chipNumber'
    await waitFor(() => expect([field.id, isPresent(field)]).toEqual([field.id, isAsked]))
    if (!isAsked) continue
    const { chosen, state } = answer(field, random)
    chosenOf.set(field.id, chosen)
    if (state === 'invalid' || (state === 'none' && required)) isComplete = false
  }
  if (kind === 'form') return isComplete
  const [hasName, hasSignature] = [random.chance(0.9), random.chance(0.9)]
  fireEvent.change(byName('Uw voor- en achternaam'), { target: { value: hasName ? 'Anna Bakker' : ' ' } })
  if (hasSignature) sign('Handtekening')
  return isComplete && hasName && hasSignature
}

/** Whether the form asks the question. Known data of the record are shown above the form. */
const isPresent = ({ id }: FormField) =>
  [...document.querySelectorAll('form legend, form label, form [role="group"] > span')].some(({ textContent }) =>
    textContent.startsWith(labelOf(id)),
  )

/** Returns what the page shows in place of a completed form; empty if the form is complete. */
function failure(body: FormBody): string {
  if (screen.queryByRole('button', { name: 'Pdf openen' })) return ''
  const alerts = screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  return [...alerts, document.activeElement?.outerHTML.slice(0, 200), JSON.stringify(body)].join(' ')
}

test.each(BATCHES)(
  'none of $rounds generated forms completes with something missing, and each complete one does (seed $seed)',
  { timeout: BATCH * ROUND_MS },
  async ({ seed, rounds }) => {
    const clientId = await ownerId()
    await withoutAnimals(clientId)
    const bella = await animal(clientId, { name: 'Bella', species: 'CAT', chipNumber: '528140000000001', breed: '' })
    const random = createRandom(seed)
    const portal = await openPortal('/client/forms', { as: 'owner' })
    let completed = 0
    for (let round = 0; round < rounds; round += 1) {
      const body = generated(random)
      const formId = await form(database(), 'de-waag', { kind: body.kind, content: JSON.stringify(body.content) })
      const task = await formTask(database(), clientId, formId, { patient_uuid: bella })
      await portal.goTo(`/client/forms/${task}`)
      await screen.findByRole('heading', { level: 1, name: 'Bella: Gemaakt' })
      const isExpected = await fill(body, random)
      await portal.press(body.kind === 'consent' ? 'Ondertekenen en versturen' : 'Formulier versturen')
      if (isExpected) await waitFor(() => expect([round, failure(body)]).toEqual([round, '']))
      // The form focuses the first question that is missing or invalid.
      else await waitFor(() => expect(document.activeElement?.closest('form')).not.toBeNull())
      const stored = await database().selectFrom('form_task').select('state').where('uuid', '=', task).execute()
      const isComplete = stored[0]?.state === 'complete'
      expect([round, isComplete, JSON.stringify(body)]).toEqual([round, isExpected, JSON.stringify(body)])
      if (isComplete) completed += 1
    }
    expect(completed).toBeGreaterThan(rounds / 20)
    expect(completed).toBeLessThan(rounds)
  },
)
