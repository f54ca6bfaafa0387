import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type CardPart, CARD_PARTS } from '#contract/shared-card.ts'
import { answers } from '#mocks/faults.ts'
import { appointment, sharedCard } from '#harness/builders.ts'
import { answerOf, database, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'
import { animal, day, entry, reminder, withoutAnimals } from './animals.ts'
import { inEnglish, ownerId } from './owner.ts'

const OPEN = 'Delen met een link'
const ENDED = 'Deze link werkt niet meer'
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

const accountId = async () => {
  const { id } = await database()
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'owner@mail.example')
    .executeTakeFirstOrThrow()
  return id
}
const dialog = () => screen.findByRole('dialog', { name: 'Dierkaart van Bobbie delen' })
const inDialog = (role: string, name: string | RegExp) => within(screen.getByRole('dialog')).getByRole(role, { name })
const toCard = async (as: 'owner' | 'two' = 'owner') => {
  const portal = await openPortal(`/client/patients/${bobbie}?show=card`, { as })
  await portal.user.click(await screen.findByRole('button', { name: OPEN }))
  await dialog()
  return portal
}
const linkField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'De link' })

/** A link as another device makes it. */
async function secretOf(parts: readonly CardPart[]): Promise<string> {
  const answer = await answerOf(
    new Request(`http://localhost:3000/api/clients/${clientId}/patients/${bobbie}/shared-cards`, {
      method: 'POST',
      headers: { authorization: await tokenOf('owner'), 'content-type': 'application/json' },
      body: JSON.stringify({ parts }),
    }),
  )
  return ((await answer.json()) as { secret: string }).secret
}

