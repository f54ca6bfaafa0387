import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { client, requestSettings } from '#harness/builders.ts'
import { type TestPortal, arrivesAt, database, openPortal } from '#harness/portal.tsx'
import { input } from './steps.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { animal, entry, reminder, visit, withoutAnimals } from './animals.ts'
import { sendEstimate } from './estimates.ts'
import { ownerHas } from './invoices.tsx'
import { inEnglish } from './owner.ts'
import { createTranscript } from './transcript.ts'

// Pages in the words of a screen reader, stored in transcripts/. Read a difference before accepting it with -u.

beforeEach(() => {
  localStorage.setItem('portal-language', 'nl')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })
})

const main = () => screen.getByRole('main')
/** Waits for lazy code and data, which are read as well. */
const complete = ({ router }: TestPortal) =>
  waitFor(() => {
    expect(main().querySelector('[aria-busy=true]')).toBeNull()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByText(/^(Bezig met laden|Loading)/)).toBeNull()
    expect(router.options.context.queryClient.isFetching()).toBe(0)
  })

/** Opens a page and waits until it is complete. */
async function openComplete(address: string, as: Persona): Promise<TestPortal> {
  const portal = await openPortal(address, { as })
  await complete(portal)
  return portal
}

async function ownerOf(): Promise<{ clientId: string; bella: string }> {
  const clientId = await ownerHas(
    {
      number: '2026-00417',
      status: 'UNPAID',
      date: '2026-03-01',
      dueDate: '2026-03-10',
      totalInclVat: 121,
      totalExclVat: 100,
      openAmount: 121,
      patientNames: ['Bella'],
      description: 'Consult',
    },
    { number: '2026-00300', date: '2026-01-20', paidDate: '2026-01-28', totalInclVat: 48.4, patientNames: ['Simba'] },
  )
  await withoutAnimals(clientId)
  await database().deleteFrom('appointment').execute()
  await database().deleteFrom('request').execute()
  await database().deleteFrom('estimate').execute()
  await database().deleteFrom('request_settings').execute()
  await requestSettings(database(), 'de-waag', {
    kinds: ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION', 'DETAILS'],
    hours: 'Maandag tot en met vrijdag 8.30 tot 17.30',
    answerWithinDays: 2,
    productsNotRepeated: ['Tramadol'],
  })
  const bella = await animal(clientId, { name: 'Bella', species: 'DOG', breed: 'Labrador', birthDate: '2019-05-04' })
  const simba = await animal(clientId, { name: 'Simba', species: 'CAT' })
  await reminder(clientId, bella, { date: '2026-03-01', description: 'Vaccinatie: DHP', patientName: 'Bella' })
  await reminder(clientId, simba, { date: '2026-05-20', description: 'Ontworming', patientName: 'Simba' })
  await sendEstimate({ patientUuid: bella, patientName: 'Bella', date: '2026-03-10', validUntil: '2026-04-10' })
  await entry(bella, { date: '2026-02-10', description: 'Consult' })
  await visit(clientId, bella, { date: '2026-02-10', reason: 'Mank', medication: [{ product: 'Metacam', days: 5 }] })
  return { clientId, bella }
}

/** Adds two clients with a unique last name. */
const addTwoClients = async (columns: Parameters<typeof client>[2] = {}) => {
  for (const callName of ['Ada', 'Bart'])
    await client(database(), 'de-waag', {
      last_name: 'Zwanenburg',
      call_name: callName,
      email: `${callName.toLowerCase()}@zwanen.example`,
      city: 'Zeist',
      client_number: callName === 'Ada' ? '900001' : '900002',
      ...columns,
    })
}

