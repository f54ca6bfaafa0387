import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { appointment, request, requestPhoto, requestSettings } from '#harness/builders.ts'
import { type TestPortal, answerOf, arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'
import { animal, day, entry, reminder, visit, withoutAnimals } from './animals.ts'
import { ownerId } from './owner.ts'
import { accountOf, apiHasOnly, dialog, main, rejectsField, savedFiles, shows, showsHeading } from './steps.ts'

const SETTINGS: RequestSettings = {
  kinds: ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION', 'DETAILS'],
  hours: 'Maandag tot en met vrijdag 8.30 tot 17.30',
  answerWithinDays: 2,
  productsNotRepeated: ['Tramadol'],
}
const NEW = '/client/requests/new'
let clientId: string
let bobbie: string
let sender: { clientId: string; accountId: string }

const practiceTakes = async (settings: RequestSettings) => {
  await database().deleteFrom('request_settings').execute()
  await requestSettings(database(), 'de-waag', settings)
}

beforeEach(async () => {
  localStorage.setItem('portal-language', 'nl')
  clientId = await ownerId()
  sender = { clientId, accountId: (await accountOf('owner')).id }
  await withoutAnimals(clientId)
  await database().deleteFrom('request').execute()
  bobbie = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
  await practiceTakes(SETTINGS)
})

const open = (address: string) => openPortal(address, { as: 'owner' })
const sent = async () =>
  (await database().selectFrom('request').selectAll().execute()).map(({ data, ...row }) => ({
    ...row,
    data: JSON.parse(data) as Record<string, unknown>,
  }))
const send = (portal: TestPortal) => portal.press('Versturen')
/** Sends the form, and returns the request that the server has stored. */
const sendAndRead = async (portal: TestPortal) => {
  await send(portal)
  await shows('Uw verzoek is verzonden.')
  return (await sent())[0]
}
const drafts = () => sessionStorage.getItem('portal-drafts')
const question = () => screen.findByRole('textbox', { name: /^Uw vraag/ })

describe('the request form', () => {
  test('repeats a medicine of a visit with one press', async () => {
    const visitFormUuid = await visit(clientId, bobbie, { date: day(-9), medication: [{ product: 'Penivet' }] })
    const portal = await open(`/client/visit-forms?visit=${visitFormUuid}`)
    await portal.follow('Opnieuw aanvragen: Penivet')
    expect(await screen.findByRole('combobox', { name: 'Dier' })).toHaveDisplayValue('Bobbie')
    expect(await screen.findByRole('checkbox', { name: /^Penivet/ })).toBeChecked()
    const urgent = within(screen.getByRole('complementary', { name: 'Spoed' }))
    expect(urgent.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^tel:/))
    expect(screen.getByText('U krijgt binnen 2 werkdagen antwoord.')).toBeVisible()
    expect(screen.getByText(/8\.30 tot 17\.30/)).toBeVisible()
    expect(await sendAndRead(portal)).toMatchObject({
      kind: 'REPEAT_MEDICINE',
      patient_uuid: bobbie,
      data: { products: [{ name: 'Penivet', visitFormUuid }] },
    })
    await showsHeading('Medicijn herhalen voor Bobbie')
  })

  test('offers the medicines of the animal, and suggests a phone call for those that cannot be repeated', async () => {
    await visit(clientId, bobbie, { date: day(-30), medication: [{ product: 'Tramadol' }] })
    await entry(bobbie, { date: day(-3), kind: 'DELIVERY', productName: 'Metacam' })
    const portal = await open(`${NEW}?kind=REPEAT_MEDICINE&patient=${bobbie}`)
    const tramadol = await screen.findByRole('checkbox', { name: /^Tramadol/ })
    expect(tramadol).toBeDisabled()
    expect(tramadol).toHaveAccessibleName(/Bel de praktijk/)
    await send(portal)
    const group = screen.getByRole('group', { name: 'Welk medicijn?' })
    await waitFor(() => expect(group).toHaveFocus())
    expect(within(group).getByText('Verplicht veld.')).toBeVisible()
    await portal.tick(/^Metacam/)
    await portal.user.type(screen.getByRole('textbox', { name: 'Ander medicijn' }), 'Zalf')
    const products = [{ name: 'Metacam', logbookEntryUuid: expect.any(String) }, { name: 'Zalf' }]
    expect(await sendAndRead(portal)).toMatchObject({ data: { products } })
  })

  test('offers the current medicines of all animals, and chooses the animal of a chosen one', async () => {
    const minoes = await animal(clientId, { name: 'Minoes', species: 'CAT' })
    await visit(clientId, minoes, { date: day(-1), medication: [{ product: 'Penivet', days: 7 }] })
    const visitFormUuid = await visit(clientId, bobbie, {
      date: day(-1),
      medication: [{ product: 'Penivet', days: 7 }],
    })
    const portal = await open(`${NEW}?kind=REPEAT_MEDICINE`)
    expect(await screen.findByRole('checkbox', { name: /^Minoes: Penivet/ })).not.toBeChecked()
    await portal.tick(/^Bobbie: Penivet/)
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Dier' })).toHaveDisplayValue('Bobbie'))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Penivet/ })).toBeChecked())
    expect(await sendAndRead(portal)).toMatchObject({
      patient_uuid: bobbie,
      data: { products: [{ name: 'Penivet', visitFormUuid }] },
    })
  })

  test('sends a chosen medicine with its visit if the records of the animal arrive after the press', async () => {
    const medication = [{ product: 'Penivet', days: 7 }]
    const visitFormUuid = await visit(clientId, bobbie, { date: day(-1), medication })
    const arrival = Promise.withResolvers<void>()
    injectFault(http.get('*/visit-forms', () => arrival.promise))
    const portal = await open(`${NEW}?kind=REPEAT_MEDICINE`)
    await portal.tick(/^Bobbie: Penivet/)
    await send(portal)
    arrival.resolve()
    await shows('Uw verzoek is verzonden.')
    expect(await sent()).toMatchObject([{ patient_uuid: bobbie, data: { products: [{ visitFormUuid }] } }])
  })

  test('sends the suitable days and parts of the day for an appointment', async () => {
    const portal = await open(`${NEW}?kind=APPOINTMENT&patient=${bobbie}`)
    await portal.user.type(await screen.findByRole('textbox', { name: /^Waarvoor/ }), 'Hij hinkt')
    expect(screen.queryByRole('checkbox', { name: 'ochtend' })).toBeNull()
    // The practice of the demo data is closed on Sundays and in the evening.
    expect(screen.queryByRole('checkbox', { name: 'zondag' })).toBeNull()
    for (const name of ['dinsdag', 'middag']) await portal.tick(name)
    expect(screen.queryByRole('checkbox', { name: 'avond' })).toBeNull()
    expect(await sendAndRead(portal)).toMatchObject({
      kind: 'APPOINTMENT',
      data: { text: 'Hij hinkt', wish: 'BOOK', suits: [{ day: 'TUE', parts: ['MORNING'] }] },
    })
  })

  test('sends only changed details, and rejects an unchanged form', async () => {
    const portal = await open(`${NEW}?kind=DETAILS`)
    const city = await screen.findByRole('textbox', { name: 'Woonplaats' })
    await send(portal)
    await shows('U heeft nog niets veranderd. Verander eerst iets.')
    await portal.user.clear(city)
    await portal.user.type(city, 'Ommen')
    expect((await sendAndRead(portal))?.data['corrections']).toMatchObject([{ field: 'city', wanted: 'Ommen' }])
  })

  test('shows an error of the server at its field', async () => {
    injectFault(rejectsField('post', 'clients/*/requests', '#/text'))
    const portal = await open(`${NEW}?kind=QUESTION`)
    await portal.user.type(await question(), 'Mag hij vis?')
    await send(portal)
    await waitFor(async () => expect(await question()).toBeInvalid())
  })
})

