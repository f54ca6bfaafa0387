import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { type TestPortal, arrivesAt, closePortals, database, openPortal } from '#harness/portal.tsx'
import { animal, withoutAnimals } from './animals.ts'
import { ownerId } from './owner.ts'
import { asked, takesRequests } from './practice-requests.ts'

const stored = () => sessionStorage.getItem('portal-drafts')
const field = (name: string | RegExp) => screen.findByRole('textbox', { name })
const press = async ({ user }: TestPortal, name: string) =>
  await user.click(await screen.findByRole('button', { name }))

async function signInAs({ user }: TestPortal, who: Persona) {
  await user.click(await screen.findByLabelText(/Gebruikersnaam/))
  await user.paste(personas[who])
  await user.click(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }))
  await user.paste(PASSWORD)
  await user.keyboard('{Enter}')
}

let patientId: string

beforeEach(async () => {
  await takesRequests()
  const clientId = await ownerId()
  await withoutAnimals(clientId)
  patientId = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
})

interface FormCase {
  form: string
  as: Persona
  address: () => string | Promise<string>
  /** The button that opens the dialog of the form. */
  opens?: string
  field: string | RegExp
  typed: string
}

const FORMS: FormCase[] = [
  { form: 'practice', as: 'admin', address: () => '/admin/practice', field: /^Titel/, typed: 'Altijd bereikbaar' },
  {
    form: 'practice, by staff without rights to the account',
    as: 'staff',
    address: () => '/admin/practice',
    field: /^Telefoon/,
    typed: '030 555 0199',
  },
  {
    form: 'request settings',
    as: 'admin',
    address: () => '/admin/requests/settings',
    field: /^Openingstijden/,
    typed: 'Ma 8.00',
  },
  {
    form: 'answer template',
    as: 'admin',
    address: () => '/admin/requests/settings',
    field: /^Tekst 1/,
    typed: 'Komt goed.',
  },
  { form: 'retention', as: 'admin', address: () => '/admin/retention', field: /^Facturen/, typed: '9' },
  {
    form: 'staff invitation',
    as: 'admin',
    address: () => '/admin/staff',
    opens: 'Uitnodigen',
    field: /^E-mailadres/,
    typed: 'nieuw@dewaag.example',
  },
  { form: 'own name', as: 'staff', address: () => '/admin/settings', field: /^Voornaam/, typed: 'Janneke' },
  {
    form: 'import key',
    as: 'admin',
    address: () => '/admin/practice',
    opens: 'Sleutel maken',
    field: /^Naam, bijvoorbeeld/,
    typed: 'Praktijksysteem',
  },
  {
    form: 'answer to a request',
    as: 'staff',
    address: async () => `/admin/requests/${await asked({ text: 'Mag dit?' })}`,
    field: /^Uw antwoord/,
    typed: 'Dat mag.',
  },
  {
    form: 'question',
    as: 'owner',
    address: () => '/client/requests/new?kind=QUESTION',
    field: /^Uw vraag/,
    typed: 'Mag hij vis?',
  },
  {
    form: 'appointment',
    as: 'owner',
    address: () => '/client/requests/new?kind=APPOINTMENT',
    field: /^Waarvoor/,
    typed: 'Hij hinkt',
  },
  {
    form: 'change of details',
    as: 'owner',
    address: () => '/client/requests/new?kind=DETAILS',
    field: 'Woonplaats',
    typed: 'Ommen',
  },
  {
    form: 'other medicines',
    as: 'owner',
    address: () => '/client/requests/new?kind=REPEAT_MEDICINE',
    field: /medicijn/i,
    typed: 'Zalf',
  },
  {
    form: 'link to a card',
    as: 'owner',
    address: () => `/client/patients/${patientId}?show=card`,
    opens: 'Delen met een link',
    field: /^Voor wie/,
    typed: 'Oppas Els',
  },
]

describe('the form', () => {
  test.each(FORMS)('$form keeps what was typed over the end of the session, until it is discarded', async (form) => {
    const address = await form.address()
    const portal = await openPortal(address, { as: form.as })
    if (form.opens) await press(portal, form.opens)
    const before = (await field(form.field)) as HTMLInputElement
    const began = before.value
    await portal.user.clear(before)
    await portal.user.type(before, form.typed)
    await act(() => portal.session.end('expired'))
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByText(/Wat u had ingevuld, is bewaard/)).toBeVisible()

    await signInAs(portal, form.as)
    await arrivesAt(portal, address.replace(/\?.*/, ''))
    await waitFor(async () => expect(await field(form.field)).toHaveValue(form.typed))
    expect(screen.getByText(/staat er weer/)).toBeVisible()
    await press(portal, 'Weggooien')
    expect(await field(form.field)).toHaveValue(began)
    expect(screen.queryByText(/staat er weer/)).toBeNull()
    expect(stored()).toBeNull()
  })
})