test('the screen reader transcript of signing in', async () => {
  const portal = await openPortal('/auth/login')
  const walk = createTranscript()
  await walk.read('De pagina')
  const field = screen.getByLabelText(/Gebruikersnaam/)
  await walk.during('Inloggen zonder iets in te vullen', async () => {
    await portal.press('Inloggen')
    // The native validity cannot be used here, because an empty required field is invalid from the start.
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'))
    await waitFor(() => expect(field).toHaveFocus())
  })
  await walk.read('Het veld daarna', field)
  await portal.user.type(field, personas.staff)
  await portal.user.type(input(/^Wachtwoord/), 'Anders#2026')
  await walk.during('Een verkeerd wachtwoord', async () => {
    await portal.press('Inloggen')
    await screen.findByRole('alert')
  })
  await portal.user.clear(input(/^Wachtwoord/))
  await walk.read('Het formulier daarna, zonder het wachtwoord', main())
  await portal.user.type(input(/^Wachtwoord/), PASSWORD)
  await walk.during('Het goede wachtwoord', async () => {
    await portal.user.keyboard('{Enter}')
    await arrivesAt(portal, '/admin/dashboard')
    await waitFor(() => expect(main()).toHaveFocus())
  })
  await expect(walk.text()).toMatchFileSnapshot('./transcripts/signing-in.txt')
})

const FIRST = '/client/portal/reminders'

test.each([
  ['the first page of an owner', 'nl', () => FIRST, 'first-page'],
  ['the first page of an owner, in English', 'en', () => FIRST, 'first-page.en'],
  ['an animal', 'nl', (bella: string) => `/client/patients/${bella}`, 'animal'],
])('the screen reader transcript of %s', async (_, language, address, file) => {
  const { bella } = await ownerOf()
  if (language === 'en') await inEnglish()
  localStorage.setItem('portal-language', language)
  await openComplete(address(bella), 'owner')
  const walk = createTranscript()
  await walk.read(language === 'en' ? 'The page' : 'De pagina', file === 'animal' ? main() : undefined)
  await expect(walk.text()).toMatchFileSnapshot(`./transcripts/${file}.txt`)
})

test('the screen reader transcript of a reminder', async () => {
  await ownerOf()
  const portal = await openComplete(FIRST, 'owner')
  const walk = createTranscript()
  const button = screen.getAllByRole('button', { name: /^Afspraak maken: Bella/ })[0]!
  await walk.during('Afspraak maken', () => portal.user.click(button))
  await walk.read('Het venster', await screen.findByRole('dialog'))
  await portal.press('Sluiten')
  await walk.during('Niet actieve herinneringen', async () => {
    await portal.choose(/Niet actief/)
    await within(main()).findByText('Er is nog niets afgerond of vervallen.')
    await complete(portal)
  })
  await walk.read('De lijst daarna', main())
  await expect(walk.text()).toMatchFileSnapshot('./transcripts/reminder.txt')
})

test('the screen reader transcript of an invoice', async () => {
  await ownerOf()
  const portal = await openComplete('/client/invoices', 'owner')
  const walk = createTranscript()
  await walk.read('De pagina', main())
  await walk.during('Betalen', () =>
    portal.user.click(screen.getByRole('button', { name: 'Factuur 2026-00417 betalen' })),
  )
  await walk.read('Het venster', await screen.findByRole('dialog'))
  await expect(walk.text()).toMatchFileSnapshot('./transcripts/invoice.txt')
})

test('the screen reader transcript of a request', async () => {
  await ownerOf()
  const portal = await openComplete('/client/requests/new?kind=QUESTION', 'owner')
  const walk = createTranscript()
  await walk.read('De pagina', main())
  await walk.during('Versturen zonder vraag', async () => {
    await portal.press('Versturen')
    const field = screen.getByRole('textbox', { name: /^Uw vraag/ })
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'))
    await waitFor(() => expect(field).toHaveFocus())
  })
  await walk.read('Het veld daarna', screen.getByRole('textbox', { name: /^Uw vraag/ }))
  await portal.user.type(screen.getByRole('textbox', { name: /^Uw vraag/ }), 'Mag zij vis?')
  await walk.during('Versturen', async () => {
    await portal.press('Versturen')
    await screen.findByText('Uw verzoek is verzonden.')
  })
  await complete(portal)
  await walk.read('Daarna', main())
  await expect(walk.text()).toMatchFileSnapshot('./transcripts/request.txt')
})

