import { screen, waitFor, within } from '@testing-library/react'
import type { Updateable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { personas } from '#mocks/personas.ts'
import type { ClientTable } from '#server/db/schema.ts'
import { client, patient } from '#harness/builders.ts'
import {
  type TestPortal,
  arrivesAt,
  closePortals,
  database,
  injectFault,
  openPortal,
  tokenOf,
  withoutCapabilities,
} from '#harness/portal.tsx'
import { clientOf } from './owner.tsx'
import { watchFor } from './faults.tsx'
import { accountOf, replies, shows } from './steps.ts'

let first: string
let second: string
let account_id: string

const set = (uuid: string, columns: Updateable<ClientTable>) =>
  database().updateTable('client').set(columns).where('uuid', '=', uuid).execute()

/** Gives the owner's account two clients at De Waag. */
beforeEach(async () => {
  first = await clientOf('owner')
  account_id = (await accountOf('owner')).id
  await set(first, { company_name: 'Familie Een' })
  const fields = { account_id, company_name: 'Maatschap Twee', email: personas.owner }
  second = await client(database(), 'de-waag', fields)
  await patient(database(), second, 'Klara-van-Twee')
})

const choices = () => screen.findAllByRole('button', { name: /De Waag/ })
/** Opens the animals of the owner's second client. */
async function openSecond() {
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await portal.press(/Maatschap Twee/)
  await shows('Klara-van-Twee')
  return portal
}
const ownCalls = ({ calls }: TestPortal) => calls.filter((call) => call.startsWith('GET /api/user/client'))
const callFor = (uuid: string) => `GET /api/user/client?practiceId=de-waag&clientUuid=${uuid}`

test('an account with two clients lists them, and loads only the selected client', async () => {
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await arrivesAt(portal, '/auth/select-clinic')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Welke gegevens wilt u zien?')
  expect((await choices()).map((button) => button.textContent)).toEqual([
    expect.stringMatching(/Familie Een.*De Waag/),
    expect.stringMatching(/Maatschap Twee.*De Waag/),
  ])
  expect(ownCalls(portal)).toEqual([])
  await portal.press(/Maatschap Twee/)
  await arrivesAt(portal, '/client/patients')
  expect(await screen.findByText('Klara-van-Twee')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Maatschap Twee' })).toBeVisible()
  expect(screen.getByRole('link', { name: /De Waag, Maatschap Twee.*Andere cliënt/ })).toBeVisible()
  expect(new Set(ownCalls(portal))).toEqual(new Set([callFor(second)]))
})

test('selecting another client discards the data of the former', async () => {
  const portal = await openSecond()
  await portal.user.click(screen.getAllByRole('link', { name: /Andere cliënt/ })[0]!)
  await arrivesAt(portal, '/auth/select-clinic')
  expect(within((await choices())[1]!).getByText('Nu gekozen')).toBeVisible()
  const ofTheFormer = watchFor(/Klara-van-Twee/)
  await portal.press(/Familie Een/)
  await arrivesAt(portal, '/client/portal/reminders')
  await portal.user.click(screen.getAllByRole('link', { name: 'Dieren' })[0]!)
  await arrivesAt(portal, '/client/patients')
  expect(await screen.findByRole('link', { name: 'Familie Een' })).toBeVisible()
  expect(ofTheFormer.stop()).toEqual([])
  const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
  expect(keys.filter(({ queryKey }) => queryKey[0] === 'client' && queryKey[1] === second)).toEqual([])
})

test('the selected client is kept by a reload, and not shared with other tabs', async () => {
  await openSecond()
  closePortals()
  const again = await openPortal('/client/patients')
  expect(await screen.findByText('Klara-van-Twee')).toBeVisible()
  expect(ownCalls(again)).toEqual([callFor(second)])
  closePortals()
  sessionStorage.clear()
  await arrivesAt(await openPortal('/client/patients', { as: 'owner' }), '/auth/select-clinic')
})

test('selecting a client is required again if the account has lost the client', async () => {
  await openSecond()
  closePortals()
  await client(database(), 'de-waag', { account_id, company_name: 'Derde' })
  await set(second, { account_id: null, registered: 0 })
  await arrivesAt(await openPortal('/client/patients'), '/auth/select-clinic')
  expect((await choices()).map((button) => button.textContent).join()).toMatch(/Familie Een.*Derde/)
})

test('only unlocked clients can be selected', async () => {
  await set(first, { locked: 1 })
  const portal = await openPortal('/auth/select-clinic', { as: 'owner' })
  const [locked] = await choices()
  expect(locked).toBeDisabled()
  expect(locked).toHaveTextContent('Geblokkeerd')
  await portal.press(/Maatschap Twee/)
  await arrivesAt(portal, '/client/portal/reminders')
})

test('clients of the same name are distinguished by their city', async () => {
  for (const [uuid, city] of [
    [first, 'Delft'],
    [second, 'Gouda'],
  ] as const)
    await set(uuid, { company_name: 'Smit', city })
  await openPortal('/auth/select-clinic', { as: 'owner' })
  const texts = (await choices()).map((button) => button.textContent)
  expect(texts.sort()).toEqual([expect.stringContaining('De Waag, Delft'), expect.stringContaining('De Waag, Gouda')])
})

test.each([
  ['an API without client selection', async () => withoutCapabilities()],
  ['an account with one client', () => set(second, { account_id: null, registered: 0 })],
])('%s requests the client of the practice', async (_, without) => {
  await without()
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await arrivesAt(portal, '/client/patients')
  expect(new Set(ownCalls(portal))).toEqual(new Set(['GET /api/user/client?practiceId=de-waag']))
  expect(screen.queryByRole('link', { name: /Andere/ })).toBeNull()
})

test('a client registered meanwhile does not replace the current client', async () => {
  await set(second, { account_id: null, registered: 0 })
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await arrivesAt(portal, '/client/patients')
  const before = { account_id, registered: 1, sort_name: '' } as const
  await set(second, before)
  const { queryClient } = portal.router.options.context
  await queryClient.invalidateQueries({ queryKey: ['user'], refetchType: 'none' })
  await portal.user.click(screen.getAllByRole('link', { name: 'Facturen' })[0]!)
  await arrivesAt(portal, '/client/invoices')
  await waitFor(() => expect(ownCalls(portal).at(-1)).toBe(callFor(first)))
  expect(screen.getByRole('link', { name: 'Familie Een' })).toBeVisible()
})

test('a sign-in from another system selects its client', async () => {
  const token = await tokenOf('owner')
  injectFault(replies('get', 'oauth/authenticate', { token }))
  const portal = await openPortal(`/auth/login?access_token=eyJ.x.y&clientUuid=${second}`)
  await arrivesAt(portal, '/client/portal/reminders')
  expect(await screen.findByRole('link', { name: 'Maatschap Twee' })).toBeVisible()
})

test('the details of a client show staff the other clients of the account', async () => {
  await openPortal(`/admin/clients/registered?client=${second}`, { as: 'staff' })
  const sheet = await screen.findByRole('dialog')
  expect(await within(sheet).findByText('Zelfde account als')).toBeVisible()
  expect(within(sheet).getByText('Familie Een')).toBeVisible()
})
