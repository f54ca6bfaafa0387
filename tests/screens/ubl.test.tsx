import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Invoice } from '#contract/schemas/invoice.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import { database, openPortal } from '#harness/portal.tsx'
import { addInvoice, ownerHas } from './invoices.tsx'
import { setPractice, shows } from './steps.ts'

const LINES: LineItem[] = [{ description: 'Consult', vatRate: 21, amount: 121 }]
const button = () => screen.getByRole('button', { name: 'UBL-bestand' })

async function openInvoice(fields: Partial<Invoice> = {}, lines = LINES) {
  const uuid = await addInvoice(await ownerHas(), { number: '2026-1', ...fields })
  await database()
    .updateTable('invoice')
    .set({ lines: JSON.stringify(lines), line_count: lines.length })
    .where('uuid', '=', uuid)
    .execute()
  return await openPortal(`/client/invoices/${uuid}`, { as: 'owner' })
}

test('an invoice is downloaded as a UBL file', async () => {
  const saved: { name: string; url: string }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push({ name: this.download, url: this.href })
  })
  const portal = await openInvoice()
  await portal.user.click(button())
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.name).toBe('factuur-2026-1.xml')
  expect(await (await fetch(saved[0]!.url)).text()).toContain('<cbc:ID>2026-1</cbc:ID>')
})

test.each([
  ['lines', [], 'Er is geen UBL-bestand, want de praktijk heeft geen regels van deze factuur gestuurd.'],
  ['a rate', [{ description: 'x', amount: 121 }], /want een regel van deze factuur heeft geen btw-tarief\.$/],
] as const)('an invoice without %s says why it has no UBL file', async (_, lines, text) => {
  const portal = await openInvoice({}, [...lines])
  await portal.user.click(button())
  await shows(text)
})

test('an invoice of a practice without its details says so', async () => {
  await setPractice({ seller: null })
  const portal = await openInvoice()
  await portal.user.click(button())
  await shows(/want de praktijk heeft haar gegevens daarvoor nog niet ingevuld\.$/)
})
