import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { appointment, request, requestSettings } from '#harness/builders.ts'
import { answerOf, arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { animal, day, entry, reminder, visit, withoutAnimals } from './animals.ts'
import { inEnglish, ownerId } from './owner.ts'

const SETTINGS: RequestSettings = {
  kinds: ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION', 'DETAILS'],
  hours: 'Maandag tot en met vrijdag 8.30 tot 17.30',
  answerWithinDays: 2,
  productsNotRepeated: ['Tramadol'],
}
let clientId: string
let bobbie: string

const practiceTakes = async (settings: RequestSettings) => {
  await database().deleteFrom('request_settings').execute()
  await requestSettings(database(), 'de-waag', settings)
}

beforeEach(async () => {
  localStorage.setItem('portal-language', 'nl')
  clientId = await ownerId()
  await withoutAnimals(clientId)
  await database().deleteFrom('request').execute()
  bobbie = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
  await practiceTakes(SETTINGS)
})

const accountId = async () => {
  const { account_id: id } = await database()
    .selectFrom('client')
    .select('account_id')
    .where('uuid', '=', clientId)
    .executeTakeFirstOrThrow()
  return id!
}
const sent = async () =>
  (await database().selectFrom('request').selectAll().execute()).map(({ data, ...row }) => ({
    ...row,
    data: JSON.parse(data) as Record<string, unknown>,
  }))
const press = async (portal: Awaited<ReturnType<typeof openPortal>>, name: string | RegExp) =>
  await portal.user.click(await screen.findByRole('button', { name }))
const send = (portal: Awaited<ReturnType<typeof openPortal>>) => press(portal, 'Versturen')

describe('a medicine again', () => {
  test('is filled in by the visit that it was prescribed at, and sent by one press', async () => {
    const visitId = await visit(clientId, bobbie, { date: day(-9), medication: [{ product: 'Penivet' }] })
    const portal = await openPortal(`/client/visit-forms?visit=${visitId}`, { as: 'owner' })
    await portal.user.click(await screen.findByRole('link', { name: 'Vraag om meer: Penivet' }))
    expect(await screen.findByRole('combobox', { name: 'Dier' })).toHaveDisplayValue('Bobbie')
    expect(await screen.findByRole('checkbox', { name: /^Penivet/ })).toBeChecked()
    const urgent = within(screen.getByRole('complementary', { name: 'Spoed' }))
    expect(urgent.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^tel:/))
    expect(screen.getByText('U krijgt binnen 2 werkdagen antwoord.')).toBeVisible()
    expect(screen.getByText(/8\.30 tot 17\.30/)).toBeVisible()
    await send(portal)
    expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Medicijn opnieuw voor Bobbie' })).toBeVisible()
    expect(await sent()).toMatchObject([
      {
        kind: 'REPEAT_MEDICINE',
        patient_uuid: bobbie,
        data: { products: [{ name: 'Penivet', visitFormUuid: visitId }] },
      },
    ])
  })

  test('shows what the animal had, and of what is not repeated that the practice is called', async () => {
    await visit(clientId, bobbie, { date: day(-30), medication: [{ product: 'Tramadol' }] })
    await entry(bobbie, { date: day(-3), kind: 'DELIVERY', productName: 'Metacam' })
    const portal = await openPortal(`/client/requests/new?kind=REPEAT_MEDICINE&patient=${bobbie}`, { as: 'owner' })
    const tramadol = await screen.findByRole('checkbox', { name: /^Tramadol/ })
    expect(tramadol).toBeDisabled()
    expect(tramadol).toHaveAccessibleName(/Bel de praktijk/)
    await send(portal)
    const group = screen.getByRole('group', { name: 'Welk medicijn?' })
    await waitFor(() => expect(group).toHaveFocus())
    expect(within(group).getByText('Verplicht veld.')).toBeVisible()
    await portal.user.click(screen.getByRole('checkbox', { name: /^Metacam/ }))
    await portal.user.type(screen.getByRole('textbox', { name: 'Ander middel' }), 'Zalf')
    await send(portal)
    expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
    const [one] = await sent()
    expect(one?.data['products']).toMatchObject([
      { name: 'Metacam', logbookEntryUuid: expect.any(String) },
      { name: 'Zalf' },
    ])
  })
})

