import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { registered, rows } from './faults.tsx'
import { database, injectFault, openPortal } from '#harness/portal.tsx'

interface Named {
  call_name: string
  city?: string
  client_number?: string
}

/** As many clients of De Waag who are called Zeeman and have nothing else to know them by; answers their uuids. */
async function zeemans(...names: Named[]) {
  const clients = (await registered()).slice(0, names.length)
  for (const [index, { uuid }] of clients.entries()) {
    const bare = {
      company_name: null,
      first_name: null,
      city: null,
      client_number: null,
      email: null,
      locked: 0,
    } as const
    const { call_name: callName, ...rest } = names[index]!
    const sorted = { search_name: 'zeeman', sort_name: `zeeman\t${callName.toLowerCase()}${index}` }
    const columns = { ...bare, last_name: 'Zeeman', call_name: callName, ...rest, ...sorted }
    await database().updateTable('client').set(columns).where('uuid', '=', uuid).execute()
  }
  return clients.map(({ uuid }) => uuid)
}

const details = () => rows().map((row) => within(row).getAllByRole('cell')[1]!.textContent)
const button = (name: string) => screen.getByRole('button', { name })

test('who shares a name is told apart in the row, its actions, the question and the message', async () => {
  await zeemans(
    { call_name: 'Kees', city: 'Zeist', client_number: '1' },
    { call_name: 'Kees', city: 'Assen', client_number: '2' },
    { call_name: 'Mien', city: 'Assen', client_number: '3' },
  )
  const portal = await openPortal('/admin/clients/registered?lastName=zeeman', { as: 'staff' })
  expect(details()).toEqual(['Kees · Zeist', 'Kees · Assen', 'Mien'])
  expect(button('Bekijk als Mien Zeeman')).toBeVisible()

  await portal.user.click(button('Kees Zeeman (Zeist) blokkeren'))
  expect(await screen.findByText('Kees Zeeman (Zeist) is geblokkeerd.')).toBeVisible()
  await portal.user.click(button('Kees Zeeman (Assen) verwijderen'))
  const dialog = await screen.findByRole('dialog', { name: 'Kees Zeeman (Assen) verwijderen uit het portaal?' })
  expect(dialog).toHaveTextContent('Kees Zeeman (Assen) kan daarna niet meer inloggen.')
  await portal.user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText('Kees Zeeman (Assen) is verwijderd uit het portaal.')).toBeVisible()

  // The other one is alone now, and so needs nothing more than the name.
  await waitFor(() => expect(details()).toEqual(['Kees', 'Mien']))
})

test('where the city does not tell them apart the number does, and where nothing does the rows stay as they are', async () => {
  await zeemans(
    { call_name: 'Kees', city: 'Zeist', client_number: '100' },
    { call_name: 'Kees', city: 'Zeist', client_number: '200' },
    { call_name: 'Mien' },
    { call_name: 'Mien' },
  )
  await openPortal('/admin/clients/registered?lastName=zeeman', { as: 'staff' })
  expect(details()).toEqual(['Kees · 100', 'Kees · 200', 'Mien', 'Mien'])
})

test('in the rows to choose from, in the list of who failed, and where a client is looked for', async () => {
  await zeemans({ call_name: 'Kees', city: 'Zeist' }, { call_name: 'Kees', city: 'Assen' })
  const portal = await openPortal('/admin/clients/registered?lastName=zeeman', { as: 'staff' })
  await portal.user.click(button('Selecteren'))
  await screen.findByRole('checkbox', { name: 'Kees Zeeman (Assen) selecteren' })
  injectFault(answers('put', 'clients/*', 500))
  // All of the list are fetched as the API has them.
  await portal.user.click(button('Alle 2 selecteren'))
  await portal.user.click(await screen.findByRole('button', { name: 'Blokkeren' }))
  const failures = await screen.findByRole('region', { name: /2 (niet gelukt|overgeslagen)/ })
  expect(failures).toHaveTextContent(/Kees Zeeman \(Zeist\).*Kees Zeeman \(Assen\)/)

  await portal.user.keyboard('{Control>}k{/Control}')
  await portal.user.type(await within(await screen.findByRole('dialog')).findByRole('combobox'), 'zeeman')
  expect(await screen.findByRole('option', { name: /^Zeeman Kees · Assen/ })).toBeVisible()
})

test('among the clients who were viewed last', async () => {
  const [one, two] = await zeemans({ call_name: 'Kees', city: 'Zeist' }, { call_name: 'Kees', city: 'Assen' })
  const { id } = await database()
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'staff@dewaag.example')
    .executeTakeFirstOrThrow()
  localStorage.setItem('portal-last-viewed', JSON.stringify([id, one, two]))
  await openPortal('/admin/dashboard', { as: 'staff' })
  expect(await screen.findByRole('button', { name: 'Bekijk als Kees Zeeman (Assen)' })).toBeVisible()
})
