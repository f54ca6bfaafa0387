import type { Invoice, ItemisedInvoice } from '#contract/schemas/invoice.ts'
import { within } from '@testing-library/react'
import { vi } from 'vitest'
import { invoice } from '#harness/builders.ts'
import { apiAnswers as apiReturns, plain } from './documents.tsx'
import { rows } from './faults.tsx'
import { ownerId } from './owner.ts'
import { database } from '#harness/portal.tsx'

// Rows and stubs of the tests of invoices, with a date in mid-March and known invoices of the owner.

export const middleOfMarch = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })

/** Replaces the owner's invoices, and returns the client's uuid. */
export async function ownerHas(...invoices: Partial<Invoice>[]): Promise<string> {
  const clientId = await ownerId()
  await database().deleteFrom('invoice').where('client_uuid', '=', clientId).execute()
  for (const fields of invoices) await addInvoice(clientId, fields)
  return clientId
}

export async function addInvoice(clientId: string, { lines, ...fields }: Partial<ItemisedInvoice>): Promise<string> {
  const data: Invoice = { uuid: crypto.randomUUID(), status: 'PAID', date: '2026-03-01', totalInclVat: 121, ...fields }
  const { uuid, date, status } = data
  return await invoice(database(), clientId, {
    uuid,
    date,
    status,
    data: JSON.stringify(data),
    ...(lines && { line_count: lines.length, lines: JSON.stringify(lines) }),
  })
}

/** Lets the API return this page of invoices for any query. */
export const apiAnswers = (content: object[], total?: number) => apiReturns('invoices', content, total)

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => plain(cell.textContent))

export const cells = () => rows().map(cellsOf)