describe('due reminders of an animal in a request', () => {
  const SEVERAL = ['Vaccinatie', 'Ontworming', 'Gebit']
  const due = async (descriptions: readonly string[]) => {
    await database().deleteFrom('appointment').execute()
    for (const [index, description] of descriptions.entries())
      await reminder(clientId, bobbie, { date: day(-1 - index), description, patientName: 'Bobbie' })
    await reminder(clientId, bobbie, { date: day(90), description: 'Controle', patientName: 'Bobbie' })
  }

  test.each([
    [
      'one, from the first page',
      ['Vaccinatie'],
      () => '/client/portal/reminders',
      'Afspraak maken: Bobbie: Vaccinatie',
    ],
    ['several, from the first page', SEVERAL, () => '/client/portal/reminders', 'Afspraak maken: Bobbie'],
    ['several, from the animal', SEVERAL, () => `/client/patients/${bobbie}`, 'Afspraak maken: Bobbie'],
  ])('are sent together: %s', async (_, descriptions, address, button) => {
    await due(descriptions)
    const portal = await open(address())
    await portal.press(button)
    expect((await dialog()).queryByText(/Controle/)).toBeNull()
    await portal.follow('Afspraak aanvragen')
    const about = async () => (await screen.findByText(/^Voor:/)).closest('p')
    for (const what of descriptions) expect(await about()).toHaveTextContent(`Bobbie: ${what}`)
    const isOne = descriptions.length === 1
    expect(await sendAndRead(portal)).toMatchObject({
      patient_uuid: bobbie,
      data: isOne
        ? { reminderUuid: expect.any(String) }
        : { reminderUuids: descriptions.map(() => expect.any(String) as string) },
    })
    expect(await about()).toHaveTextContent(descriptions.at(-1)!)
  })

  test('can be added to a booked visit of the same animal only', async () => {
    await due(SEVERAL)
    const start = '2037-11-20T09:20:00Z'
    const other = await animal(clientId, { name: 'Droppie' })
    const booked = await appointment(database(), clientId, { start, patientUuids: [other] })
    const portal = await open('/client/portal/reminders')
    expect(await screen.findByRole('button', { name: 'Afspraak maken: Bobbie' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Kan ook bij dit bezoek/ })).toBeNull()
    await database().deleteFrom('appointment').where('uuid', '=', booked).execute()
    const appointmentUuid = await appointment(database(), clientId, { start, patientUuids: [bobbie] })
    await act(() => portal.router.options.context.queryClient.invalidateQueries())
    await portal.follow(/^Kan ook bij dit bezoek/)
    const wish = await screen.findByText(/^U vraagt of dit kan bij het bezoek/)
    expect(wish.closest('p')).toHaveTextContent(/vrijdag 20 november 2037/)
    expect(screen.queryByRole('group', { name: 'Wanneer komt het u uit?' })).toBeNull()
    // A reminder that is due before the visit is added too.
    const reminderUuids = [...SEVERAL, 'Later'].map(() => expect.any(String) as string)
    expect(await sendAndRead(portal)).toMatchObject({ data: { wish: 'BOOK', appointmentUuid, reminderUuids } })
  })
})

