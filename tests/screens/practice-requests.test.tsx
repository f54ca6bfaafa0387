import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerOf, arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { renew, rows, watch } from './faults.tsx'
import { shows, sidebar } from './steps.ts'
import { animal, addRequest, owner, requestOf, takesRequests } from './practice-requests.ts'

const LIST = '/admin/requests'
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const select = (name: string) => screen.getByRole('combobox', { name })
const BADGE = (count: number) => (count === 1 ? /^Verzoeken ?, 1 verzoek wacht$/ : /^Verzoeken ?, 2 verzoeken wachten$/)
const kinds = () => rows().map((row) => within(row).getAllByRole('link')[0]?.textContent)

describe('the requests to a practice', () => {
  beforeEach(() => takesRequests())

  test('are listed with waiting requests from the oldest, with animal and delay', async () => {
    const fleur = await animal('Blauwtje')
    await addRequest({ text: 'Mag dit?\nEn dat?' }, { sent_at: ago(1 / 24) })
    await addRequest(
      { products: [{ name: 'Metacam' }, { name: 'Vlooienspray' }] },
      { kind: 'REPEAT_MEDICINE', sent_at: ago(9), patient_uuid: fleur },
    )
    await addRequest({ text: 'Al gedaan' }, { state: 'answered', closed_at: ago(1) })
    await openPortal(LIST, { as: 'staff' })
    expect(kinds()).toEqual(['Medicijn herhalen', 'Vraag'])
    const [first, second] = rows()
    expect(within(first!).getByText('Metacam en Vlooienspray')).toBeVisible()
    expect(within(first!).getByRole('link', { name: 'Blauwtje' })).toHaveAttribute(
      'href',
      `${LIST}?state=all&patient=${fleur}`,
    )
    expect(await within(first!).findByText('Te lang niet gezien')).toBeVisible()
    expect(within(second!).getByText('Mag dit?')).toBeVisible()
    expect(within(second!).getByText('Verzonden')).toBeVisible()
  })

  test('are filtered, sorted and searched by the URL', async () => {
    await addRequest({ text: 'Mag dit?' }, { sent_at: ago(2), search_text: 'visolie' })
    await addRequest(
      { wish: 'MOVE' },
      { kind: 'APPOINTMENT', sent_at: ago(3), state: 'declined', answer: { text: 'Nee', by: 'Femke Bos' } },
    )
    const portal = await openPortal(LIST, { as: 'staff' })
    await portal.user.selectOptions(select('Status'), 'Alle verzoeken')
    await waitFor(() => expect(kinds()).toEqual(['Vraag', 'Afspraak verzetten']))
    expect(portal.address()).toBe(`${LIST}?state=all`)
    expect(rows()[1]).toHaveTextContent('Afgewezen door Femke Bos')
    await portal.user.selectOptions(select('Volgorde'), 'Oudste eerst')
    await waitFor(() => expect(kinds()).toEqual(['Afspraak verzetten', 'Vraag']))
    await portal.user.selectOptions(select('Soort'), 'Vraag')
    await waitFor(() => expect(kinds()).toEqual(['Vraag']))
    await portal.user.type(screen.getByRole('searchbox'), 'schildpad{Enter}')
    await shows('Geen verzoeken gevonden')
    await portal.follow('Alle verzoeken tonen')
    await waitFor(() => expect(kinds()).toHaveLength(2))
    await portal.user.selectOptions(select('Status'), 'Wacht op antwoord')
    await waitFor(() => expect(kinds()).toEqual(['Vraag']))
  })

  test('open the details of the client, which link to the requests of that client', async () => {
    await addRequest({ text: 'Mag dit?' })
    const { uuid } = await owner()
    const portal = await openPortal(LIST, { as: 'staff' })
    await portal.user.click(within(rows()[0]!).getAllByRole('link')[1]!)
    const sheet = within(await screen.findByRole('dialog'))
    expect(portal.address()).toBe(`${LIST}?client=${uuid}`)
    await portal.user.click(await sheet.findByRole('link', { name: '1 verzoek wacht op antwoord' }))
    await waitFor(() => expect(portal.address()).toBe(`${LIST}?of=${uuid}`))
    await portal.user.click(await screen.findByRole('button', { name: /^Cliënt: / }))
    await waitFor(() => expect(portal.address()).toBe(LIST))
  })
})

