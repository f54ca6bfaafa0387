import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerOf, arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { rows, watch } from './faults.tsx'
import { animal, asked, owner, requestOf, sidebar, takesRequests } from './practice-requests.ts'

const LIST = '/admin/requests'
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const select = (name: string) => screen.getByRole('combobox', { name })
const BADGE = (count: number) => (count === 1 ? /^Verzoeken ?, 1 verzoek wacht$/ : /^Verzoeken ?, 2 verzoeken wachten$/)
const kinds = () => rows().map((row) => within(row).getAllByRole('link')[0]?.textContent)

describe('the list of requests', () => {
  beforeEach(() => takesRequests())

  test('has those that wait, the oldest first: what, whose, about which animal, and whether nobody has looked for too long', async () => {
    const fleur = await animal('Blauwtje')
    await asked({ text: 'Mag dit?\nEn dat?' }, { sent_at: ago(1 / 24) })
    await asked(
      { products: [{ name: 'Metacam' }, { name: 'Vlooienspray' }] },
      { kind: 'REPEAT_MEDICINE', sent_at: ago(9), patient_uuid: fleur },
    )
    await asked({ text: 'Al gedaan' }, { state: 'answered', closed_at: ago(1) })
    await openPortal(LIST, { as: 'staff' })
    expect(kinds()).toEqual(['Medicijn opnieuw', 'Vraag'])
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

  test('is filtered, sorted and searched by the address, and says why it is empty', async () => {
    await asked({ text: 'Mag dit?' }, { sent_at: ago(2), search_text: 'visolie' })
    await asked(
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
    expect(await screen.findByText('Geen verzoeken gevonden')).toBeVisible()
    await portal.user.click(screen.getByRole('link', { name: 'Alle verzoeken tonen' }))
    await waitFor(() => expect(kinds()).toHaveLength(2))
    await portal.user.selectOptions(select('Status'), 'Wacht op antwoord')
    await waitFor(() => expect(kinds()).toEqual(['Vraag']))
  })

  test('opens the sheet of the client, which leads back to what waits of that client', async () => {
    await asked({ text: 'Mag dit?' })
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

  test('with nothing that waits says so', async () => {
    await openPortal(LIST, { as: 'staff' })
    expect(await screen.findByText('Er wacht niets')).toBeVisible()
  })
})

describe('the number of those that wait', () => {
  test('stands in the sidebar and on the dashboard, with since when, and the list of clients does not wait for it', async () => {
    await takesRequests()
    await asked({ text: 'Een' }, { sent_at: ago(9) })
    await asked({ text: 'Twee' }, { state: 'seen' })
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
    expect(await screen.findByText('2 verzoeken wachten op antwoord')).toBeVisible()
    expect(screen.getByText('1 is te lang niet gezien.')).toBeVisible()
    await portal.user.click(link)
    await arrivesAt(portal, LIST)
  })

  test('the link is not there for a practice that takes none, but for one that has some left', async () => {
    await takesRequests({ kinds: [] })
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    const { all } = watch(portal)
    expect(sidebar().queryByRole('link', { name: /^Verzoeken/ })).toBeNull()
    await asked({ text: 'Nog een' })
    await portal.router.options.context.queryClient.invalidateQueries()
    expect(await sidebar().findByRole('link', { name: BADGE(1) })).toBeVisible()
    expect(all().length).toBeGreaterThan(0)
  })

  test('an admin of a practice without requests is offered to turn them on', async () => {
    await takesRequests({ kinds: [] })
    await database().deleteFrom('request').execute()
    await openPortal(LIST, { as: 'admin' })
    expect(await screen.findByText('Uw praktijk neemt nu geen verzoeken aan. U zet dat zelf aan.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Verzoeken aanzetten' })).toHaveAttribute(
      'href',
      '/admin/requests/settings',
    )
  })

  test('other staff are told that an admin turns requests on', async () => {
    await takesRequests({ kinds: [] })
    await database().deleteFrom('request').execute()
    await openPortal(LIST, { as: 'staff' })
    expect(await screen.findByText(/Een beheerder zet dat aan\./)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Verzoeken aanzetten' })).toBeNull()
  })

  test('a practice that never had a request reads so, and not that all are answered', async () => {
    await database().deleteFrom('request').execute()
    await openPortal(LIST, { as: 'staff' })
    expect(await screen.findByText('Nog geen verzoeken')).toBeVisible()
    expect(screen.queryByText('Er wacht niets')).toBeNull()
  })

  test('another API is not asked, and has no such page', async () => {
    withoutCapabilities()
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    await portal.router.navigate({ to: '/admin/clients/registered' })
    expect(sidebar().queryByRole('link', { name: /^Verzoeken/ })).toBeNull()
    await portal.router.navigate({ to: LIST })
    await arrivesAt(portal, '/404')
    expect(portal.calls.filter((call) => call.includes('request'))).toEqual([])
  })

  test('the palette leads there by the name of the page', async () => {
    await takesRequests()
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    await portal.user.keyboard('{Control>}k{/Control}')
    await portal.user.type(await screen.findByRole('combobox'), 'verzoek')
    expect(await screen.findByRole('option', { name: 'Verzoeken' })).toBeVisible()
    await portal.user.keyboard('{Enter}')
    await arrivesAt(portal, LIST)
  })
})

describe('one request', () => {
  beforeEach(() => takesRequests())

  test('is seen by opening it, once, and not by pointing at it', async () => {
    const uuid = await asked({ text: 'Mag dit?' })
    const portal = await openPortal(LIST, { as: 'staff' })
    const { writes } = watch(portal)
    const link = within(rows()[0]!).getAllByRole('link')[0]!
    await portal.user.hover(link)
    link.focus()
    expect(writes()).toEqual([])
    await portal.user.click(link)
    await arrivesAt(portal, `${LIST}/${uuid}`)
    expect(await screen.findByText('Mag dit?')).toBeVisible()
    await waitFor(async () => expect((await requestOf(uuid)).state).toBe('seen'))
    await waitFor(() => expect(screen.getAllByText('Gezien').length).toBeGreaterThan(1))
    expect(writes()).toEqual([`POST /api/practice/de-waag/requests/${uuid}/seen`])
    // The list is as it was left.
    await portal.user.click(screen.getByRole('link', { name: 'Alle verzoeken' }))
    await arrivesAt(portal, LIST)
  })

  test('shows what was asked: products with where they are from, corrections, when it suits, and the request before it', async () => {
    const former = await asked({ text: 'Eerst dit' }, { state: 'answered' })
    const products = [{ name: 'Metacam', visitFormUuid: crypto.randomUUID() }, { name: 'Vlooienspray' }]
    const repeat = await asked({ products, text: 'Graag snel' }, { kind: 'REPEAT_MEDICINE', former_uuid: former })
    const details = await asked(
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
  })

  test('that is not there says so', async () => {
    await openPortal(`${LIST}/${crypto.randomUUID()}`, { as: 'staff' })
    expect(await screen.findByText('Dit verzoek is niet gevonden')).toBeVisible()
  })
})