test('an appointment says which days and parts of the day suit', async () => {
  const portal = await openPortal(`/client/requests/new?kind=APPOINTMENT&patient=${bobbie}`, { as: 'owner' })
  await portal.user.type(await screen.findByRole('textbox', { name: /^Waarvoor/ }), 'Hij hinkt')
  await portal.user.click(screen.getByRole('checkbox', { name: 'dinsdag ochtend' }))
  await send(portal)
  expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
  expect(await sent()).toMatchObject([
    { kind: 'APPOINTMENT', data: { text: 'Hij hinkt', wish: 'BOOK', suits: [{ day: 'TUE', parts: ['MORNING'] }] } },
  ])
})

test('a reminder is asked an appointment for by its own dialog, and is all that it has to say', async () => {
  await reminder(clientId, bobbie, { date: day(-1), description: 'Vaccinatie', patientName: 'Bobbie' })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  await press(portal, /^Afspraak maken: Bobbie/)
  const dialog = within(await screen.findByRole('dialog'))
  await portal.user.click(dialog.getByRole('link', { name: 'Vraag een afspraak aan' }))
  expect(await screen.findByText(/Bobbie.*Vaccinatie/)).toBeVisible()
  await send(portal)
  expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
  expect(await sent()).toMatchObject([{ patient_uuid: bobbie, data: { reminderUuid: expect.any(String) } }])
})

describe('the appointment of an answer', () => {
  afterEach(() => void vi.restoreAllMocks())

  const show = async (fields: Partial<Appointment>) => {
    const patientUuids = [bobbie]
    const appointmentUuid = await appointment(database(), clientId, {
      start: '2037-11-20T09:20:00Z',
      patientUuids,
      place: 'Kamer 2',
      preparation: 'Nuchter komen',
      ...fields,
    })
    const uuid = await request(database(), {
      clientId,
      accountId: await accountId(),
      kind: 'APPOINTMENT',
      state: 'answered',
      patient_uuid: bobbie,
      sent_at: new Date().toISOString(),
      data: JSON.stringify({ text: 'Hij hinkt', wish: 'BOOK' }),
      answer: JSON.stringify({ text: 'Tot dan.', by: 'Femke', appointmentUuid }),
    })
    return openPortal(`/client/requests/${uuid}`, { as: 'owner' })
  }

  test('has its day, time, place and preparation, and goes into the own calendar', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob)
      return 'blob:appointment'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const portal = await show({})
    expect(await screen.findByText(/vrijdag 20 november 2037.* 10:20/i)).toBeVisible()
    expect(screen.getByText('Bobbie: Vaccinatie')).toBeVisible()
    expect(screen.getByText('20 minuten · Kamer 2')).toBeVisible()
    expect(screen.getByText(/Nuchter komen/)).toBeVisible()
    await press(portal, 'Zet in uw agenda')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]!.text()).toContain('DTSTART:20371120T092000Z')
  })

  test.each([
    ['CANCELLED', '2037-11-20T09:20:00Z', 'Afgezegd'],
    ['DONE', '2026-01-20T09:20:00Z', 'Geweest'],
    ['BOOKED', '2026-01-20T09:20:00Z', 'Geweest'],
  ] as const)('that is %s on %s is %s, and is not for the calendar', async (status, start, state) => {
    await show({ status, start })
    expect(await screen.findByText(state)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Zet in uw agenda' })).toBeNull()
  })
})