describe('an appointment in the answer to a request', () => {
  afterEach(() => void vi.restoreAllMocks())

  const show = async (fields: Parameters<typeof appointment>[2]) => {
    const appointmentUuid = await appointment(database(), clientId, {
      start: '2037-11-20T09:20:00Z',
      patientUuids: [bobbie],
      place: 'Kamer 2',
      preparation: 'Nuchter komen',
      ...fields,
    })
    const uuid = await request(database(), {
      ...sender,
      kind: 'APPOINTMENT',
      state: 'answered',
      patient_uuid: bobbie,
      sent_at: new Date().toISOString(),
      data: JSON.stringify({ text: 'Hij hinkt', wish: 'BOOK' }),
      answer: JSON.stringify({ text: 'Tot dan.', by: 'Femke', appointmentUuid }),
    })
    return open(`/client/requests/${uuid}`)
  }

  test('shows day, time, place and instructions, and is saved as a calendar file', async () => {
    const saved = savedFiles()
    const portal = await show({})
    await shows(/vrijdag 20 november 2037.* 10:20/i)
    for (const text of ['Bobbie: Vaccinatie', '20 minuten · Kamer 2', /Nuchter komen/]) await shows(text)
    await portal.press('Zet in uw agenda')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]!.file.text()).toContain('DTSTART:20371120T092000Z')
  })

  test.each([
    ['CANCELLED', '2037-11-20T09:20:00Z', 'Afgezegd'],
    ['DONE', '2026-01-20T09:20:00Z', 'Geweest'],
    ['BOOKED', '2026-01-20T09:20:00Z', 'Geweest'],
  ] as const)('is shown without a calendar file if it is %s at %s: %s', async (status, start, state) => {
    await show({ status, start })
    await shows(state)
    expect(screen.queryByRole('button', { name: 'Zet in uw agenda' })).toBeNull()
  })
})

