import type { Invoice } from '#contract/schemas/invoice.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { watch } from './faults.tsx'
import { cells, middleOfMarch, ownerHas } from './invoices.tsx'
import { type TestPortal, openPortal } from '#harness/portal.tsx'
import { setPractice } from './steps.ts'
import { plain } from './documents.tsx'

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

async function pay({ user }: TestPortal) {
  await user.click(screen.getByRole('button', { name: 'Factuur 2026-2 betalen' }))
  return await dialog()
}

beforeEach(middleOfMarch)

describe('paying an invoice', () => {
  test('shows amount, account, name and reference, and a QR code with all of them', async () => {
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
    await portal.user.click(within(shown).getByRole('button', { name: 'Sluiten' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(cells().map((row) => row[4])).toEqual(expect.arrayContaining(['Openstaand', 'Betaald']))
    expect(later.all()).toEqual([])
  })

  test('offers online payment first on a phone, and collapses the QR code', async () => {
    const media = matchMedia
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      Object.defineProperty(media(query), 'matches', { value: true }),
    )
    await ownerHas({ ...OPEN, paymentUrl: 'https://pay.example/2026-2?a=b' })
    const shown = await pay(await open())
    expect(shown.querySelector('details')).not.toHaveAttribute('open')
    const online = within(shown).getByRole('link', { name: 'Online betalen' })
    expect(online).toHaveAttribute('href', 'https://pay.example/2026-2?a=b')
    expect(online).toHaveAttribute('target', '_blank')
    expect(online).toHaveAttribute('rel', 'noopener noreferrer')
    const transfer = within(shown).getByRole('heading', { name: 'Of maak het bedrag over' })
    expect(online.compareDocumentPosition(transfer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('is only possible online if the practice has no bank account', async () => {
    await setPractice({ iban: null })
    await ownerHas({ ...OPEN, paymentUrl: 'https://pay.example/2026-2' })
    const shown = await pay(await open())
    expect(facts(shown)).toEqual([])
    expect(within(shown).queryByRole('img')).toBeNull()
    expect(plain(shown.textContent)).toContain('€ 1.060,10')
  })

  test('names an invoice without a number by its date', async () => {
    await ownerHas({ ...OPEN, number: undefined })
    const portal = await open()
    await portal.press('Factuur van 20 februari 2026 betalen')
    expect(facts(await screen.findByRole('dialog')).at(-1)).toEqual(['Omschrijving', 'Factuur van 20 februari 2026'])
  })
})

describe('copying payment details', () => {
  test('copies each value in the format of a bank, and confirms it', async () => {
    await ownerHas(OPEN)
    const portal = await open()
    const shown = await pay(portal)
    for (const [name, copied] of [
      ['Bedrag', '1060,10'],
      ['IBAN', 'NL91ABNA0417164300'],
      ['Ten name van', 'Dierenartsenpraktijk De Waag B.V.'],
      ['Omschrijving', '2026-2'],
    ]) {
      await portal.confirm(`${name} kopiëren`)
      expect(await within(shown).findByText(`${name} is gekopieerd.`)).toHaveRole('status')
      expect(await navigator.clipboard.readText()).toBe(copied)
    }
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await portal.confirm('IBAN kopiëren')
    expect(await within(shown).findByText(/^IBAN kon niet worden gekopieerd/)).toHaveRole('status')
    expect(String(getSelection())).toBe('NL91 ABNA 0417 1643 00')
  })
})
