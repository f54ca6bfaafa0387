import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { appointment, form, formTask, webhook } from '#harness/builders.ts'
import { type TestPortal, arrivesAt, closePortals, database, openPortal } from '#harness/portal.tsx'
import { animal, withoutAnimals } from './animals.ts'
import { ownerId } from './owner.ts'
import { addRequest, takesRequests } from './practice-requests.ts'
import { practiceRow, setPractice, shows } from './steps.ts'

const stored = () => sessionStorage.getItem('portal-drafts')
const field = (name: string | RegExp) => screen.findByRole('textbox', { name })

async function signInAs({ user }: TestPortal, who: Persona) {
  await user.click(await screen.findByLabelText(/Gebruikersnaam/))
  await user.paste(personas[who])
  await user.click(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }))
  await user.paste(PASSWORD)
  await user.keyboard('{Enter}')
}

let clientId: string
let patientId: string

beforeEach(async () => {
  await takesRequests()
  clientId = await ownerId()
  await withoutAnimals(clientId)
  patientId = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
})

/** Asks the owner for a form with one question. */
async function askForm(): Promise<string> {
  const fields = [{ id: 'question', type: 'lines', label: { nl: 'Vraag' } }]
  const content = JSON.stringify({ title: { nl: 'Vragen' }, fields })
  return await formTask(database(), await ownerId(), await form(database(), 'de-waag', { content }))
}

/** Form, role, page, field, text, and the button that opens the form's dialog. */
const FORMS: readonly (readonly [string, Persona, string, string | RegExp, string, string])[] = [
  ['practice', 'admin', '/admin/practice', /^Welkomsttitel/, 'Altijd bereikbaar', ''],
  ['practice of staff', 'staff', '/admin/practice', /^Telefoon/, '030 555 0199', ''],
  ['request settings', 'admin', '/admin/requests/settings', /^Openingstijden/, 'Ma 8.00', ''],
  ['answer template', 'admin', '/admin/requests/settings', /^Standaardantwoord 1/, 'Komt goed.', ''],
  ['opening hours', 'staff', '/admin/practice/hours', /^zaterdag/, '10-13', ''],
  ['seller', 'staff', '/admin/practice/invoices', /^Officiële naam/, 'De Waag B.V.', ''],
  ['retention', 'admin', '/admin/practice/retention', /^Facturen/, '9', ''],
  ['staff invitation', 'admin', '/admin/staff', /^E-mailadres/, 'nieuw@dewaag.example', 'Uitnodigen'],
  ['own name', 'staff', '/admin/settings', /^Voornaam/, 'Janneke', ''],
  ['import key', 'admin', '/admin/practice/data', /^Naam, bijvoorbeeld/, 'Praktijksysteem', 'Sleutel maken'],
  ['new webhook', 'admin', '/admin/practice/data', /^Adres/, 'https://x.example', 'Webhook toevoegen'],
  ['webhook', 'admin', '/admin/practice/webhooks/$webhook', /^Adres/, 'https://x.example', 'Wijzigen'],
  ['form definition', 'admin', '/admin/forms/edit', /^Titel in het Nederlands/, 'Vragen vooraf', ''],
  ['new estimate', 'staff', '/admin/estimates/edit?of=$client', /^Waarvoor/, 'Echo', ''],
  ['estimate settings', 'admin', '/admin/estimates/settings', 'Bij spoed', 'Bel de spoedkliniek.', ''],
  ['answer to a request', 'staff', '/admin/requests/$request', /^Uw antwoord/, 'Dat mag.', ''],
  ['question', 'owner', '/client/requests/new?kind=QUESTION', /^Uw vraag/, 'Mag hij vis?', ''],
  ['appointment', 'owner', '/client/requests/new?kind=APPOINTMENT', /^Waarvoor/, 'Hij hinkt', ''],
  ['change of details', 'owner', '/client/requests/new?kind=DETAILS', 'Woonplaats', 'Ommen', ''],
  ['other medicines', 'owner', '/client/requests/new?kind=REPEAT_MEDICINE', /medicijn/i, 'Zalf', ''],
  ['form of the practice', 'owner', '/client/forms/$form', /^Vraag/, 'Hij hoest', ''],
  ['questions for a visit', 'owner', '/client/visits/$visit', /^Wat wilt u vragen/, 'Mag hij vis?', ''],
  ['link to a card', 'owner', '/client/patients/$animal?show=card', /^Voor wie/, 'Oppas Els', 'Delen met een link'],
]

test.each(FORMS)(
  'the draft of the form %s of %s survives the end of the session, until it is discarded',
  async (_, as, page, name, text, opens) => {
    const uuid = page.includes('$request') ? await addRequest({ text: 'Mag dit?' }) : ''
    const webhookId = page.includes('$webhook') ? await webhook(database(), undefined, 'de-waag') : ''
    const taskId = page.includes('$form') ? await askForm() : ''
    const visitId = page.includes('$visit')
      ? await appointment(database(), clientId, { start: '2037-11-26T09:20:00Z' })
      : ''
    const address = page
      .replace('$visit', visitId)
      .replace('$form', taskId)
      .replace('$request', uuid)
      .replace('$animal', patientId)
      .replace('$client', clientId)
      .replace('$webhook', webhookId)
    const portal = await openPortal(address, { as })
    if (opens) await portal.press(opens)
    const before = (await field(name)) as HTMLInputElement
    const began = before.value
    await portal.user.clear(before)
    await portal.user.click(before)
    await portal.user.paste(text)
    await act(() => portal.session.end('expired'))
    await arrivesAt(portal, '/auth/login')
    await shows(/Wat u had ingevuld, is bewaard/)

    await signInAs(portal, as)
    await arrivesAt(portal, address.replace(/\?.*/, ''))
    await waitFor(async () => expect(await field(name)).toHaveValue(text))
    await shows(/staat er weer/)
    await portal.press('Weggooien')
    expect(await field(name)).toHaveValue(began)
    expect(screen.queryByText(/staat er weer/)).toBeNull()
    expect(stored()).toBeNull()
  },
)