describe('the typed text of a request', () => {
  const typeQuestion = async (text = 'Mag hij vis?') => {
    const portal = await open(`${NEW}?kind=QUESTION`)
    await portal.user.type(await question(), text)
    return portal
  }
  const showsText = (text: string) => waitFor(async () => expect(await question()).toHaveValue(text))
  /** Drops the response to the first request, which the server may have received. */
  const responseIsLost = (hasArrived = true) =>
    injectFault(
      http.post(
        '*/api/clients/*/requests',
        async ({ request: post }) => {
          if (hasArrived) await answerOf(post.clone())
          return HttpResponse.error()
        },
        { once: true },
      ),
    )

  test('survives a change of type and an expired session, until the user signs out', async () => {
    const portal = await typeQuestion()
    await portal.user.click(screen.getByRole('radio', { name: 'Afspraak' }))
    expect(await screen.findByRole('textbox', { name: /^Waarvoor/ })).toHaveValue('Mag hij vis?')
    await portal.user.click(screen.getByRole('radio', { name: 'Vraag' }))
    await showsText('Mag hij vis?')
    await portal.session.end('expired')
    await arrivesAt(portal, '/auth/login')
    expect(drafts()).toContain('Mag hij vis?')
    await portal.session.end('signedOut')
    expect(drafts()).toBeNull()
  })

  test('is kept for each animal separately', async () => {
    const minoes = await animal(clientId, { name: 'Minoes', species: 'CAT' })
    const about = (id: string) => `${NEW}?kind=QUESTION&patient=${id}`
    const portal = await open(about(bobbie))
    await portal.user.type(await question(), 'Vis?')
    await portal.goTo(about(minoes))
    await showsText('')
    await portal.user.type(await question(), 'Melk?')
    await portal.goTo(about(bobbie))
    await showsText('Vis?')
    await portal.goTo(about(minoes))
    await showsText('Melk?')
  })

  test('is sent once if the response was lost and the user retries', async () => {
    responseIsLost()
    const portal = await typeQuestion()
    await send(portal)
    await shows(/nog niet verzonden/)
    await showsText('Mag hij vis?')
    await sendAndRead(portal)
    expect(await sent()).toHaveLength(1)
    expect(drafts()).toBeNull()
  })

  test('changed after a lost response becomes another request, if the user confirms', async () => {
    responseIsLost()
    const portal = await typeQuestion('Mag hij vis')
    await send(portal)
    await shows(/nog niet verzonden/)
    await portal.user.type(await question(), ' en kip?')
    await send(portal)
    await shows(/zonder uw laatste wijzigingen/)
    await showsText('Mag hij vis en kip?')
    expect(await sent()).toHaveLength(1)
    await sendAndRead(portal)
    expect(new Set((await sent()).map(({ data }) => data['text']))).toEqual(
      new Set(['Mag hij vis', 'Mag hij vis en kip?']),
    )
  })

  test.each([
    ['absent if the request arrived', true, ''],
    ['restored if the request did not arrive', false, 'Mag hij vis?'],
  ])('in a form reopened after a lost response is %s', async (_, hasArrived, shown) => {
    const portal = await typeQuestion()
    responseIsLost(hasArrived)
    await send(portal)
    await shows(/nog niet verzonden/)
    await portal.goTo('/client/requests')
    await arrivesAt(portal, '/client/requests')
    await portal.goTo(`${NEW}?kind=QUESTION`)
    await showsText(shown)
    expect(await sent()).toHaveLength(hasArrived ? 1 : 0)
    if (hasArrived) expect(drafts()).toBeNull()
    else await sendAndRead(portal)
    expect(await sent()).toHaveLength(1)
  })
})

