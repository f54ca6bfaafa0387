import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { registered, rows } from './faults.tsx'
import { database, injectFault, openPortal } from '#harness/portal.tsx'
import { accountOf, shows } from './steps.ts'

interface Named {
  call_name: string
  city?: string
  client_number?: string
}

/** Renames clients of De Waag to Zeeman, removes their other details, and returns their uuids. */
async function renameToZeeman(...names: Named[]) {
  const clients = (await registered()).slice(0, names.length)
  for (const [index, { uuid }] of clients.entries()) {
    const bare = {
      company_name: null,
      first_name: null,
      city: null,
      client_number: null,
      email: null,
      locked: 0 as const,
    }
    const { call_name: callName, ...rest } = names[index]!
    const sorted = { search_name: 'zeeman', sort_name: `zeeman\t${callName.toLowerCase()}${index}` }
    const columns = { ...bare, last_name: 'Zeeman', call_name: callName, ...rest, ...sorted }
    await database().updateTable('client').set(columns).where('uuid', '=', uuid).execute()
  }
  return clients.map(({ uuid }) => uuid)
}

const details = () => rows().map((row) => within(row).getAllByRole('cell')[1]!.textContent)

test('clients with the same name are distinguished in the row, its buttons, the dialog and the message', async () => {
  await renameToZeeman(
    { call_name: 'Kees', city: 'Zeist', client_number: '1' },
    { call_name: 'Kees', city: 'Assen', client_number: '2' },
    { call_name: 'Mien', city: 'Assen', client_number: '3' },
  )
  const portal = await openPortal('/admin/clients/registered?lastName=zeeman', { as: 'staff' })
  expect(details()).toEqual(['Kees · Zeist', 'Kees · Assen', 'Mien'])
  expect(screen.getByRole('button', { name: 'Bekijk als Mien Zeeman' })).toBeVisible()

  await portal.press('Kees Zeeman (Zeist) blokkeren')
  await shows('Kees Zeeman (Zeist) is geblokkeerd.')
  await portal.press('Kees Zeeman (Assen) verwijderen')
  const dialog = await screen.findByRole('dialog', { name: 'Kees Zeeman (Assen) verwijderen uit het portaal?' })
  expect(dialog).toHaveTextContent('Kees Zeeman (Assen) kan daarna niet meer inloggen.')
  await portal.confirm('Verwijderen')
  await shows('Kees Zeeman (Assen) is verwijderd uit het portaal.')

  await waitFor(() => expect(details()).toEqual(['Kees', 'Mien']))
})

test('clients with the same name and city are distinguished by number, or not at all', async () => {
  await renameToZeeman(
    { call_name: 'Kees', city: 'Zeist', client_number: '100' },
    { call_name: 'Kees', city: 'Zeist', client_number: '200' },
    { call_name: 'Mien' },
    { call_name: 'Mien' },
  )
  await openPortal('/admin/clients/registered?lastName=zeeman', { as: 'staff' })
  expect(details()).toEqual(['Kees · 100', 'Kees · 200', 'Mien', 'Mien'])
})

test('clients with the same name are distinguished in the selection, the failures and the palette', async () => {
  await renameToZeeman({ call_name: 'Kees', city: 'Zeist' }, { call_name: 'Kees', city: 'Assen' })
  const portal = await openPortal('/admin/clients/registered?lastName=zeeman', { as: 'staff' })
  await portal.press('Selecteren')
  await screen.findByRole('checkbox', { name: 'Kees Zeeman (Assen) selecteren' })
  injectFault(answers('put', 'clients/*', 500))
  await portal.press('Alle 2 selecteren')
  await portal.press('Blokkeren')
  const failures = await screen.findByRole('region', { name: /2 (niet gelukt|overgeslagen)/ })
  expect(failures).toHaveTextContent(/Kees Zeeman \(Zeist\).*Kees Zeeman \(Assen\)/)

  await portal.user.keyboard('{Control>}k{/Control}')
  await portal.user.type(await within(await screen.findByRole('dialog')).findByRole('combobox'), 'zeeman')
  expect(await screen.findByRole('option', { name: /^Zeeman Kees · Assen/ })).toBeVisible()
})

test('clients with the same name are distinguished among the recently viewed', async () => {
  const [one, two] = await renameToZeeman({ call_name: 'Kees', city: 'Zeist' }, { call_name: 'Kees', city: 'Assen' })
  const { id } = await accountOf('staff')
  localStorage.setItem('portal-last-viewed', JSON.stringify([id, one, two]))
  await openPortal('/admin/dashboard', { as: 'staff' })
  expect(await screen.findByRole('button', { name: 'Bekijk als Kees Zeeman (Assen)' })).toBeVisible()
})
