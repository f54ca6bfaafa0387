import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { requestSettings } from '#harness/builders.ts'
import { arrivesAt, closePortals, database, injectFault, openPortal } from '#harness/portal.tsx'
import { LAPSED, answerElsewhere, estimateOf, sendEstimate, withdraw } from './estimates.ts'
import { ownerId } from './owner.ts'
import { apiHasOnly, dialog, main, shows, showsHeading, sidebar } from './steps.ts'

beforeEach(async () => {
  localStorage.setItem('portal-language', 'nl')
  await database().deleteFrom('estimate').execute()
})

const open = (uuid: string) => openPortal(`/client/estimates/${uuid}`, { as: 'owner' })
const answerButton = () => screen.queryByRole('button', { name: 'Akkoord' })

describe('an open estimate', () => {
  test('shows lines, range, validity and terms, and is accepted by two presses', async () => {
    const uuid = await sendEstimate({ text: 'Misschien hoeft er niets uit.' })
    const portal = await open(uuid)
    await showsHeading('Gebit reinigen')
    const lines = within(screen.getByRole('region', { name: 'Wat het kost' }))
    expect(lines.getByRole('row', { name: /Kies trekken.*€\s40,00 tot €\s180,00/ })).toBeVisible()
    expect(lines.getByText(/Btw 21% over €\s152,89 tot €\s268,60/)).toBeVisible()
    const total = within(screen.getByRole('region', { name: 'Totaal' }))
    expect(total.getByText(/€\s185,00 tot €\s325,00/)).toBeVisible()
    expect(total.getByText(/nog 7 dagen/)).toBeVisible()
    expect(screen.getByText('Misschien hoeft er niets uit.')).toBeVisible()
    expect(total.getByText(/^Gaat u akkoord\?/)).toBeVisible()
    expect(screen.getByRole('link', { name: /^Bel / })).toHaveAttribute('href', expect.stringMatching(/^tel:/))
    await portal.press('Akkoord')
    await portal.confirm('Ja, akkoord')
    await shows(/^Akkoord gegeven door Anneke van den Berg op/)
    expect(answerButton()).toBeNull()
    expect(screen.queryByText(/Gaat u akkoord\?/)).toBeNull()
    expect(await estimateOf(uuid)).toMatchObject({ state: 'accepted', answer: { outcome: 'accepted' } })
  })

  test('is declined with a reason, which stays when the connection fails', async () => {
    const uuid = await sendEstimate()
    const portal = await open(uuid)
    injectFault(http.post('*/api/clients/*/estimates/*/answer', () => HttpResponse.error(), { once: true }))
    await portal.press('Niet akkoord')
    await portal.type(/^Waarom niet/, 'Te duur')
    await portal.confirm('Niet akkoord')
    expect(await (await dialog()).findByText(/^Er is geen verbinding/)).toBeVisible()
    await portal.confirm('Niet akkoord')
    await shows(/^Niet akkoord: Anneke van den Berg/)
    expect(await estimateOf(uuid)).toMatchObject({ answer: { outcome: 'declined', text: 'Te duur' } })
    expect(screen.queryByText(/niet verzonden:/)).toBeNull()
  })

  test('says that an acceptance was not sent without a connection', async () => {
    const portal = await open(await sendEstimate())
    injectFault(http.post('*/api/clients/*/estimates/*/answer', () => HttpResponse.error()))
    await portal.press('Akkoord')
    await portal.confirm('Ja, akkoord')
    expect(await (await dialog()).findByText(/Uw antwoord is niet verzonden/)).toBeVisible()
  })

  test('asks a question that names the estimate', async () => {
    await database().deleteFrom('request_settings').execute()
    await requestSettings(database(), 'de-waag', { kinds: ['QUESTION'] })
    const uuid = await sendEstimate()
    const portal = await open(uuid)
    await portal.follow('Vraag stellen')
    expect(await main().findByRole('link', { name: 'Gebit reinigen' })).toBeVisible()
    await portal.type(/^Uw vraag/, 'Kan het ook zonder narcose?')
    await portal.press('Versturen')
    await shows('Uw verzoek is verzonden.')
    await portal.follow('Begroting bekijken')
    await arrivesAt(portal, `/client/estimates/${uuid}`)
  })
})