describe('the list of an owner’s requests', () => {
  const story = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  test('shows the state of each request, and can withdraw a waiting request', async () => {
    await request(database(), { ...sender, data: JSON.stringify({ text: 'Mag hij vis?' }) })
    await request(database(), {
      ...sender,
      state: 'answered',
      seen_at: '2026-06-15T10:00:00.000Z',
      closed_at: '2026-06-15T11:00:00.000Z',
      sent_at: '2026-06-14T09:00:00.000Z',
      answer: JSON.stringify({ text: 'Ligt morgen klaar', by: 'Sanne Bakker' }),
    })
    const portal = await open('/client/requests')
    await shows('Ligt morgen klaar')
    expect(story()).toContainEqual(expect.stringMatching(/^Beantwoord door Sanne Bakker op 15 juni 2026/))
    expect(story()).toContainEqual(expect.stringMatching(/^Gezien door de praktijk op 15 juni 2026/))
    await portal.press('Vraag intrekken')
    await portal.confirm('Intrekken')
    await shows('Uw verzoek is ingetrokken.')
    await waitFor(() => expect(story()).toContainEqual(expect.stringMatching(/^Ingetrokken op/)))
    expect(screen.queryByRole('button', { name: /intrekken$/ })).toBeNull()
  })

  test('states that it is empty, and that an unknown request is not found', async () => {
    const portal = await open('/client/requests')
    await shows('Nog geen verzoeken')
    expect(main().getByRole('link', { name: 'Nieuw verzoek' })).toBeVisible()
    await portal.goTo(`/client/requests/${crypto.randomUUID()}`)
    await showsHeading('Verzoek niet gevonden')
  })

  test('continues a closed request as a new one', async () => {
    const former_uuid = await request(database(), {
      ...sender,
      state: 'withdrawn',
      closed_at: '2026-06-15T11:00:00.000Z',
    })
    const portal = await open(`/client/requests/${former_uuid}`)
    await portal.follow('Vervolgvraag stellen: Vraag')
    await portal.user.type(await question(), 'En kip?')
    await shows(/Dit hoort bij uw eerdere verzoek/)
    await sendAndRead(portal)
    expect((await sent()).find(({ uuid }) => uuid !== former_uuid)).toMatchObject({ former_uuid })
  })
})

describe('the photo of a request', () => {
  const PHOTO = 'Foto 1 verwijderen'
  const sentWithPhoto = async (state: 'sent' | 'seen' = 'sent') => {
    const uuid = await request(database(), { ...sender, state, data: JSON.stringify({ text: 'Wat is dit?' }) })
    await requestPhoto(database(), sender, uuid)
    return uuid
  }

  test.each([
    ['not yet seen', false],
    ['seen since the page was opened', true],
  ])('can be removed only until the practice has seen it: %s', async (_, isSeenMeanwhile) => {
    const uuid = await sentWithPhoto()
    const portal = await open(`/client/requests/${uuid}`)
    await portal.press(PHOTO)
    if (isSeenMeanwhile) await database().updateTable('request').set({ state: 'seen' }).execute()
    await portal.confirm(PHOTO)
    if (isSeenMeanwhile) {
      await shows(/De praktijk heeft uw verzoek al gezien/)
      return
    }
    await shows('De foto is verwijderd.')
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Foto 1' })).toBeNull())
    await waitFor(() => expect(document.body).not.toHaveFocus())
    expect(screen.getByText('Wat is dit?')).toBeVisible()
  })

  test.each([
    ['the practice has seen it', 'seen', CAPABILITIES],
    ['the API cannot remove photos', 'sent', ['requests']],
  ] as const)('has no button to remove it if %s', async (_, state, capabilities) => {
    apiHasOnly(...capabilities)
    await open(`/client/requests/${await sentWithPhoto(state)}`)
    expect(await screen.findByRole('img', { name: 'Foto 1' })).toBeVisible()
    expect(screen.queryByRole('button', { name: PHOTO })).toBeNull()
  })
})

describe('requests are not offered', () => {
  test('of a type that the practice does not accept', async () => {
    await practiceTakes({ ...SETTINGS, kinds: ['QUESTION', 'DETAILS'] })
    const visitId = await visit(clientId, bobbie, { date: day(-9), medication: [{ product: 'Penivet' }] })
    const portal = await open('/client/portal/reminders')
    const block = within(await screen.findByRole('region', { name: 'Nieuw verzoek' }))
    expect(block.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Vraag'])
    await portal.goTo(`/client/visit-forms?visit=${visitId}`)
    await shows('Penivet')
    expect(screen.getAllByRole('link', { name: 'Verzoeken' })[0]).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Opnieuw aanvragen/ })).toBeNull()
  })

  test('by a practice that accepts none', async () => {
    await practiceTakes({ kinds: [] })
    await open(NEW)
    await shows(/neemt in het portaal geen verzoeken aan/)
    expect(screen.queryByRole('link', { name: 'Verzoeken' })).toBeNull()
  })
})