describe('an owner', () => {
  test('chooses what is shown, gets the link once, and revokes it', async () => {
    const portal = await toCard()
    await portal.user.click(inDialog('checkbox', 'Medicijnen en wachttijden'))
    await portal.user.click(inDialog('checkbox', 'Gewicht'))
    await portal.user.type(inDialog('textbox', 'Voor wie (niet verplicht)'), 'Oppas Jan')
    await portal.user.click(inDialog('button', 'Link maken'))
    const field = await linkField()
    expect(field).toHaveFocus()
    expect(field.value).toMatch(new RegExp(`^${location.origin}/card#[\\w-]{32}$`))
    const [card] = await database().selectFrom('shared_card').selectAll().execute()
    expect(card).toMatchObject({ patient_uuid: bobbie, note: 'Oppas Jan' })
    expect(JSON.parse(card!.parts)).toEqual(['identity', 'vaccinations', 'weight', 'phone'])

    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await portal.user.click(inDialog('button', 'Link kopiëren'))
    expect(write).toHaveBeenCalledExactlyOnceWith(field.value)
    expect(await screen.findByText('De link is gekopieerd.')).toBeVisible()

    await portal.user.click(inDialog('button', 'Sluiten'))
    await portal.user.click(screen.getByRole('button', { name: OPEN }))
    const item = (await within(await dialog()).findByText('Oppas Jan')).closest('li')!
    expect(item).toHaveTextContent(/Gegevens en waarschuwingen, Vaccinaties, Gewicht, Uw naam en telefoonnummer/)
    expect(item).toHaveTextContent(/Nog niet bekeken/)
    expect(screen.queryByRole('textbox', { name: 'De link' })).toBeNull()
    await portal.user.click(inDialog('button', 'Link voor Oppas Jan intrekken'))
    expect(await screen.findByText('De link is ingetrokken.')).toBeVisible()
    expect(screen.queryByText('Oppas Jan')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Dierkaart van Bobbie delen' })).toHaveFocus()
    expect(await database().selectFrom('shared_card').select('uuid').execute()).toEqual([])
  })

  test('makes no link that shows nothing', async () => {
    const portal = await toCard()
    for (const box of within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('checkbox', { checked: true }))
      await portal.user.click(box)
    await portal.user.click(inDialog('button', 'Link maken'))
    await waitFor(() => expect(inDialog('checkbox', 'Gegevens en waarschuwingen')).toBeInvalid())
    await waitFor(() => expect(inDialog('checkbox', 'Gegevens en waarschuwingen')).toHaveFocus())
    expect(within(inDialog('group', /Wat de dierkaart laat zien/)).getByText('Verplicht veld.')).toBeVisible()
    expect(portal.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    await portal.user.click(inDialog('checkbox', 'Herinneringen'))
    await waitFor(() => expect(inDialog('checkbox', 'Gegevens en waarschuwingen')).toBeValid())
    await portal.user.click(inDialog('button', 'Link maken'))
    expect(await linkField()).toBeVisible()
    const [card] = await database().selectFrom('shared_card').select('parts').execute()
    expect(JSON.parse(card!.parts)).toEqual(['reminders'])
  })

  test('makes one link by two presses', async () => {
    const portal = await toCard()
    await portal.user.dblClick(inDialog('button', 'Link maken'))
    expect(await linkField()).toBeVisible()
    expect(portal.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })

  test('reads beside the field what the server finds wrong with it', async () => {
    injectFault(
      http.post('*/api/clients/*/patients/*/shared-cards', () =>
        HttpResponse.json(
          { code: 'validation-failed', errors: [{ pointer: '/note', code: 'invalidText' }] },
          { status: 400 },
        ),
      ),
    )
    const portal = await toCard()
    await portal.user.type(inDialog('textbox', 'Voor wie (niet verplicht)'), 'Jan')
    await portal.user.click(inDialog('button', 'Link maken'))
    await waitFor(() => expect(inDialog('textbox', 'Voor wie (niet verplicht)')).toBeInvalid())
    expect(inDialog('textbox', 'Voor wie (niet verplicht)')).toHaveValue('Jan')
  })

  test('sends it by what the device offers', async () => {
    const shared = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share: shared }))
    const portal = await toCard()
    await portal.user.click(inDialog('button', 'Link maken'))
    const { value } = await linkField()
    await portal.user.click(inDialog('button', 'Link versturen'))
    expect(shared).toHaveBeenCalledExactlyOnceWith({ title: 'Dierkaart van Bobbie delen', url: value })
    vi.unstubAllGlobals()
  })

  test('who has as many as there may be is told, and may make one again when one is revoked', async () => {
    const of = { clientId, accountId: await accountId(), patientId: bobbie }
    for (let count = 0; count < 20; count++) await sharedCard(database(), of, { note: `Nummer ${count}` })
    const portal = await toCard()
    expect(await screen.findByText(/Er werken nu 20 links/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Link maken' })).toBeNull()
    await portal.user.click(inDialog('button', 'Link voor Nummer 3 intrekken'))
    expect(await screen.findByRole('button', { name: 'Link maken' })).toBeVisible()
  })

  test('sees the links of this animal only', async () => {
    const rex = await animal(clientId, { name: 'Rex' })
    const owner = await accountId()
    await sharedCard(database(), { clientId, accountId: owner, patientId: rex }, { note: 'Van Rex' })
    await sharedCard(database(), { clientId, accountId: owner, patientId: bobbie }, { note: 'Van Bobbie' })
    await toCard()
    expect(await screen.findByText('Van Bobbie')).toBeVisible()
    expect(screen.queryByText('Van Rex')).toBeNull()
  })

  test('is told in the dialog what fails, and tries it again', async () => {
    injectFault(answers('post', 'clients/*/patients/*/shared-cards', 503, 'unavailable', { once: true }))
    const portal = await toCard()
    await portal.user.click(inDialog('button', 'Link maken'))
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(/even niet bereikbaar/)
    await portal.user.click(inDialog('button', 'Link maken'))
    expect(await linkField()).toBeVisible()
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
  })

  test('of an animal that died shares nothing', async () => {
    const abby = await animal(clientId, { name: 'Abby', deceasedDate: '2024-05-03' })
    await openPortal(`/client/patients/${abby}?show=card`, { as: 'owner' })
    await screen.findByRole('button', { name: 'Afdrukken' })
    expect(screen.queryByRole('button', { name: OPEN })).toBeNull()
  })
})

test('staff who view as a client share nothing, and ask for nothing', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await act(() => portal.session.viewAs(clientId))
  await act(() =>
    portal.router.navigate({
      to: '/client/patients/$patientId',
      params: { patientId: bobbie },
      search: { show: 'card' },
    }),
  )
  await screen.findByRole('button', { name: 'Afdrukken' })
  expect(screen.queryByRole('button', { name: OPEN })).toBeNull()
  expect(portal.calls.filter((call) => call.includes('shared-cards'))).toEqual([])
})

test('an API that does not know it shows nothing of it', async () => {
  withoutCapabilities()
  await openPortal(`/client/patients/${bobbie}?show=card`, { as: 'owner' })
  await screen.findByRole('button', { name: 'Afdrukken' })
  expect(screen.queryByRole('button', { name: OPEN })).toBeNull()
})

describe('whoever has the link', () => {
  beforeEach(async () => {
    await entry(bobbie, { kind: 'VACCINATION', description: 'Rabiës', date: day(-30) })
    await entry(bobbie, {
      kind: 'TREATMENT',
      productName: 'Penivet',
      dosage: '1 dd',
      date: day(-1),
      withdrawalMeatDays: 28,
    })
    await reminder(clientId, bobbie, { description: 'Ontworming', date: day(3), type: 'DEWORMING' })
  })

  test('sees all parts without a session, and no call but the one', async () => {
    const secret = await secretOf(CARD_PARTS)
    const portal = await openPortal(`/card#${secret}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
    expect(screen.getByText('Hond, Stabij')).toBeVisible()
    expect(screen.getByText('Bijt postbodes')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Vaccinaties' })).toHaveTextContent(/Rabiës/)
    expect(screen.getByRole('region', { name: 'Medicijnen van het laatste jaar' })).toHaveTextContent(/Penivet.*1 dd/)
    expect(screen.getByRole('heading', { name: /wachttijd/i })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Herinneringen' })).toHaveTextContent(/Ontworming.*Over 3 dagen/)
    expect(screen.getByRole('img', { name: /^Gewicht van Bobbie, 2 metingen/ })).toBeVisible()
    expect(screen.getByRole('link', { name: '+31 30 555 01 23' })).toHaveAttribute('href', 'tel:+31305550123')
    expect(screen.getByText('Eigenaar', { selector: 'dt *' })).toBeVisible()
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    expect(portal.calls).toEqual(['GET /api/shared-card'])
    expect(portal.router.state.location.pathname).toBe('/card')
  })

  test('reads when what is booked will be done, and not how late it is', async () => {
    const reminderUuid = await reminder(clientId, bobbie, { description: 'Gebit', date: day(-3) })
    await appointment(database(), clientId, { reminderUuid, start: `${day(5)}T08:00:00.000Z` })
    await openPortal(`/card#${await secretOf(['reminders'])}`)
    const reminders = await screen.findByRole('region', { name: 'Herinneringen' })
    expect(reminders).toHaveTextContent(/Gebit.*Afspraak op/)
    expect(reminders).not.toHaveTextContent('te laat')
  })

  test('sees no part that was not chosen', async () => {
    const secret = await secretOf(['reminders'])
    await openPortal(`/card#${secret}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Herinneringen' })).toBeVisible()
    expect(screen.getByRole('link', { name: '+31 30 555 01 23' })).toBeVisible()
    expect(screen.queryByText(/Rabiës|Penivet|Stabij|postbodes|Eigenaar$|Gewicht/)).toBeNull()
    expect(screen.queryAllByRole('table')).toEqual([])
  })

  test('reads it in the language of the browser, where none was chosen', async () => {
    localStorage.removeItem('portal-language')
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('fr-FR')
    const secret = await secretOf(['identity'])
    window.history.pushState({}, '', '/card')
    await openPortal(`/card#${secret}`)
    expect(await screen.findByText('Dog, Stabij')).toBeVisible()
    window.history.pushState({}, '', '/')
  })

  test.each<[string, (secret: string) => Promise<string>]>([
    ['with nothing in it', async () => await Promise.resolve('')],
    ['that never was', async () => await Promise.resolve('#nothing')],
    [
      'that was revoked',
      async (secret) => {
        await database().deleteFrom('shared_card').execute()
        return `#${secret}`
      },
    ],
    [
      'that has expired',
      async (secret) => {
        await database().updateTable('shared_card').set({ ends_at: '2020-01-01T00:00:00.000Z' }).execute()
        return `#${secret}`
      },
    ],
  ])('reads of a link %s that it works no more, and nothing else', async (_, change) => {
    const hash = await change(await secretOf(['identity']))
    await openPortal(`/card${hash}`)
    expect(await screen.findByRole('heading', { level: 1, name: ENDED })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/Bobbie|De Waag/)).toBeNull()
  })

  test('may be signed in as somebody else, who goes on being that', async () => {
    const secret = await secretOf(['identity'])
    const portal = await openPortal(`/card#${secret}`, { as: 'two' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Uitloggen' })).toBeVisible()
    expect(portal.calls).toContain('GET /api/shared-card')
  })

  test('tries again where the server could not be asked', async () => {
    const secret = await secretOf(['identity'])
    injectFault(answers('get', 'shared-card', 503, 'unavailable', { once: true }))
    const portal = await openPortal(`/card#${secret}`)
    await portal.user.click(await screen.findByRole('button', { name: 'Opnieuw proberen' }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible())
  })
})

test('the dialog is in English as well', async () => {
  await inEnglish()
  const portal = await openPortal(`/client/patients/${bobbie}?show=card`, { as: 'owner' })
  await portal.user.click(await screen.findByRole('button', { name: 'Share by a link' }))
  expect(await screen.findByRole('dialog', { name: 'Share the animal card of Bobbie' })).toBeVisible()
})
