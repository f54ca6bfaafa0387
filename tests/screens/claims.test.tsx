import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { closePortals, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { ownerAndAnimals } from './documents.tsx'
import { addInvoice, middleOfMarch, ownerHas } from './invoices.tsx'
import { dialog, savedFiles, shows } from './steps.ts'

beforeEach(middleOfMarch)
afterEach(() => vi.restoreAllMocks())

const LINK = 'Declareren bij de verzekeraar'
const OF_BELLA = { number: '2026-1', patientNames: ['Bella'], description: 'Consult' }
const CLAIM = 'clients/*/patients/*/claim/*'

async function openBella(as: 'owner' | 'staff' = 'owner') {
  const { clientId, animal } = await ownerAndAnimals()
  const path = `/client/patients/${animal('Bella')}`
  if (as === 'owner') return await openPortal(path, { as })
  const portal = await openPortal('/admin/clients/registered', { as })
  await portal.viewAs(clientId)
  await portal.goTo(path)
  return portal
}

test.each(['owner', 'staff'] as const)('the page of an animal makes a claim bundle for the %s', async (as) => {
  const saved = savedFiles()
  await ownerHas(OF_BELLA, { number: '2026-2', patientNames: ['Simba'] }, { number: '2026-3', totalInclVat: -5 })
  const { press } = await openBella(as)
  await press(LINK)
  const shown = await dialog('Declaratie voor Bella')
  expect(
    (await shown.findAllByRole('button', { name: /^Pdf maken/ })).map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Pdf maken: Factuur 2026-1'])
  injectFault(answers('get', CLAIM, 503, 'overloaded', { once: true }))
  await press('Pdf maken: Factuur 2026-1')
  expect(await shown.findByText(/503/)).toBeVisible()
  expect(saved).toEqual([])
  await press('Pdf maken: Factuur 2026-1')
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['verzekering-bella-2026-1.pdf']))
  await shows(/^De pdf is gedownload/)
})

test('the dialog says that an animal has no invoices', async () => {
  await ownerHas({ ...OF_BELLA, patientNames: ['Simba'] })
  const { press } = await openBella()
  await press(LINK)
  expect(await (await dialog()).findByText(/geen facturen van de laatste twee jaar voor Bella/)).toBeVisible()
})

test('the page of an animal has no claim on an API without claim bundles', async () => {
  withoutCapabilities()
  await ownerHas(OF_BELLA)
  await openBella()
  await shows('Verzekering')
  expect(screen.queryByRole('button', { name: LINK })).toBeNull()
})

test('the page of an invoice makes the bundle of its only animal, or of one in a menu', async () => {
  const saved = savedFiles()
  const clientId = await ownerHas()
  const open = async (patientNames: string[]) => {
    const invoiceId = await addInvoice(clientId, { ...OF_BELLA, patientNames })
    return await openPortal(`/client/invoices/${invoiceId}`, { as: 'owner' })
  }
  const only = await open(['Bella'])
  await only.press('Voor de verzekeraar')
  await shows(/^De pdf is gedownload/)
  closePortals()
  const several = await open(['Bella', 'Simba'])
  await several.press('Voor de verzekeraar')
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Bella', 'Simba'])
  await several.user.click(screen.getByRole('menuitem', { name: 'Simba' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved.map(({ name }) => name)).toEqual(['verzekering-bella-2026-1.pdf', 'verzekering-simba-2026-1.pdf'])
})

test('the page of a credit note has no claim', async () => {
  const invoiceId = await addInvoice(await ownerHas(), { ...OF_BELLA, totalInclVat: -20 })
  await openPortal(`/client/invoices/${invoiceId}`, { as: 'owner' })
  await shows('Factuur openen')
  expect(screen.queryByRole('button', { name: 'Voor de verzekeraar' })).toBeNull()
})
