import type { Invoice } from '#contract/schemas/invoice.ts'
import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { vi } from 'vitest'
import { invoice } from '#harness/builders.ts'
import { rows } from './faults.tsx'
import { ownerId } from './owner.ts'
import { database, injectFault } from '#harness/portal.tsx'

// What the tests of the invoices have in common: the middle of March, and an owner whose invoices are known.

export const middleOfMarch = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })

/** The owner has these invoices, and no others. */
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

/** An API answers the list with these, as the specification has it. */
export function apiAnswers(content: object[], totalElements = content.length) {
  const page = { number: 0, size: 25, totalPages: Math.ceil(totalElements / 25), totalElements }
  injectFault(http.get('*/api/clients/*/invoices', () => Response.json({ content, page })))
}

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => plain(cell.textContent))

export const cells = () => rows().map(cellsOf)

/** With ordinary blanks, which `Intl` does not write. */
export const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ').trim()

export const shown = () => plain(screen.getByRole('main').textContent)