describe('the draft of a form', () => {
  const typeName = async (as: Persona = 'staff') => {
    const portal = await openPortal('/admin/settings', { as })
    await portal.retype(/^Voornaam/, 'Janneke')
    return portal
  }

  test('survives a reload, and is deleted when the form is saved', async () => {
    await typeName()
    closePortals()
    const portal = await openPortal('/admin/settings', { as: 'staff' })
    expect(await field(/^Voornaam/)).toHaveValue('Janneke')
    await portal.press('Opslaan')
    await shows(/naam is opgeslagen/i)
    await waitFor(() => expect(stored()).toBeNull())
    expect(screen.queryByText(/staat er weer/)).toBeNull()
  })

  test('is deleted when another user signs in', async () => {
    const portal = await typeName()
    await act(() => portal.session.end('expired'))
    await signInAs(portal, 'admin')
    await waitFor(() => expect(portal.address()).toMatch(/^\/admin\//))
    expect(stored()).toBeNull()
    await act(() => portal.router.navigate({ to: '/admin/settings' }))
    expect(await field(/^Voornaam/)).not.toHaveValue('Janneke')
  })

  test.each(['signedOut', 'signedOutElsewhere'] as const)('is deleted when the session ends as %s', async (reason) => {
    const portal = await typeName()
    expect(stored()).toContain('Janneke')
    await act(() => portal.session.end(reason))
    await arrivesAt(portal, '/auth/login')
    expect(stored()).toBeNull()
    expect(screen.queryByText(/Wat u had ingevuld, is bewaard/)).toBeNull()
  })

  test('is deleted when the user confirms leaving the page', async () => {
    const portal = await openPortal('/admin/practice', { as: 'admin' })
    await portal.type(/^Welkomsttitel/, 'Nieuw')
    act(() => portal.router.history.push('/admin/settings'))
    await portal.confirm('Annuleren')
    expect(stored()).toContain('Nieuw')
    act(() => portal.router.history.push('/admin/settings'))
    await portal.press('Verlaten')
    await arrivesAt(portal, '/admin/settings')
    expect(stored()).toBeNull()
  })

  test('is deleted when its dialog is cancelled', async () => {
    const portal = await openPortal('/admin/staff', { as: 'admin' })
    await portal.press('Uitnodigen')
    await portal.type(/^Voornaam/, 'Els')
    expect(stored()).toContain('Els')
    await portal.press('Annuleren')
    expect(stored()).toBeNull()
  })

  test('does not contain the password of a dialog', async () => {
    const portal = await openPortal('/admin/practice/data', { as: 'admin' })
    await portal.press('Sleutel maken')
    await portal.user.type(await screen.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
    expect(stored()).toBeNull()
    await portal.type(/^Naam, bijvoorbeeld/, 'Systeem')
    expect(stored()).toContain('Systeem')
    expect(stored()).not.toContain(PASSWORD)
    expect(stored()).not.toContain('currentPassword')
  })

  test('marks a field whose record has changed since', async () => {
    const portal = await openPortal('/admin/practice', { as: 'admin' })
    await portal.retype(/^Welkomsttitel/, 'Getypt')
    await act(() => portal.session.end('expired'))
    const change = { title: 'Van een collega', phone: '030 999 9999' }
    await setPractice(change)
    await signInAs(portal, 'admin')
    await waitFor(async () => expect(await field(/^Welkomsttitel/)).toHaveValue('Getypt'))
    expect(await field(/^Welkomsttitel/)).toBeInvalid()
    expect(await field(/^Welkomsttitel/)).toHaveAccessibleDescription(
      /intussen gewijzigd.*Nu opgeslagen: Van een collega/,
    )
    expect(await field(/^Telefoon/)).toHaveValue('030 999 9999')
    expect(await field(/^Telefoon/)).toBeValid()
    await portal.press('Opslaan')
    await shows(/zijn opgeslagen/)
    expect(await practiceRow()).toMatchObject({ title: 'Getypt', phone: '030 999 9999' })
  })

  test('for one animal is offered, but not filled in, in a request without an animal', async () => {
    const portal = await openPortal(`/client/requests/new?kind=QUESTION&patient=${patientId}`, { as: 'owner' })
    await portal.type(/^Uw vraag/, 'Mag hij vis?')
    await act(() => portal.router.navigate({ to: '/client/requests/new', search: { kind: 'QUESTION' } }))
    await waitFor(async () => expect(await field(/^Uw vraag/)).toHaveValue(''))
    await portal.follow('Ga daarmee verder')
    await waitFor(async () => expect(await field(/^Uw vraag/)).toHaveValue('Mag hij vis?'))
    expect(screen.getByRole('combobox', { name: 'Dier' })).toHaveDisplayValue('Bobbie')
  })

  test('is not announced as restored when the type of a request changes', async () => {
    const portal = await openPortal('/client/requests/new?kind=QUESTION', { as: 'owner' })
    await portal.type(/^Uw vraag/, 'Mag hij vis?')
    await portal.choose('Afspraak')
    expect(await field(/^Waarvoor/)).toHaveValue('Mag hij vis?')
    expect(within(screen.getByRole('main')).queryByText(/staat er weer/)).toBeNull()
  })
})