describe('a draft', () => {
  const typeName = async (as: Persona = 'staff') => {
    const portal = await openPortal('/admin/settings', { as })
    await portal.user.clear(await field(/^Voornaam/))
    await portal.user.type(await field(/^Voornaam/), 'Janneke')
    return portal
  }

  test('survives a reload, and saving the form removes it', async () => {
    await typeName()
    closePortals()
    const portal = await openPortal('/admin/settings', { as: 'staff' })
    expect(await field(/^Voornaam/)).toHaveValue('Janneke')
    await press(portal, 'Opslaan')
    expect(await screen.findByText(/naam is opgeslagen/i)).toBeVisible()
    await waitFor(() => expect(stored()).toBeNull())
    expect(screen.queryByText(/staat er weer/)).toBeNull()
  })

  test('is never shown to somebody else who signs in on the tab', async () => {
    const portal = await typeName()
    await act(() => portal.session.end('expired'))
    await signInAs(portal, 'admin')
    await waitFor(() => expect(portal.address()).toMatch(/^\/admin\//))
    expect(stored()).toBeNull()
    await act(() => portal.router.navigate({ to: '/admin/settings' }))
    expect(await field(/^Voornaam/)).not.toHaveValue('Janneke')
  })

  test.each(['signedOut', 'signedOutElsewhere'] as const)('is removed when the session ends as %s', async (reason) => {
    const portal = await typeName()
    expect(stored()).toContain('Janneke')
    await act(() => portal.session.end(reason))
    await arrivesAt(portal, '/auth/login')
    expect(stored()).toBeNull()
    expect(screen.queryByText(/Wat u had ingevuld, is bewaard/)).toBeNull()
  })

  test('is removed when the page is left after a warning, and kept when the user stays', async () => {
    const portal = await openPortal('/admin/practice', { as: 'admin' })
    await portal.user.type(await field(/^Titel/), 'Nieuw')
    act(() => portal.router.history.push('/admin/settings'))
    const warning = within(await screen.findByRole('dialog'))
    await portal.user.click(warning.getByRole('button', { name: 'Annuleren' }))
    expect(stored()).toContain('Nieuw')
    act(() => portal.router.history.push('/admin/settings'))
    await press(portal, 'Weggaan')
    await arrivesAt(portal, '/admin/settings')
    expect(stored()).toBeNull()
  })

  test('is removed when its dialog is cancelled', async () => {
    const portal = await openPortal('/admin/staff', { as: 'admin' })
    await press(portal, 'Uitnodigen')
    await portal.user.type(await field(/^Voornaam/), 'Els')
    expect(stored()).toContain('Els')
    await press(portal, 'Annuleren')
    expect(stored()).toBeNull()
  })

  test('of a dialog that asks for a password holds the other fields alone', async () => {
    const portal = await openPortal('/admin/practice', { as: 'admin' })
    await press(portal, 'Sleutel maken')
    await portal.user.type(await screen.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
    expect(stored()).toBeNull()
    await portal.user.type(await field(/^Naam, bijvoorbeeld/), 'Systeem')
    expect(stored()).toContain('Systeem')
    expect(stored()).not.toContain(PASSWORD)
    expect(stored()).not.toContain('currentPassword')
  })

  test('over a record that was changed meanwhile marks that field, keeps the typed text and takes the rest', async () => {
    const portal = await openPortal('/admin/practice', { as: 'admin' })
    await portal.user.clear(await field(/^Titel/))
    await portal.user.type(await field(/^Titel/), 'Getypt')
    await act(() => portal.session.end('expired'))
    const change = { title: 'Van een collega', phone: '030 999 9999' }
    await database().updateTable('practice').set(change).where('id', '=', 'de-waag').execute()
    await signInAs(portal, 'admin')
    await waitFor(async () => expect(await field(/^Titel/)).toHaveValue('Getypt'))
    expect(await field(/^Titel/)).toBeInvalid()
    expect(await field(/^Titel/)).toHaveAccessibleDescription(/intussen gewijzigd.*Opgeslagen is nu: Van een collega/)
    expect(await field(/^Telefoon/)).toHaveValue('030 999 9999')
    expect(await field(/^Telefoon/)).toBeValid()
    await press(portal, 'Opslaan')
    expect(await screen.findByText(/zijn opgeslagen/)).toBeVisible()
    const { title, phone } = await database()
      .selectFrom('practice')
      .select(['title', 'phone'])
      .where('id', '=', 'de-waag')
      .executeTakeFirstOrThrow()
    expect({ title, phone }).toEqual({ title: 'Getypt', phone: '030 999 9999' })
  })

  test('of a request about one animal is offered, not filled in, where another request is asked', async () => {
    const portal = await openPortal(`/client/requests/new?kind=QUESTION&patient=${patientId}`, { as: 'owner' })
    await portal.user.type(await field(/^Uw vraag/), 'Mag hij vis?')
    await act(() => portal.router.navigate({ to: '/client/requests/new', search: { kind: 'QUESTION' } }))
    await waitFor(async () => expect(await field(/^Uw vraag/)).toHaveValue(''))
    await portal.user.click(await screen.findByRole('link', { name: 'Ga daarmee verder' }))
    await waitFor(async () => expect(await field(/^Uw vraag/)).toHaveValue('Mag hij vis?'))
    expect(screen.getByRole('combobox', { name: 'Dier' })).toHaveDisplayValue('Bobbie')
  })

  test('of a request is not called restored while only its kind changes', async () => {
    const portal = await openPortal('/client/requests/new?kind=QUESTION', { as: 'owner' })
    await portal.user.type(await field(/^Uw vraag/), 'Mag hij vis?')
    await portal.user.click(screen.getByRole('radio', { name: 'Afspraak' }))
    expect(await field(/^Waarvoor/)).toHaveValue('Mag hij vis?')
    expect(within(screen.getByRole('main')).queryByText(/staat er weer/)).toBeNull()
  })
})
