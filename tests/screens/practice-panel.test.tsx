import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Persona } from '#mocks/personas.ts'
import { injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { dialog, replies, setPractice } from './steps.ts'

const open = (address = '/client/portal/reminders', as: Persona = 'owner') => openPortal(address, { as })

describe('the practice panel on the first page', () => {
  const face = () => screen.findByRole('complementary', { name: 'Uw praktijk' })
  test('shows the texts and contact details of the practice unchanged', async () => {
    const address = 'Kade 1, 3512 AB Utrecht'
    await setPractice({
      title: 'Welkom & dag',
      text: 'Een\nTwee <b>drie</b>',
      address,
      website: 'https://waag.example/nl',
    })
    await open()
    const part = within(await face())
    expect(part.getByText('DAP De Waag')).toBeVisible()
    expect(part.getByText('Welkom & dag')).toBeVisible()
    expect(part.getByText(/^Een/).textContent).toBe('Een\nTwee <b>drie</b>')
    expect(part.getByRole('link', { name: '+31 30 555 01 23' })).toHaveAttribute('href', 'tel:+31305550123')
    expect(part.getByRole('link', { name: 'waag.example' })).toHaveAttribute('href', 'https://waag.example/nl')
    const map = part.getByRole('link', { name: address })
    expect(map).toHaveAttribute('href', expect.stringContaining('openstreetmap.org/search?query=Kade%201%2C'))
    expect(map).toHaveAttribute('rel', 'noreferrer')
  })

  test('omits the address on an API without that capability', async () => {
    injectFault(replies('get', 'capabilities', []))
    await open()
    const part = within(await face())
    expect(await part.findByRole('link', { name: '+31 30 555 01 23' })).toBeVisible()
    expect(part.queryByText(/3701 AA Zeist/)).toBeNull()
  })

  test('requires only a name, and omits an invalid website', async () => {
    await setPractice({ title: null, text: null, phone: null, website: null })
    injectFault(
      replies('get', 'practice/de-waag', { id: 'de-waag', name: 'DAP De Waag', website: 'javascript:alert(1)' }),
    )
    await open()
    const part = within(await face())
    expect(part.getByText('DAP De Waag')).toBeVisible()
    expect(part.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Bel voor een afspraak' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Naar de website' })).toBeNull()
  })

  test('is previewed in the practice settings', async () => {
    await open('/admin/practice', 'staff')
    const preview = screen.getByRole('complementary', { name: 'Zo zien cliënten u' })
    expect(within(preview).getByRole('link', { name: '+31 30 555 01 23' })).toHaveAttribute('href', 'tel:+31305550123')
  })
})

describe('the header of the portal', () => {
  const READ = { ignore: '[aria-hidden]' }
  const header = async () => within(await screen.findByRole('banner'))

  test('shows the practice beside the link to the first page', async () => {
    await open('/client/invoices')
    const part = await header()
    expect(await part.findByText('DAP De Waag', READ)).toBeVisible()
    expect(part.getByRole('link', { name: 'Dierenportaal' })).toHaveAttribute('href', '/client/portal/reminders')
    expect(part.queryByRole('link', { name: /De Waag/ })).toBeNull()
  })

  test('links an owner of two practices to the practice selection', async () => {
    const portal = await openPortal('/client/invoices', { as: 'two' })
    await portal.press(/De Linde/)
    const link = await (await header()).findByRole('link', { name: /^Uw praktijk: .*De Linde.*Andere praktijk/ })
    expect(link).toHaveAttribute('href', '/auth/select-clinic')
  })

  test('shows the practice to staff only while they view as a client', async () => {
    const portal = await open('/admin/clients/registered', 'staff')
    expect((await header()).queryByText('DAP De Waag', READ)).toBeNull()
    await portal.user.click((await screen.findAllByRole('button', { name: /^Bekijk als/ }))[0]!)
    expect(await (await header()).findByText('DAP De Waag', READ)).toBeVisible()
  })
})

test('an e-mail address visible only to staff is hidden while they view as a client', async () => {
  withoutCapabilities()
  const portal = await open('/admin/clients/registered', 'staff')
  const practice = { id: 'de-waag', name: 'DAP De Waag', email: 'balie@dewaag.example' }
  injectFault(replies('get', 'practice/de-waag', practice))
  await portal.user.click((await screen.findAllByRole('button', { name: /^Bekijk als/ }))[0]!)
  expect(await screen.findByRole('complementary', { name: 'Uw praktijk' })).toBeVisible()
  await portal.user.click((await screen.findAllByRole('button', { name: /^Afspraak maken: / }))[0]!)
  const shown = await dialog('Afspraak maken')
  expect(shown.queryByRole('link', { name: 'E-mail voor een afspraak' })).toBeNull()
})
