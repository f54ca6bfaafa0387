import type { Invoice } from '#contract/schemas/invoice.ts'
import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { vi } from 'vitest'
import { invoice } from '#harness/builders.ts'
import { rows } from './faults.tsx'
import { ownerId } from './owner.ts'
import { database, injectFault } from '#harness/portal.tsx'

// Rows and stubs of the tests of invoices, with a date in mid-March and known invoices of the owner.

export const middleOfMarch = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })

/** Replaces the owner's invoices, and returns the client's uuid. */
export async function ownerHas(...invoices: Partial<Invoice>[]): Promise<string> {
  const clientId = await ownerId()
  await database().deleteFrom('invoice').where('client_uuid', '=', clientId).execute()
  for (const fields of invoices) await addInvoice(clientId, fields)
  return clientId
}

export async function addInvoice(clientId: string, fields: Partial<Invoice>): Promise<string> {
  const data: Invoice = { uuid: crypto.randomUUID(), status: 'PAID', date: '2026-03-01', totalInclVat: 121, ...fields }
  const { uuid, date, status } = data
  return await invoice(database(), clientId, { uuid, date, status, data: JSON.stringify(data) })
}

/** Lets the API return this page of invoices for any query. */
export function apiAnswers(content: object[], totalElements = content.length) {
  const page = { number: 0, size: 25, totalPages: Math.ceil(totalElements / 25), totalElements }
  injectFault(http.get('*/api/clients/*/invoices', () => Response.json({ content, page })))
}

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => plain(cell.textContent))

export const cells = () => rows().map(cellsOf)

/** Replaces the no-break spaces of `Intl` by plain ones. */
export const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ').trim()

export const shown = () => plain(screen.getByRole('main').textContent)