describe('several due reminders of an animal', () => {
  beforeEach(async () => {
    await database().deleteFrom('appointment').execute()
    for (const [index, description] of ['Vaccinatie', 'Ontworming', 'Gebit'].entries())
      await reminder(clientId, bobbie, { date: day(-1 - index), description, patientName: 'Bobbie' })
    await reminder(clientId, bobbie, { date: day(90), description: 'Controle', patientName: 'Bobbie' })
  })
  const asks = async (portal: Awaited<ReturnType<typeof openPortal>>) => {
    await send(portal)
    expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
    const [one] = await sent()
    return one
  }

  test.each([
    ['the first page', () => '/client/portal/reminders', 'Afspraak maken: Bobbie'],
    ['the page of the animal', () => `/client/patients/${bobbie}`, 'Afspraak maken: Bobbie: Ontworming'],
  ])('are asked for together, from %s', async (_, address, button) => {
    const portal = await openPortal(address(), { as: 'owner' })
    await press(portal, button)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByText(/Controle/)).toBeNull()
    await portal.user.click(dialog.getByRole('link', { name: 'Vraag een afspraak aan' }))
    const about = (await screen.findByText(/^Voor:/)).closest('p')
    for (const what of ['Vaccinatie', 'Ontworming', 'Gebit']) expect(about).toHaveTextContent(`Bobbie: ${what}`)
    const one = await asks(portal)
    expect(one?.data['reminderUuids']).toHaveLength(3)
    expect((await screen.findByText(/^Voor:/)).closest('p')).toHaveTextContent(/Ontworming/)
  })

  test('can be asked for at a visit that is booked', async () => {
    const visit = await appointment(database(), clientId, { start: '2037-11-20T09:20:00Z', patientUuids: [bobbie] })
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await portal.user.click(await screen.findByRole('link', { name: 'Kan bij het bezoek op 20 november 2037' }))
    const wish = await screen.findByText(/^U vraagt of dit kan bij het bezoek/)
    expect(wish.closest('p')).toHaveTextContent(/vrijdag 20 november 2037/)
    expect(screen.queryByRole('group', { name: 'Wanneer komt het uit?' })).toBeNull()
    const one = await asks(portal)
    expect(one?.data).toMatchObject({ wish: 'BOOK', appointmentUuid: visit })
    expect(one?.data['reminderUuids']).toHaveLength(3)
  })

  test('have no offer at the visit of another animal', async () => {
    const other = await animal(clientId, { name: 'Droppie' })
    await appointment(database(), clientId, { start: '2037-11-20T09:20:00Z', patientUuids: [other] })
    await openPortal('/client/portal/reminders', { as: 'owner' })
    expect(await screen.findByRole('button', { name: 'Afspraak maken: Bobbie' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Kan bij het bezoek/ })).toBeNull()
  })
})

