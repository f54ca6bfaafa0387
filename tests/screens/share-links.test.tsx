import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type CardPart, CARD_PARTS } from '#contract/share-link.ts'
import { answers } from '#mocks/faults.ts'
import { appointment, sharedCard } from '#harness/builders.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { animal, day, entry, reminder, withoutAnimals } from './animals.ts'
import { ownerId } from './owner.ts'
import { accountOf, callAs, dialog, rejectsField, shows } from './steps.ts'
import { posts } from './bulk.tsx'

const OPEN = 'Delen met een link'
const NOTE = 'Voor wie (niet verplicht)'
const IDENTITY = 'Gegevens, foto en waarschuwingen'
const PHONE = '+31 30 555 01 23'
let clientId: string
let bobbie: string

beforeEach(async () => {
  localStorage.setItem('portal-language', 'nl')
  clientId = await ownerId()
  await withoutAnimals(clientId)
  bobbie = await animal(clientId, {
    name: 'Bobbie',
    species: 'DOG',
    breed: 'Stabij',
    chipNumber: '528140000712345',
    alerts: 'Bijt postbodes',
    weights: [
      { date: '2025-01-01', kg: 20 },
      { date: '2026-01-01', kg: 21 },
    ],
  })
})

const cardOf = (id: string) => `/client/patients/${id}?show=card`
const toDialog = async () => {
  const portal = await openPortal(cardOf(bobbie), { as: 'owner' })
  await portal.press(OPEN)
  await dialog('Dierkaart van Bobbie delen')
  return portal
}
const identity = () => screen.getByRole('checkbox', { name: IDENTITY })
const linkField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'De link' })
const cards = () => database().selectFrom('shared_card').selectAll().execute()

/** Returns the secret of a link that was made on another device. */
const secretOf = async (...parts: CardPart[]) => {
  const response = await callAs('owner', 'POST', `clients/${clientId}/patients/${bobbie}/shared-cards`, { parts })
  return ((await response.json()) as { secret: string }).secret
}

describe('sharing an animal card', () => {
  test('creates a link with the selected parts, shows it once, and revokes it', async () => {
    const portal = await toDialog()
    await portal.tick('Medicijnen en wachttijden')
    await portal.tick('Gewicht')
    await portal.type(NOTE, 'Oppas Jan')
    await portal.user.dblClick((await dialog()).getByRole('button', { name: 'Link maken' }))
    const link = await linkField()
    expect(posts(portal.calls)).toHaveLength(1)
    expect(link).toHaveFocus()
    expect(link.value).toMatch(new RegExp(`^${location.origin}/card#[\\w-]{32}$`))
    const [card] = await cards()
    expect(card).toMatchObject({ patient_uuid: bobbie, note: 'Oppas Jan' })
    expect(JSON.parse(card!.parts)).toEqual(['identity', 'vaccinations', 'weight', 'phone'])
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await portal.confirm('Link kopiëren')
    expect(write).toHaveBeenCalledExactlyOnceWith(link.value)
    await shows('De link is gekopieerd.')

    await portal.confirm('Sluiten')
    await portal.press(OPEN)
    const item = (await screen.findByText('Oppas Jan')).closest('li')!
    expect(item).toHaveTextContent(/Gegevens, foto en waarschuwingen, Vaccinaties, Gewicht, Uw naam en telefoonnummer/)
    expect(item).toHaveTextContent(/Nog niet bekeken/)
    expect(screen.queryByRole('textbox', { name: 'De link' })).toBeNull()
    await portal.confirm('Link voor Oppas Jan intrekken')
    await shows('De link is ingetrokken.')
    expect(screen.queryByText('Oppas Jan')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Dierkaart van Bobbie delen' })).toHaveFocus()
    expect(await cards()).toEqual([])
  })

  test('requires at least one part', async () => {
    const portal = await toDialog()
    for (const box of (await dialog()).getAllByRole('checkbox', { checked: true })) await portal.user.click(box)
    await portal.confirm('Link maken')
    await waitFor(() => expect(identity()).toBeInvalid())
    await waitFor(() => expect(identity()).toHaveFocus())
    const group = screen.getByRole('group', { name: /Wat de dierkaart laat zien/ })
    expect(within(group).getByText('Verplicht veld.')).toBeVisible()
    expect(posts(portal.calls)).toEqual([])
    await portal.tick('Herinneringen')
    await waitFor(() => expect(identity()).toBeValid())
    await portal.confirm('Link maken')
    expect(await linkField()).toBeVisible()
    expect(JSON.parse((await cards())[0]!.parts)).toEqual(['reminders'])
  })

  test('shows errors in the dialog, or at their field, and can be retried', async () => {
    const path = 'clients/*/patients/*/shared-cards'
    const portal = await toDialog()
    const alert = async () => (await dialog()).findByRole('alert')
    injectFault(rejectsField('post', path, '/note'))
    await portal.type(NOTE, 'Jan')
    await portal.confirm('Link maken')
    const note = screen.getByRole('textbox', { name: NOTE })
    await waitFor(() => expect(note).toBeInvalid())
    expect(note).toHaveValue('Jan')
    injectFault(answers('post', path, 503, 'unavailable'))
    await portal.confirm('Link maken')
    expect(await alert()).toHaveTextContent(/even niet bereikbaar/)
    portal.api.network.resetHandlers()
    await portal.confirm('Link maken')
    expect(await linkField()).toBeVisible()
    expect((await dialog()).queryByRole('alert')).toBeNull()
  })

  test('sends the link by the share sheet of the device', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share }))
    const portal = await toDialog()
    await portal.confirm('Link maken')
    const { value: url } = await linkField()
    await portal.confirm('Link versturen')
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Dierkaart van Bobbie delen', url })
    vi.unstubAllGlobals()
  })

  test('lists the links of this animal only, and allows at most 20', async () => {
    const of = { clientId, accountId: (await accountOf('owner')).id, patientId: bobbie }
    for (let count = 0; count < 19; count++) await sharedCard(database(), of, { note: `Nummer ${count}` })
    const rex = await animal(clientId, { name: 'Rex' })
    await sharedCard(database(), { ...of, patientId: rex }, { note: 'Van Rex' })
    const portal = await toDialog()
    await shows(/Er werken nu 20 links/)
    expect(screen.queryByText('Van Rex')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Link maken' })).toBeNull()
    await portal.confirm('Link voor Nummer 3 intrekken')
    expect(await screen.findByRole('button', { name: 'Link maken' })).toBeVisible()
  })

  test.each(['of a deceased animal', 'by another API', 'by staff who view as the client'])(
    'is not offered %s',
    async (who) => {
      if (who === 'by another API') withoutCapabilities()
      const abby = await animal(clientId, { name: 'Abby', deceasedDate: '2024-05-03' })
      const isStaff = who.startsWith('by staff')
      const portal = await openPortal(isStaff ? '/admin/clients/registered' : cardOf(abby), {
        as: isStaff ? 'staff' : 'owner',
      })
      if (isStaff) await portal.viewAs(clientId)
      if (!who.startsWith('of')) await portal.goTo(cardOf(bobbie))
      await screen.findByRole('button', { name: 'Afdrukken' })
      expect(screen.queryByRole('button', { name: OPEN })).toBeNull()
      expect(portal.calls.filter((call) => call.includes('shared-cards'))).toEqual([])
    },
  )
})

