import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Persona } from '#mocks/personas.ts'
import { type TestPortal, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const open = (address = '/client/portal/reminders', as: Persona = 'owner') => openPortal(address, { as })

describe('who the practice is', () => {
  const face = () => screen.findByRole('complementary', { name: 'Uw praktijk' })
  const change = (columns: Partial<Record<'title' | 'text' | 'phone' | 'website', string | null>>) =>
    database().updateTable('practice').set(columns).where('id', '=', 'de-waag').execute()

  test('its own words as they were written, and how to reach it', async () => {
    await change({ title: 'Welkom & dag', text: 'Een\nTwee <b>drie</b>', website: 'https://waag.example/nl' })
    await open()
    const part = within(await face())
    expect(part.getByText('DAP De Waag')).toBeVisible()
    expect(part.getByText('Welkom & dag')).toBeVisible()
    expect(part.getByText(/^Een/).textContent).toBe('Een\nTwee <b>drie</b>')
    expect(part.getByRole('link', { name: '+31 30 555 01 23' })).toHaveAttribute('href', 'tel:+31305550123')
    expect(part.getByRole('link', { name: 'waag.example' })).toHaveAttribute('href', 'https://waag.example/nl')
  })

  test('a name alone is enough, and a website that is none is left out', async () => {
    await change({ title: null, text: null, phone: null, website: null })
    injectFault(
      http.get('*/api/practice/de-waag', () =>
        HttpResponse.json({ id: 'de-waag', name: 'DAP De Waag', website: 'javascript:alert(1)' }),
      ),
    )
    await open()
    const part = within(await face())
    expect(part.getByText('DAP De Waag')).toBeVisible()
    expect(part.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Bel voor een afspraak' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Naar de website' })).toBeNull()
  })

  test('is the same that its staff see while they write', async () => {
    await open('/admin/practice', 'staff')
    const preview = screen.getByRole('complementary', { name: 'Zo zien cliënten u' })
    expect(within(preview).getByRole('link', { name: '+31 30 555 01 23' })).toHaveAttribute('href', 'tel:+31305550123')
  })
})

describe('in the header', () => {
  /** What is shown is said once. */
  const READ = { ignore: '[aria-hidden]' }
  const header = async () => within(await screen.findByRole('banner'))

  test('stands who the practice is, beside the way home', async () => {
    await open('/client/invoices')
    const part = await header()
    expect(await part.findByText('DAP De Waag', READ)).toBeVisible()
    expect(part.getByRole('link', { name: 'Dierenportaal' })).toHaveAttribute('href', '/client/portal/reminders')
    expect(part.queryByRole('link', { name: /De Waag/ })).toBeNull()
  })

  test('a client of two reads which is open, and gets to the other', async () => {
    const portal = await openPortal('/client/invoices', { as: 'two' })
    await portal.user.click(await screen.findByRole('button', { name: /De Linde/ }))
    const link = await (await header()).findByRole('link', { name: /^Uw praktijk: .*De Linde.*Andere praktijk/ })
    expect(link).toHaveAttribute('href', '/auth/select-clinic')
  })

  test('staff who view as a client see which practice it is, and staff on their own pages do not', async () => {
    const portal = await open('/admin/clients/registered', 'staff')
    expect((await header()).queryByText('DAP De Waag', READ)).toBeNull()
    await portal.user.click((await screen.findAllByRole('button', { name: /^Bekijk als/ }))[0]!)
    expect(await (await header()).findByText('DAP De Waag', READ)).toBeVisible()
  })
})

describe('the way to an appointment', () => {
  const withMail = () =>
    injectFault(
      http.get('*/api/practice/de-waag', () =>
        HttpResponse.json({ id: 'de-waag', name: 'DAP De Waag', email: 'balie@dewaag.example' }),
      ),
    )

  const ask = async (portal: TestPortal) => {
    await portal.user.click((await screen.findAllByRole('button', { name: /^Afspraak maken: / }))[0]!)
    return within(await screen.findByRole('dialog', { name: 'Afspraak maken' }))
  }

  test('is the website, where there is no page to book at', async () => {
    await database().updateTable('practice').set({ booking_url: null }).where('id', '=', 'de-waag').execute()
    const shown = await ask(await open())
    expect(shown.getByRole('link', { name: 'Naar de website' })).toHaveAttribute('target', '_blank')
    expect(shown.queryByRole('link', { name: 'Online afspraak maken' })).toBeNull()
  })

  test('is a mail where there is an address only', async () => {
    await database().deleteFrom('request_settings').execute()
    withMail()
    const shown = await ask(await open())
    expect(shown.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^mailto:balie@dewaag\.example\?/),
    ])
  })

  test('what staff know of the practice is not shown where they look as a client', async () => {
    withoutCapabilities()
    const portal = await open('/admin/clients/registered', 'staff')
    withMail()
    await portal.user.click((await screen.findAllByRole('button', { name: /^Bekijk als/ }))[0]!)
    expect(await screen.findByRole('complementary', { name: 'Uw praktijk' })).toBeVisible()
    const shown = await ask(portal)
    expect(shown.queryByRole('link', { name: 'Mail voor een afspraak' })).toBeNull()
  })
})
