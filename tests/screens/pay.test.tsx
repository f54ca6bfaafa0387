import type { Invoice } from '#contract/schemas/invoice.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { settled, watch } from './faults.tsx'
import { cells, middleOfMarch, ownerHas, plain } from './invoices.tsx'
import { type TestPortal, database, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const OPEN: Partial<Invoice> = {
  status: 'UNPAID',
  number: '2026-2',
  date: '2026-02-20',
  totalInclVat: 1100.2,
  openAmount: 1060.1,
  description: 'Consult',
}
const PAID: Partial<Invoice> = { ...OPEN, status: 'PAID', number: '2026-1' }

const open = (as: 'owner' | 'staff' = 'owner') => openPortal('/client/invoices', { as })
const payButtons = () => screen.queryAllByRole('button', { name: /betalen$/ })
const dialog = () => screen.findByRole('dialog', { name: 'Factuur 2026-2 betalen' })
const facts = (element: HTMLElement) =>
  [...element.querySelectorAll('dt')].map((name) => [name.textContent, plain(name.nextElementSibling!.textContent)])

const practiceHas = (columns: object) =>
  database().updateTable('practice').set(columns).where('id', '=', 'de-waag').execute()

async function pay({ user }: TestPortal) {
  await user.click(screen.getByRole('button', { name: 'Factuur 2026-2 betalen' }))
  return await dialog()
}

beforeEach(middleOfMarch)

describe('how to pay', () => {
  test('an open invoice: amount, account, name and reference, and a code of the same', async () => {
    await ownerHas(OPEN, PAID)
    const portal = await open()
    await waitFor(() => expect(payButtons()).toHaveLength(1))
    const later = watch(portal)
    const shown = await pay(portal)
    expect(facts(shown)).toEqual([
      ['Bedrag', '€ 1.060,10'],
      ['IBAN', 'NL91 ABNA 0417 1643 00'],
      ['Ten name van', 'Dierenartsenpraktijk De Waag B.V.'],
      ['Omschrijving', '2026-2'],
    ])
    expect(plain(within(shown).getByRole('img').getAttribute('aria-label'))).toBe(
      'QR-code voor een overboeking van € 1.060,10 op NL91 ABNA 0417 1643 00 van Dierenartsenpraktijk De Waag B.V., met omschrijving 2026-2',
    )
    expect(within(shown).queryByRole('link')).toBeNull()
    expect(shown.querySelector('details')).toHaveAttribute('open')
    // It is paid when the practice says so.
    await portal.user.click(within(shown).getByRole('button', { name: 'Sluiten' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(cells().map((row) => row[4])).toEqual(expect.arrayContaining(['Openstaand', 'Betaald']))
    expect(later.all()).toEqual([])
  })

  test('on a telephone online first, and the code folded', async () => {
    const media = matchMedia
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      Object.defineProperty(media(query), 'matches', { value: true }),
    )
    await ownerHas({ ...OPEN, paymentUrl: 'https://pay.example/2026-2' })
    const shown = await pay(await open())
    expect(shown.querySelector('details')).not.toHaveAttribute('open')
    const online = within(shown).getByRole('link', { name: 'Online betalen' })
    const transfer = within(shown).getByRole('heading', { name: 'Of maak het bedrag over' })
    expect(online.compareDocumentPosition(transfer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('at the page of the practice, in another tab', async () => {
    await ownerHas({ ...OPEN, paymentUrl: 'https://pay.example/2026-2?a=b' })
    const shown = await pay(await open())
    const link = within(shown).getByRole('link', { name: 'Online betalen' })
    expect(link).toHaveAttribute('href', 'https://pay.example/2026-2?a=b')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  test('at that page alone, where the practice has no account', async () => {
    await practiceHas({ iban: null })
    await ownerHas({ ...OPEN, paymentUrl: 'https://pay.example/2026-2' })
    const shown = await pay(await open())
    expect(facts(shown)).toEqual([])
    expect(within(shown).queryByRole('img')).toBeNull()
    expect(plain(shown.textContent)).toContain('€ 1.060,10')
  })

  test('an invoice without a number is named by its day', async () => {
    await ownerHas({ ...OPEN, number: undefined })
    const portal = await open()
    await portal.user.click(await screen.findByRole('button', { name: 'Factuur van 20 februari 2026 betalen' }))
    expect(facts(await screen.findByRole('dialog')).at(-1)).toEqual(['Omschrijving', 'Factuur van 20 februari 2026'])
  })

  test.each([null, '', 'NL91ABNA0417164301'])('is not told where the account is %j', async (iban) => {
    await practiceHas({ iban })
    await ownerHas(OPEN)
    await open()
    await settled()
    expect(payButtons()).toEqual([])
  })

  test('is not told where the API is another', async () => {
    withoutCapabilities()
    await ownerHas({ ...OPEN, paymentUrl: 'https://pay.example/2026-2' })
    await open()
    await settled()
    expect(payButtons()).toEqual([])
  })
})

describe('what is copied', () => {
  test.each([
    ['Bedrag', '1060,10'],
    ['IBAN', 'NL91ABNA0417164300'],
    ['Ten name van', 'Dierenartsenpraktijk De Waag B.V.'],
    ['Omschrijving', '2026-2'],
  ])('%s is what a bank takes, and it is said', async (name, copied) => {
    await ownerHas(OPEN)
    const portal = await open()
    const shown = await pay(portal)
    await portal.user.click(within(shown).getByRole('button', { name: `${name} kopiëren` }))
    expect(await within(shown).findByText(`${name} is gekopieerd.`)).toHaveRole('status')
    expect(await navigator.clipboard.readText()).toBe(copied)
  })

  test('is selected where the clipboard is refused', async () => {
    await ownerHas(OPEN)
    const portal = await open()
    const shown = await pay(portal)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await portal.user.click(within(shown).getByRole('button', { name: 'IBAN kopiëren' }))
    expect(await within(shown).findByText(/^IBAN kon niet worden gekopieerd/)).toHaveRole('status')
    expect(String(getSelection())).toBe('NL91 ABNA 0417 1643 00')
  })
})