describe('a shared animal card', () => {
  const isBobbie = async () => expect(await screen.findByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()

  beforeEach(async () => {
    await entry(bobbie, { kind: 'VACCINATION', description: 'Rabiës', date: day(-30) })
    const medicine = { productName: 'Penivet', dosage: '1 dd', withdrawalMeatDays: 28 }
    await entry(bobbie, { kind: 'TREATMENT', date: day(-1), ...medicine })
    await reminder(clientId, bobbie, { description: 'Ontworming', date: day(3), type: 'DEWORMING' })
  })

  test('shows all its parts without a session, by one call', async () => {
    const portal = await openPortal(`/card#${await secretOf(...CARD_PARTS)}`)
    await isBobbie()
    expect(screen.getByText('Hond, Stabij')).toBeVisible()
    expect(screen.getByText('Bijt postbodes')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Vaccinaties' })).toHaveTextContent(/Rabiës/)
    expect(screen.getByRole('region', { name: 'Medicijnen van het laatste jaar' })).toHaveTextContent(/Penivet.*1 dd/)
    expect(screen.getByRole('heading', { name: /wachttijd/i })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Herinneringen' })).toHaveTextContent(/Ontworming.*Over 3 dagen/)
    expect(screen.getByRole('img', { name: /^Gewicht van Bobbie, 2 metingen/ })).toBeVisible()
    expect(screen.getByRole('link', { name: PHONE })).toHaveAttribute('href', 'tel:+31305550123')
    expect(screen.getByText('Eigenaar', { selector: 'dt *' })).toBeVisible()
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    expect(portal.calls).toEqual(['GET /api/shared-card'])
    expect(portal.router.state.location.pathname).toBe('/card')
  })

  test('shows the selected parts only, and the appointment of a booked reminder', async () => {
    const reminderUuid = await reminder(clientId, bobbie, { description: 'Gebit', date: day(-3) })
    await appointment(database(), clientId, { reminderUuid, start: `${day(5)}T08:00:00.000Z` })
    await openPortal(`/card#${await secretOf('reminders')}`)
    await isBobbie()
    const reminders = screen.getByRole('region', { name: 'Herinneringen' })
    expect(reminders).toHaveTextContent(/Gebit.*Afspraak op/)
    expect(reminders).not.toHaveTextContent('te laat')
    expect(screen.getByRole('link', { name: PHONE })).toBeVisible()
    expect(screen.queryByText(/Rabiës|Penivet|Stabij|postbodes|Eigenaar$|Gewicht/)).toBeNull()
    expect(screen.queryAllByRole('table')).toEqual([])
  })

  test('is in the language of the browser by default', async () => {
    localStorage.removeItem('portal-language')
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('fr-FR')
    const secret = await secretOf('identity')
    window.history.pushState({}, '', '/card')
    await openPortal(`/card#${secret}`)
    await shows('Dog, Stabij')
    window.history.pushState({}, '', '/')
  })

  test.each<[string, (secret: string) => unknown]>([
    ['', () => {}],
    ['#nothing', () => {}],
    ['a revoked secret', () => database().deleteFrom('shared_card').execute()],
    [
      'an expired secret',
      () => database().updateTable('shared_card').set({ ends_at: '2020-01-01T00:00:00Z' }).execute(),
    ],
  ])('is not shown for %j', async (hash, change) => {
    const secret = await secretOf('identity')
    await change(secret)
    await openPortal(`/card${hash.endsWith('secret') ? `#${secret}` : hash}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Deze link werkt niet meer' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/Bobbie|De Waag/)).toBeNull()
  })

  test('keeps the session of another owner, and can be retried after an error', async () => {
    injectFault(answers('get', 'shared-card', 503, 'unavailable', { once: true }))
    const portal = await openPortal(`/card#${await secretOf('identity')}`, { as: 'two' })
    await portal.press('Opnieuw proberen')
    await isBobbie()
    expect(screen.getByRole('link', { name: 'Uitloggen' })).toBeVisible()
  })
})
