import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, isUnreachable } from '#mocks/faults.ts'
import { apiAnswers, ownerHas } from './invoices.tsx'
import { ownerId } from './owner.ts'
import { GENERAL, watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'
import { tabs } from './documents.tsx'

const FILE = 'https://files.example/factuur.pdf?sig=a%2Fb'
const REFUSED = 'Deze factuur kan niet worden geopend. Neem contact op met uw praktijk.'

const respondWith = (body: BodyInit, type = 'application/json') =>
  injectFault(
    http.get('*/api/clients/*/invoices/*/file', () => new Response(body, { headers: { 'content-type': type } })),
  )
const button = () => screen.getByRole('button', { name: 'Factuur 2026-1 openen' })
const calls = (portal: TestPortal) => portal.calls.filter((call) => call.endsWith('/file'))
const open = () => openPortal('/client/invoices', { as: 'owner' })
/** Opens the page and presses the button. */
async function press() {
  const opened = tabs()
  const portal = await open()
  await portal.user.click(button())
  return { opened, portal }
}

beforeEach(async () => {
  await ownerHas({ number: '2026-1', description: 'Consult' })
})

describe('the PDF file of an invoice', () => {
  test('opens in a tab without an opener', async () => {
    const slow = holdRequests('clients/*/invoices/*/file')
    const { opened, portal } = await press()
    expect(vi.mocked(window.open).mock.calls).toEqual([['', '_blank']])
    const [tab] = opened
    expect(tab!.opener).toBeNull()
    expect(tab!.document.title).toBe('Factuur')
    expect(tab!.document.documentElement.lang).toBe('nl')
    expect(tab!.document.body.textContent).toBe('Een ogenblik. Het bestand wordt geladen.')
    expect(button()).toHaveAttribute('aria-busy', 'true')
    expect(tab!.went).toEqual([])

    await slow.releaseAll()
    await waitFor(() => expect(tab!.went).toHaveLength(1))
    expect(tab!.went[0]).toMatch(/^http:\/\/localhost:3000\/files\//)
    expect(button()).not.toHaveAttribute('aria-busy')
    expect(tab!.closed).toBe(false)
    expect(portal.address()).toBe('/client/invoices')
  })

  test('is loaded once by a double click, and again by a later press', async () => {
    const slow = holdRequests('clients/*/invoices/*/file')
    const opened = tabs()
    const portal = await open()
    await portal.user.dblClick(button())
    await slow.count(1)
    await slow.releaseAll()
    await waitFor(() => expect(opened[0]!.went).toHaveLength(1))
    // Clicks soon after a press count as a double click, even once the file has arrived.
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
    await portal.user.click(button())
    expect([opened.length, calls(portal).length]).toEqual([1, 1])
    await portal.user.hover(screen.getByRole('heading', { level: 1 }))
    await portal.user.click(button())
    await waitFor(() => expect(opened[1]!.went).toHaveLength(1))
    expect(calls(portal)).toHaveLength(2)
  })

  test.each([
    ['an object', JSON.stringify({ url: FILE }), 'application/json'],
    ['a text of JSON', JSON.stringify(FILE), 'application/json'],
    ['plain text', FILE, 'text/plain'],
  ])('may be returned as %s', async (_, body, type) => {
    respondWith(body, type)
    const { opened } = await press()
    await waitFor(() => expect(opened[0]!.went).toEqual([FILE]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['javascript', JSON.stringify({ url: 'javascript:alert(1)' }), 'application/json', REFUSED],
    ['a javascript: URL as plain text', 'javascript:alert(1)', 'text/plain', GENERAL],
    ['data', JSON.stringify('data:text/html,x'), 'application/json', REFUSED],
    ['an empty object', '{}', 'application/json', REFUSED],
    ['empty', '', 'application/json', REFUSED],
  ])('is not opened if the response is %s', async (_, body, type, text) => {
    respondWith(body, type)
    const { opened } = await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect([opened[0]!.closed, opened[0]!.went]).toEqual([true, []])
    expect(screen.queryByRole('link', { name: /Factuur/ })).toBeNull()
  })

  test.each([
    [answers('get', 'clients/*/invoices/*/file', 404, 'not-found'), '404'],
    [answers('get', 'clients/*/invoices/*/file', 500), '500'],
    [isUnreachable('get', 'clients/*/invoices/*/file'), GENERAL],
  ])('closes the tab and raises one alert if it fails (%#)', async (fault, text) => {
    injectFault(fault)
    const { opened, portal } = await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect([opened[0]!.closed, opened[0]!.went]).toEqual([true, []])
    expect(button()).not.toHaveAttribute('aria-busy')
    respondWith(JSON.stringify({ url: FILE }))
    await portal.user.click(button())
    await waitFor(() => expect(opened[1]!.went).toHaveLength(1))
  })

  test('is not sent to a tab that the user has closed', async () => {
    const slow = holdRequests('clients/*/invoices/*/file')
    const { opened } = await press()
    opened[0]!.closed = true
    await slow.releaseAll()
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
    expect(opened[0]!.went).toEqual([])
  })

  test('has a link instead of the button if the browser blocks the tab', async () => {
    respondWith(JSON.stringify({ url: FILE }))
    tabs({ blocked: true })
    const portal = await open()
    await portal.user.click(button())
    const link = await screen.findByRole('link', { name: 'Factuur 2026-1 openen' })
    expect(link).toHaveAttribute('href', FILE)
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(link).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('Uw browser hield het nieuwe tabblad tegen.')
    // The signed URL expires, so a click on the link removes it.
    link.addEventListener('click', (event) => event.preventDefault())
    await portal.user.click(link)
    expect(button()).toBeVisible()
  })

  test('opens for staff who view as the client', async () => {
    const opened = tabs()
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await portal.viewAs(await ownerId())
    await portal.goTo('/client/invoices')
    await portal.user.click(button())
    await waitFor(() => expect(opened[0]!.went).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is not opened if it arrives after signing out', async () => {
    const slow = holdRequests('clients/*/invoices/*/file')
    const opened = tabs()
    const portal = await open()
    const later = watch(portal)
    await portal.user.click(button())
    await portal.follow('Uitloggen')
    await arrivesAt(portal, '/auth/login')
    await waitFor(() => expect(opened[0]!.closed).toBe(true))
    await slow.releaseAll()
    expect(opened[0]!.went).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(later.all().filter((call) => call.endsWith('/file'))).toHaveLength(1)
  })
})

test('the button of an invoice without a number names the invoice date', async () => {
  apiAnswers([{ uuid: 'a', status: 'PAID', date: '2026-03-01' }])
  await open()
  expect(screen.getByRole('button', { name: 'Factuur van 1 maart 2026 openen' })).toBeVisible()
})