test('the first page offers what the practice takes', async () => {
  await practiceTakes({ ...SETTINGS, kinds: ['QUESTION', 'DETAILS'] })
  await openPortal('/client/portal/reminders', { as: 'owner' })
  const block = within(await screen.findByRole('region', { name: 'Vraag het de praktijk' }))
  expect(block.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Vraag'])
})

test('of the own details what was changed is sent, and an unchanged form is told so', async () => {
  const portal = await openPortal('/client/requests/new?kind=DETAILS', { as: 'owner' })
  const city = await screen.findByRole('textbox', { name: 'Woonplaats' })
  await send(portal)
  expect(await screen.findByText('U heeft nog niets veranderd. Verander eerst iets.')).toBeVisible()
  await portal.user.clear(city)
  await portal.user.type(city, 'Ommen')
  await send(portal)
  expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
  const [one] = await sent()
  expect(one?.data['corrections']).toMatchObject([{ field: 'city', wanted: 'Ommen' }])
})

describe('what was typed', () => {
  const typeQuestion = async (text: string) => {
    const portal = await openPortal('/client/requests/new?kind=QUESTION', { as: 'owner' })
    await portal.user.type(await screen.findByRole('textbox', { name: /^Uw vraag/ }), text)
    return portal
  }
  const question = () => screen.findByRole('textbox', { name: /^Uw vraag/ })

  test('is there after another kind was looked at, and after the session has ended; a sign-out takes it away', async () => {
    const portal = await typeQuestion('Mag hij vis?')
    await portal.user.click(screen.getByRole('radio', { name: 'Afspraak' }))
    expect(await screen.findByRole('textbox', { name: /^Waarvoor/ })).toHaveValue('Mag hij vis?')
    await portal.user.click(screen.getByRole('radio', { name: 'Vraag' }))
    expect(await question()).toHaveValue('Mag hij vis?')
    await portal.session.end('expired')
    await arrivesAt(portal, '/auth/login')
    expect(sessionStorage.getItem('portal-drafts')).toContain('Mag hij vis?')
    await portal.session.end('signedOut')
    expect(sessionStorage.getItem('portal-drafts')).toBeNull()
  })

  test('about one animal is kept beside what was typed about another', async () => {
    const minoes = await animal(clientId, { name: 'Minoes', species: 'CAT' })
    const portal = await openPortal(`/client/requests/new?kind=QUESTION&patient=${bobbie}`, { as: 'owner' })
    await portal.user.type(await question(), 'Mag hij vis?')
    const about = (patient: string) =>
      act(() => portal.router.navigate({ to: '/client/requests/new', search: { kind: 'QUESTION', patient } }))
    await about(minoes)
    await waitFor(async () => expect(await question()).toHaveValue(''))
    await portal.user.type(await question(), 'Mag zij melk?')
    await about(bobbie)
    await waitFor(async () => expect(await question()).toHaveValue('Mag hij vis?'))
    await about(minoes)
    await waitFor(async () => expect(await question()).toHaveValue('Mag zij melk?'))
  })

  test('stays when the connection is lost, and is sent once however often it is pressed', async () => {
    let isLost = true
    injectFault(
      http.post('*/api/clients/*/requests', async ({ request }) => {
        if (!isLost) return undefined
        // It arrived; the answer did not.
        const { answerOf } = await import('#harness/portal.tsx')
        await answerOf(request.clone())
        return HttpResponse.error()
      }),
    )
    const portal = await typeQuestion('Mag hij vis?')
    await send(portal)
    expect(await screen.findByText(/nog niet verzonden/)).toBeVisible()
    expect(await question()).toHaveValue('Mag hij vis?')
    isLost = false
    await send(portal)
    expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
    expect(await sent()).toHaveLength(1)
    expect(sessionStorage.getItem('portal-drafts')).toBeNull()
  })

  test('after it had arrived all the same is another request, and not sent without being asked', async () => {
    let isLost = true
    injectFault(
      http.post('*/api/clients/*/requests', async ({ request }) => {
        if (!isLost) return undefined
        const { answerOf } = await import('#harness/portal.tsx')
        await answerOf(request.clone())
        return HttpResponse.error()
      }),
    )
    const portal = await typeQuestion('Mag hij vis')
    await send(portal)
    await screen.findByText(/nog niet verzonden/)
    isLost = false
    await portal.user.type(await question(), ' en kip?')
    await send(portal)
    expect(await screen.findByText(/was al verzonden/)).toBeVisible()
    expect(await question()).toHaveValue('Mag hij vis en kip?')
    expect(await sent()).toHaveLength(1)
    await send(portal)
    expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
    expect(new Set((await sent()).map(({ data }) => data['text']))).toEqual(
      new Set(['Mag hij vis', 'Mag hij vis en kip?']),
    )
  })

  test.each([
    ['is gone where it had arrived', true, ''],
    ['is back where it had not', false, 'Mag hij vis?'],
  ])('and was sent without a response %s, when the form is opened again', async (_, arrives, shown) => {
    const portal = await typeQuestion('Mag hij vis?')
    injectFault(
      http.post(
        '*/api/clients/*/requests',
        async ({ request }) => {
          if (arrives) await answerOf(request.clone())
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await send(portal)
    await screen.findByText(/nog niet verzonden/)
    await act(() => portal.router.navigate({ to: '/client/requests' }))
    await arrivesAt(portal, '/client/requests')
    await act(() => portal.router.navigate({ to: '/client/requests/new', search: { kind: 'QUESTION' } }))
    await waitFor(async () => expect(await question()).toHaveValue(shown))
    expect(await sent()).toHaveLength(arrives ? 1 : 0)
    if (arrives) expect(sessionStorage.getItem('portal-drafts')).toBeNull()
    else await send(portal)
    await waitFor(async () => expect(await sent()).toHaveLength(1))
  })

  test('what the server finds wrong stands beside its field', async () => {
    injectFault(
      http.post('*/api/clients/*/requests', () =>
        HttpResponse.json(
          { code: 'validation-failed', errors: [{ pointer: '#/text', code: 'invalidText' }] },
          { status: 400 },
        ),
      ),
    )
    const portal = await typeQuestion('Mag hij vis?')
    await send(portal)
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Uw vraag/ })).toBeInvalid())
  })
})