test('the screen reader transcript of registering a client', async () => {
  await addTwoClients()
  const portal = await openComplete('/admin/clients/unregistered?lastName=Zwanenburg', 'staff')
  const walk = createTranscript()
  await walk.read('De pagina', main())
  await walk.during('Registreren', () => portal.user.click(screen.getByRole('button', { name: /Ada.* registreren/ })))
  const dialog = await screen.findByRole('dialog')
  await walk.read('Het venster', dialog)
  await walk.during('Bevestigen', async () => {
    await portal.user.click(within(dialog).getByRole('button', { name: 'Registreren' }))
    await screen.findByText(/is geregistreerd/)
  })
  await expect(walk.text()).toMatchFileSnapshot('./transcripts/registering.txt')
})

const registeredZwanen = () =>
  addTwoClients({ registered: 1, activation: 'activated', registered_at: '2026-02-01T00:00:00.000Z' })

test('the screen reader transcript of locking a client', async () => {
  await registeredZwanen()
  const portal = await openComplete('/admin/clients/registered', 'staff')
  const walk = createTranscript()
  await portal.user.click(screen.getByRole('searchbox'))
  await walk.during('Zoeken', async () => {
    await portal.user.paste('Zwanenburg')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
    await complete(portal)
  })
  await walk.read('De pagina', main())
  await walk.during('Blokkeren', async () => {
    await portal.press(/^Ada.* blokkeren$/)
    await screen.findByRole('button', { name: /^Ada.* deblokkeren$/ })
  })
  await walk.read('De rij daarna', screen.getAllByRole('row')[1])
  await expect(walk.text()).toMatchFileSnapshot('./transcripts/locking.txt')
})

test('the screen reader transcript of viewing as a client', async () => {
  const { clientId } = await ownerOf()
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const walk = createTranscript()
  await walk.during('Bekijk als', async () => {
    await portal.viewAs(clientId)
    await screen.findByRole('region', { name: /^U bekijkt het portaal als/ })
  })
  await complete(portal)
  await walk.read('De pagina')
  await walk.during('Terug naar beheer', async () => {
    const banner = screen.getByRole('region', { name: /^U bekijkt het portaal als/ })
    await portal.user.click(within(banner).getByRole('button', { name: 'Terug naar beheer' }))
    await arrivesAt(portal, '/admin/clients/registered')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Bekijk als Anneke van den Berg' })).toHaveFocus())
  })
  await expect(walk.text()).toMatchFileSnapshot('./transcripts/viewing-as.txt')
})

test('the screen reader transcript of the client palette', async () => {
  await registeredZwanen()
  const portal: TestPortal = await openPortal('/admin/dashboard', { as: 'staff' })
  const walk = createTranscript()
  // happy-dom does not move the focus into a dialog.
  await portal.user.keyboard('{Control>}k{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Cliënt zoeken' })
  await walk.read('Het venster', dialog)
  await walk.during('Zwanenburg typen', async () => {
    act(() => within(dialog).getByRole('combobox').focus())
    await portal.user.paste('Zwanenburg')
    await within(dialog).findByText('2 resultaten')
    await within(dialog).findByRole('option', { selected: true })
  })
  await walk.read('Het venster daarna', dialog)
  await portal.user.keyboard('{ArrowDown}{Enter}')
  const sheet = await screen.findByRole('dialog', { name: /Zwanenburg/ })
  await within(sheet).findByText('Openstaand')
  await walk.read('Pijl omlaag, Enter: de cliënt', sheet)
  await expect(walk.text()).toMatchFileSnapshot('./transcripts/palette.txt')
})