describe('waiting requests to a practice', () => {
  test('are counted in the sidebar and on the dashboard, without delaying the list of clients', async () => {
    await takesRequests()
    await addRequest({ text: 'Een' }, { sent_at: ago(9) })
    await addRequest({ text: 'Twee' }, { state: 'seen' })
    const answer = Promise.withResolvers<void>()
    injectFault(
      http.get('*/api/practice/:id/request-count', async ({ request }) => {
        await answer.promise
        return answerOf(request)
      }),
    )
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    expect(rows().length).toBeGreaterThan(1)
    expect(sidebar().queryByRole('link', { name: /^Verzoeken/ })).toBeNull()
    answer.resolve()
    const link = await sidebar().findByRole('link', { name: BADGE(2) })
    await portal.router.navigate({ to: '/admin/dashboard' })
    await shows('2 verzoeken wachten op antwoord')
    expect(screen.getByText('1 is te lang niet gezien.')).toBeVisible()
    await portal.user.click(link)
    await arrivesAt(portal, LIST)
  })

  test('have a link even if the practice no longer accepts requests', async () => {
    await takesRequests({ kinds: [] })
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    expect(sidebar().queryByRole('link', { name: /^Verzoeken/ })).toBeNull()
    await addRequest({ text: 'Nog een' })
    await renew(portal)
    expect(await sidebar().findByRole('link', { name: BADGE(1) })).toBeVisible()
  })

  test.each([
    ['admin', 'Uw praktijk neemt nu geen verzoeken aan. U kunt dat aanzetten.', '/admin/requests/settings'],
    ['staff', /Een beheerder kan dat aanzetten\./, undefined],
  ] as const)('lead %s to the settings if the practice accepts no requests', async (as, text, href) => {
    await takesRequests({ kinds: [] })
    await database().deleteFrom('request').execute()
    await openPortal(LIST, { as })
    await shows(text)
    const links = screen.queryAllByRole('link', { name: 'Verzoeken aanzetten' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(href ? [href] : [])
  })

  test('are empty with a different text once all are answered', async () => {
    await database().deleteFrom('request').execute()
    const portal = await openPortal(LIST, { as: 'staff' })
    await shows('Nog geen verzoeken')
    expect(screen.queryByText('Er wachten geen verzoeken')).toBeNull()
    await addRequest({ text: 'Al gedaan' }, { state: 'answered', closed_at: ago(1) })
    await renew(portal)
    await shows('Er wachten geen verzoeken')
  })

  test('are absent if the API lacks the capability', async () => {
    withoutCapabilities()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(sidebar().queryByRole('link', { name: /^Verzoeken/ })).toBeNull()
    await portal.goTo(LIST)
    await arrivesAt(portal, '/404')
    expect(portal.calls.filter((call) => call.includes('request'))).toEqual([])
  })

  test('can be found in the client palette', async () => {
    await takesRequests()
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    await portal.user.keyboard('{Control>}k{/Control}')
    await portal.user.type(await screen.findByRole('combobox'), 'verzoek')
    expect(await screen.findByRole('option', { name: 'Verzoeken' })).toBeVisible()
    await portal.user.keyboard('{Enter}')
    await arrivesAt(portal, LIST)
  })
})

describe('a request of a client', () => {
  beforeEach(() => takesRequests())

  test('is marked as seen once, when it is opened', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    const portal = await openPortal(LIST, { as: 'staff' })
    const { writes } = watch(portal)
    const link = within(rows()[0]!).getAllByRole('link')[0]!
    await portal.user.hover(link)
    link.focus()
    expect(writes()).toEqual([])
    await portal.user.click(link)
    await arrivesAt(portal, `${LIST}/${uuid}`)
    await shows('Mag dit?')
    await waitFor(async () => expect((await requestOf(uuid)).state).toBe('seen'))
    await waitFor(() => expect(screen.getAllByText('Gezien').length).toBeGreaterThan(1))
    expect(writes()).toEqual([`POST /api/practice/de-waag/requests/${uuid}/seen`])
    await portal.follow('Alle verzoeken')
    await arrivesAt(portal, LIST)
  })

  test('shows products with their source, corrections and the former request', async () => {
    const former = await addRequest({ text: 'Eerst dit' }, { state: 'answered' })
    const products = [{ name: 'Metacam', visitFormUuid: crypto.randomUUID() }, { name: 'Vlooienspray' }]
    const repeat = await addRequest({ products, text: 'Graag snel' }, { kind: 'REPEAT_MEDICINE', former_uuid: former })
    const details = await addRequest(
      { corrections: [{ field: 'street', present: 'Markt', wanted: 'Korenstraat' }] },
      { kind: 'DETAILS' },
    )
    const portal = await openPortal(`${LIST}/${repeat}`, { as: 'staff' })
    expect(screen.getByText('Metacam').closest('li')).toHaveTextContent('Van een eerder bezoek')
    expect(screen.getByText('Vlooienspray').closest('li')).toHaveTextContent('Zelf ingevuld')
    expect(screen.getByText('Graag snel')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Het eerdere verzoek bekijken' })).toHaveAttribute(
      'href',
      `${LIST}/${former}`,
    )
    await portal.router.navigate({ to: `${LIST}/${details}` })
    expect((await screen.findByText('Markt')).tagName).toBe('DEL')
    expect(screen.getByText('Korenstraat').tagName).toBe('INS')
    await portal.goTo(`${LIST}/${crypto.randomUUID()}`)
    await shows('Dit verzoek is niet gevonden')
  })
})