describe('the list', () => {
  const story = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  test('says of each what has become of it, and of one that waits it can be withdrawn', async () => {
    const of = { clientId, accountId: await accountId() }
    await request(database(), { ...of, data: JSON.stringify({ text: 'Mag hij vis?' }) })
    await request(database(), {
      ...of,
      state: 'answered',
      seen_at: '2026-06-15T10:00:00.000Z',
      closed_at: '2026-06-15T11:00:00.000Z',
      sent_at: '2026-06-14T09:00:00.000Z',
      answer: JSON.stringify({ text: 'Ligt morgen klaar', by: 'Sanne Bakker' }),
    })
    const portal = await openPortal('/client/requests', { as: 'owner' })
    expect(await screen.findByText('Ligt morgen klaar')).toBeVisible()
    expect(story()).toContainEqual(expect.stringMatching(/^Beantwoord door Sanne Bakker op 15 juni 2026/))
    expect(story()).toContainEqual(expect.stringMatching(/^Gezien door de praktijk op 15 juni 2026/))
    await press(portal, 'Vraag intrekken')
    await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Intrekken' }))
    expect(await screen.findByText('Uw verzoek is ingetrokken.')).toBeVisible()
    await waitFor(() => expect(story()).toContainEqual(expect.stringMatching(/^Ingetrokken op/)))
    expect(screen.queryByRole('button', { name: /intrekken$/ })).toBeNull()
  })

  describe('a photo of a request', () => {
    const PHOTO = 'Foto 1 verwijderen'
    const sentWithPhoto = async (state: 'sent' | 'seen' = 'sent') => {
      const of = { clientId, accountId: await accountId() }
      const uuid = await request(database(), { ...of, state, data: JSON.stringify({ text: 'Wat is dit?' }) })
      await database()
        .insertInto('request_photo')
        .values({
          id: crypto.randomUUID(),
          client_uuid: of.clientId,
          account_id: of.accountId,
          request_uuid: uuid,
          position: 0,
          type: 'image/png',
          bytes: 1,
          created_at: new Date().toISOString(),
        })
        .execute()
      return uuid
    }

    test('can be removed until the practice has seen it', async () => {
      const uuid = await sentWithPhoto()
      const portal = await openPortal(`/client/requests/${uuid}`, { as: 'owner' })
      await press(portal, PHOTO)
      await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: PHOTO }))
      expect(await screen.findByText('De foto is verwijderd.')).toBeVisible()
      await waitFor(() => expect(screen.queryByRole('img', { name: 'Foto 1' })).toBeNull())
      await waitFor(() => expect(document.body).not.toHaveFocus())
      expect(screen.getByText('Wat is dit?')).toBeVisible()
    })

    test('says so where the practice has seen it meanwhile', async () => {
      const uuid = await sentWithPhoto()
      const portal = await openPortal(`/client/requests/${uuid}`, { as: 'owner' })
      await press(portal, PHOTO)
      await database().updateTable('request').set({ state: 'seen' }).where('uuid', '=', uuid).execute()
      await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: PHOTO }))
      expect(await screen.findByText(/De praktijk heeft uw verzoek al gezien/)).toBeVisible()
    })

    test.each([
      ['the practice has seen it', 'seen', CAPABILITIES],
      ['the API cannot remove photos', 'sent', ['requests']],
    ] as const)('cannot be removed where %s', async (_, state, capabilities) => {
      injectFault(http.get('*/api/capabilities', () => Response.json(capabilities)))
      await openPortal(`/client/requests/${await sentWithPhoto(state)}`, { as: 'owner' })
      expect(await screen.findByRole('img', { name: 'Foto 1' })).toBeVisible()
      expect(screen.queryByRole('button', { name: PHOTO })).toBeNull()
    })
  })

  test('goes on from one that was closed', async () => {
    const former = await request(database(), {
      clientId,
      accountId: await accountId(),
      state: 'withdrawn',
      closed_at: '2026-06-15T11:00:00.000Z',
    })
    const portal = await openPortal(`/client/requests/${former}`, { as: 'owner' })
    await portal.user.click(await screen.findByRole('link', { name: 'Verder vragen: Vraag' }))
    await portal.user.type(await screen.findByRole('textbox', { name: /^Uw vraag/ }), 'En kip?')
    expect(screen.getByText(/Dit hoort bij uw eerdere verzoek/)).toBeVisible()
    await send(portal)
    expect(await screen.findByText('Uw verzoek is verzonden.')).toBeVisible()
    expect((await sent()).find(({ uuid }) => uuid !== former)).toMatchObject({ former_uuid: former })
  })

  test('is empty at first, and has a page that is not there', async () => {
    await openPortal('/client/requests', { as: 'owner' })
    expect(await screen.findByText('Nog geen verzoeken')).toBeVisible()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Vraag het de praktijk' })).toBeVisible()
  })

  test('one that is not there is told', async () => {
    await openPortal(`/client/requests/${crypto.randomUUID()}`, { as: 'owner' })
    expect(await screen.findByRole('heading', { name: 'Verzoek niet gevonden' })).toBeVisible()
  })
})