describe('a conflicting answer', () => {
  test('keeps the reason and shows the new amount after a change', async () => {
    const uuid = await sendEstimate()
    const portal = await open(uuid)
    await portal.press('Niet akkoord')
    await portal.type(/^Waarom niet/, 'Te duur')
    await sendEstimate({ lines: [{ description: 'Narcose', amount: 150 }] }, uuid)
    await portal.confirm('Niet akkoord')
    await shows(/De praktijk heeft deze begroting intussen gewijzigd/)
    const total = within(screen.getByRole('region', { name: 'Totaal' }))
    expect(await total.findByText(/^€\s150,00$/)).toBeVisible()
    expect(total.getByText(/Te duur/)).toBeVisible()
    expect(await estimateOf(uuid)).toMatchObject({ state: 'open' })
    await portal.press('Niet akkoord')
    await portal.confirm('Niet akkoord')
    await shows(/^Niet akkoord: /)
  })

  test('shows the answer that another device has given', async () => {
    const uuid = await sendEstimate()
    const portal = await open(uuid)
    await portal.press('Akkoord')
    await answerElsewhere(uuid, 'declined')
    await portal.confirm('Ja, akkoord')
    await shows(/intussen beantwoord, verlopen of ingetrokken/)
    await shows(/^Niet akkoord: /)
    expect(answerButton()).toBeNull()
  })
})

describe('an estimate that cannot be answered as before', () => {
  test('says that a changed estimate makes the acceptance void', async () => {
    const uuid = await sendEstimate()
    await answerElsewhere(uuid)
    await sendEstimate({ lines: [{ description: 'Narcose', amount: 150.01 }] }, uuid)
    const portal = await open(uuid)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /gewijzigd op .*Uw akkoord van .* geldt niet meer.*was €\s185,00 tot €\s325,00 en is nu €\s150,01/,
    )
    const { formerAnswers: [former] = [] } = await estimateOf(uuid)
    const answers = within(screen.getByRole('region', { name: 'Eerdere antwoorden' }))
    expect(answers.getByText(/^Akkoord gegeven door Anneke van den Berg/)).toBeVisible()
    // A blocked tab leaves a link.
    vi.spyOn(window, 'open').mockReturnValue(null)
    await portal.user.click(answers.getByRole('button', { name: /^Pdf openen: Gebit reinigen, / }))
    const link = await answers.findByRole('link', { name: /^Pdf openen: Gebit/ })
    expect(link).toHaveAttribute('href', expect.stringContaining(former!.contentHash))
    expect(answerButton()).toBeVisible()
  })

  test('says that it has lapsed or was withdrawn', async () => {
    await open(await sendEstimate(LAPSED))
    expect(await screen.findByText(/^Deze begroting is verlopen/)).toBeVisible()
    expect(answerButton()).toBeNull()
    expect(screen.queryByText(/Gaat u akkoord\?/)).toBeNull()
    closePortals()
    const uuid = await sendEstimate()
    await withdraw(uuid)
    await open(uuid)
    expect(await screen.findByText(/heeft deze begroting ingetrokken op/)).toBeVisible()
    expect(answerButton()).toBeNull()
    expect(screen.queryByText(/Gaat u akkoord\?/)).toBeNull()
  })

  test('tells staff who view the client that only the client can answer', async () => {
    const uuid = await sendEstimate()
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await portal.viewAs(await ownerId())
    await portal.goTo(`/client/estimates/${uuid}`)
    expect(await screen.findByText('Alleen de cliënt zelf kan antwoorden.')).toBeVisible()
    expect(answerButton()).toBeNull()
  })

  test('says that an unknown estimate was not found', async () => {
    await open(crypto.randomUUID())
    await showsHeading('Begroting niet gevonden')
  })
})

describe('the list of estimates', () => {
  test('is in the menu, with open estimates first, on the first page and with their number', async () => {
    const older = await sendEstimate({ reason: 'Echo', date: '2026-01-01' })
    await withdraw(await sendEstimate({ reason: 'Castratie' }))
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    const block = await screen.findByRole('region', { name: 'Gevraagd door uw praktijk' })
    expect(within(block).getByRole('link', { name: 'Echo' })).toHaveAttribute('href', `/client/estimates/${older}`)
    await portal.user.click(await sidebar().findByRole('link', { name: /Begrotingen.*1 begroting wacht/ }))
    await arrivesAt(portal, '/client/estimates')
    await waitFor(() => expect(main().getAllByRole('listitem')).toHaveLength(2))
    expect(main().getAllByRole('listitem')[0]).toHaveTextContent(/Echo.*Wacht op antwoord/)
  })

  test('is absent from the menu without estimates, and says so', async () => {
    await openPortal('/client/estimates', { as: 'owner' })
    expect(await screen.findByText('Nog geen begrotingen')).toBeVisible()
    expect(sidebar().queryByRole('link', { name: /Begrotingen/ })).toBeNull()
  })

  test('does not exist on an API without estimates', async () => {
    apiHasOnly('requests')
    const portal = await openPortal('/client/estimates', { as: 'owner' })
    await arrivesAt(portal, '/404')
    expect(portal.calls.filter((call) => call.includes('/estimates'))).toEqual([])
  })
})
