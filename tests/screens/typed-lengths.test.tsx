import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_SEARCH } from '#contract/text.ts'
import type { Persona } from '#mocks/personas.ts'
import { openPortal } from '#harness/portal.tsx'
import { animal, withoutAnimals } from './animals.ts'
import { watch } from './faults.tsx'
import { ownerId } from './owner.ts'
import { addRequest, takesRequests } from './practice-requests.ts'

const TOO_LONG = /te lang/
type Box = HTMLInputElement | HTMLTextAreaElement

let patientId: string

beforeEach(async () => {
  await takesRequests()
  const clientId = await ownerId()
  await withoutAnimals(clientId)
  patientId = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
})

/** Sets a text like a paste. happy-dom types one character at a time. */
const paste = (box: Box, value: string) => fireEvent.change(box, { target: { value } })

/** Returns the limit of a field, from the counter below a longer text. */
function limitOf(box: Box): number {
  paste(box, 'x'.repeat(50_000))
  expect(box.value).toHaveLength(50_000)
  const [, max] = /50\.000 van ([\d.]+) tekens/.exec(descriptionOf(box)) ?? []
  return Number(max?.replaceAll('.', ''))
}

/** Returns a text of this length. A textarea gets lines of 199 characters, because some fields limit each line. */
const textOf = ({ tagName }: Box, length: number) =>
  (tagName === 'TEXTAREA' ? `${'x'.repeat(199)}\n`.repeat(Math.ceil(length / 200)) : 'x'.repeat(length)).slice(
    0,
    length,
  )

const descriptionOf = (box: Box) =>
  (box.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

const FORMS: [form: string, as: Persona, address: () => string | Promise<string>, fields: number, opens?: string][] = [
  ['practice', 'admin', () => '/admin/practice', 10],
  ['request settings', 'admin', () => '/admin/requests/settings', 5],
  ['staff invitation', 'admin', () => '/admin/staff', 3, 'Uitnodigen'],
  ['own name', 'staff', () => '/admin/settings', 2],
  ['import key', 'admin', () => '/admin/practice/data', 1, 'Sleutel maken'],
  ['answer', 'staff', async () => `/admin/requests/${await addRequest({ text: 'Mag dit?' })}`, 1],
  ['question', 'owner', () => '/client/requests/new?kind=QUESTION', 1],
  ['appointment', 'owner', () => '/client/requests/new?kind=APPOINTMENT', 1],
  ['details', 'owner', () => '/client/requests/new?kind=DETAILS', 11],
  ['link to a card', 'owner', () => `/client/patients/${patientId}?show=card`, 1, 'Delen met een link'],
]

describe('a text that is too long', () => {
  test.each(FORMS)(
    'is kept whole in every field of the form %s, and rejected',
    async (_, as, address, count, opens) => {
      const portal = await openPortal(await address(), { as })
      if (opens) await portal.user.click(await screen.findByRole('button', { name: opens }))
      const around = opens ? within(await screen.findByRole('dialog')) : within(screen.getByRole('main'))
      // Numbers and the colour have a form of their own.
      const texts = (await around.findAllByRole<Box>('textbox')).filter(
        ({ inputMode, name }) => inputMode !== 'numeric' && name !== 'colour',
      )
      expect(texts).toHaveLength(count)
      const { writes } = watch(portal)
      const limits = new Map(texts.map((box) => [box, limitOf(box)]))
      for (const [box, max] of limits) {
        expect(box).not.toHaveAttribute('maxlength')
        expect(box).toBeInvalid()
        expect(descriptionOf(box)).toMatch(TOO_LONG)
        paste(box, textOf(box, max))
      }
      // Makes each field in turn one character longer than its schema allows.
      for (const [box, max] of limits) {
        paste(box, textOf(box, max + 1))
        fireEvent.submit(box.form!)
        await waitFor(() => expect(document.activeElement).toBeInvalid())
        expect(texts.filter((each) => TOO_LONG.test(descriptionOf(each)))).toEqual([box])
        paste(box, textOf(box, max))
      }
      expect(writes().filter((call) => !call.endsWith('/seen'))).toEqual([])
    },
  )
})

test.each([
  ['a name that is too long', `Zalf\n${'x'.repeat(201)}`, TOO_LONG],
  ['too many names', 'Zalf\n'.repeat(21), /te veel/],
])('%s among the typed medicines is rejected at their field, and remains', async (_, text, words) => {
  await openPortal('/client/requests/new?kind=REPEAT_MEDICINE', { as: 'owner' })
  const box = await screen.findByRole<Box>('textbox', { name: /^Welk/ })
  paste(box, text)
  fireEvent.submit(box.form!)
  await waitFor(() => expect(box).toHaveFocus())
  expect(box).toBeInvalid()
  expect(descriptionOf(box)).toMatch(words)
  expect(box.value).toBe(text)
})

describe('a search that is too long', () => {
  test.each([
    ['the registered clients', '/admin/clients/registered'],
    ['the unregistered clients', '/admin/clients/unregistered'],
    ['the first page', '/admin/dashboard'],
    ['the requests', '/admin/requests'],
    ['the audit log', '/admin/audit'],
  ])('remains in the field of %s, and is not sent', async (_, address) => {
    const portal = await openPortal(address, { as: 'admin' })
    const [box] = await screen.findAllByRole<HTMLInputElement>('searchbox')
    const { all } = watch(portal)
    paste(box!, 'x'.repeat(MAX_SEARCH + 50))
    await portal.user.type(box!, '{Enter}')
    expect(box).toHaveValue('x'.repeat(MAX_SEARCH + 50))
    expect(box).toHaveAccessibleDescription(TOO_LONG)
    expect(all().filter((call) => call.includes('xxx'))).toEqual([])
    paste(box!, 'x'.repeat(MAX_SEARCH))
    await portal.user.type(box!, '{Enter}')
    await waitFor(() => expect(all().some((call) => call.includes('x'.repeat(MAX_SEARCH)))).toBe(true))
    expect(box).toHaveValue('x'.repeat(MAX_SEARCH))
  })

  test('remains in the client palette, and is not sent', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'admin' })
    await portal.user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole<HTMLInputElement>('combobox', { name: /Zoek/ })
    const { all } = watch(portal)
    paste(box, 'x'.repeat(MAX_SEARCH + 1))
    await portal.user.type(box, '{Enter}')
    expect(box).toHaveValue('x'.repeat(MAX_SEARCH + 1))
    expect(box).toBeInvalid()
    expect(screen.getByText(TOO_LONG)).toBeVisible()
    expect(all()).toEqual([])
  })
})