describe('who cannot ask', () => {
  test('a practice that takes nothing is not asked, and says so by its address', async () => {
    await practiceTakes({ kinds: [] })
    await openPortal('/client/requests/new', { as: 'owner' })
    expect(await screen.findByText(/neemt hier geen verzoeken aan/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Vraag het de praktijk' })).toBeNull()
  })

  test('a kind that the practice does not take is not offered', async () => {
    await practiceTakes({ ...SETTINGS, kinds: ['QUESTION'] })
    const visitId = await visit(clientId, bobbie, { date: day(-9), medication: [{ product: 'Penivet' }] })
    await openPortal(`/client/visit-forms?visit=${visitId}`, { as: 'owner' })
    expect(await screen.findByRole('link', { name: 'Vraag het de praktijk' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Vraag om meer/ })).toBeNull()
  })

  test('another API is never asked', async () => {
    withoutCapabilities()
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await screen.findByRole('heading', { name: 'Herinneringen' })
    expect(portal.calls.filter((call) => call.includes('request'))).toEqual([])
    expect(screen.queryByRole('link', { name: 'Vraag het de praktijk' })).toBeNull()
  })
})

test('in English', async () => {
  await inEnglish()
  const portal = await openPortal('/client/requests/new?kind=QUESTION', { as: 'owner' })
  expect(await screen.findByText('You get an answer within 2 working days.')).toBeVisible()
  await portal.user.type(screen.getByRole('textbox', { name: /^Your question/ }), 'May he have fish?')
  await press(portal, 'Send')
  expect(await screen.findByText('Your request has been sent.')).toBeVisible()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(/^Sent on/),
  )
})
