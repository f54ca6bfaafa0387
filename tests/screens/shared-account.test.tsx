import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { personas } from '#mocks/personas.ts'
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

let first: string
let second: string

/** The owner's account has two clients at De Waag. */
beforeEach(async () => {
  first = await clientOf('owner')
  const { account_id } = await database()
    .selectFrom('client')
    .select('account_id')
    .where('uuid', '=', first)
    .executeTakeFirstOrThrow()
  await database().updateTable('client').set({ company_name: 'Familie Een' }).where('uuid', '=', first).execute()
  const fields = { account_id, company_name: 'Maatschap Twee', email: personas.owner }
  second = await client(database(), 'de-waag', fields)
  await patient(database(), second, 'Klara-van-Twee')
})

const choices = () => screen.findAllByRole('button', { name: /De Waag/ })
const choose = async (portal: TestPortal, name: RegExp) =>
  await portal.user.click(await screen.findByRole('button', { name }))
const ownCalls = ({ calls }: TestPortal) => calls.filter((call) => call.startsWith('GET /api/user/client'))
const callFor = (uuid: string) => `GET /api/user/client?practiceId=de-waag&clientUuid=${uuid}`

test('lists each client of the account, and asks for the chosen one only', async () => {
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await arrivesAt(portal, '/auth/select-clinic')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Welke gegevens wilt u zien?')
  expect((await choices()).map((button) => button.textContent)).toEqual([
    expect.stringMatching(/Familie Een.*De Waag/),
    expect.stringMatching(/Maatschap Twee.*De Waag/),
  ])
  expect(ownCalls(portal)).toEqual([])
  await choose(portal, /Maatschap Twee/)
  // The page that was asked for.
  await arrivesAt(portal, '/client/patients')
  expect(await screen.findByText('Klara-van-Twee')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Maatschap Twee' })).toBeVisible()
  expect(screen.getByRole('link', { name: /De Waag, Maatschap Twee.*Andere cliënt/ })).toBeVisible()
  expect(new Set(ownCalls(portal))).toEqual(new Set([callFor(second)]))
})

test('another choice shows nothing of the former one, and its data are dropped', async () => {
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await choose(portal, /Maatschap Twee/)
  expect(await screen.findByText('Klara-van-Twee')).toBeVisible()
  await portal.user.click(screen.getAllByRole('link', { name: /Andere cliënt/ })[0]!)
  await arrivesAt(portal, '/auth/select-clinic')
  expect(within((await choices())[1]!).getByText('Nu gekozen')).toBeVisible()
  const ofTheFormer = watchFor(/Klara-van-Twee/)
  await choose(portal, /Familie Een/)
  await arrivesAt(portal, '/client/portal/reminders')
  await portal.user.click(screen.getAllByRole('link', { name: 'Dieren' })[0]!)
  await arrivesAt(portal, '/client/patients')
  expect(await screen.findByRole('link', { name: 'Familie Een' })).toBeVisible()
  expect(ofTheFormer.stop()).toEqual([])
  const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
  expect(keys.filter(({ queryKey }) => queryKey[0] === 'client' && queryKey[1] === second)).toEqual([])
})

test('a reload keeps the choice of the tab, and another tab chooses by itself', async () => {
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await choose(portal, /Maatschap Twee/)
  await screen.findByText('Klara-van-Twee')
  closePortals()
  const again = await openPortal('/client/patients')
  expect(await screen.findByText('Klara-van-Twee')).toBeVisible()
  expect(ownCalls(again)).toEqual([callFor(second)])
  closePortals()
  sessionStorage.clear()
  await arrivesAt(await openPortal('/client/patients', { as: 'owner' }), '/auth/select-clinic')
})

test('a choice that the account no longer has is made again', async () => {
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await choose(portal, /Maatschap Twee/)
  await screen.findByText('Klara-van-Twee')
  closePortals()
  const { account_id } = await database()
    .selectFrom('client')
    .select('account_id')
    .where('uuid', '=', first)
    .executeTakeFirstOrThrow()
  await client(database(), 'de-waag', { account_id, company_name: 'Derde' })
  await database().updateTable('client').set({ account_id: null, registered: 0 }).where('uuid', '=', second).execute()
  await arrivesAt(await openPortal('/client/patients'), '/auth/select-clinic')
  expect((await choices()).map((button) => button.textContent).join()).toMatch(/Familie Een.*Derde/)
})

test('a locked client cannot be chosen, the other one can', async () => {
  await database().updateTable('client').set({ locked: 1 }).where('uuid', '=', first).execute()
  const portal = await openPortal('/auth/select-clinic', { as: 'owner' })
  const [locked] = await choices()
  expect(locked).toBeDisabled()
  expect(locked).toHaveTextContent('Geblokkeerd')
  await choose(portal, /Maatschap Twee/)
  await arrivesAt(portal, '/client/portal/reminders')
})

test('namesakes are told apart by their town', async () => {
  for (const [uuid, city] of [
    [first, 'Delft'],
    [second, 'Gouda'],
  ] as const)
    await database().updateTable('client').set({ company_name: 'Smit', city }).where('uuid', '=', uuid).execute()
  await openPortal('/auth/select-clinic', { as: 'owner' })
  const texts = (await choices()).map((button) => button.textContent)
  expect(texts.sort()).toEqual([expect.stringContaining('De Waag, Delft'), expect.stringContaining('De Waag, Gouda')])
})

test('an API without the capability is asked as the specification says, whatever it lists', async () => {
  withoutCapabilities()
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await arrivesAt(portal, '/client/patients')
  expect(new Set(ownCalls(portal))).toEqual(new Set(['GET /api/user/client?practiceId=de-waag']))
  expect(screen.queryByRole('link', { name: /Andere/ })).toBeNull()
})

test('an account with one client is not asked to choose, and sends no choice', async () => {
  await database().deleteFrom('patient').where('client_uuid', '=', second).execute()
  await database().deleteFrom('client').where('uuid', '=', second).execute()
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await arrivesAt(portal, '/client/patients')
  expect(new Set(ownCalls(portal))).toEqual(new Set(['GET /api/user/client?practiceId=de-waag']))
})

test('a client that is registered meanwhile does not take the place of the one on screen', async () => {
  await database().updateTable('client').set({ account_id: null, registered: 0 }).where('uuid', '=', second).execute()
  const portal = await openPortal('/client/patients', { as: 'owner' })
  await arrivesAt(portal, '/client/patients')
  const { account_id } = await database()
    .selectFrom('client')
    .select('account_id')
    .where('uuid', '=', first)
    .executeTakeFirstOrThrow()
  const before = { account_id, registered: 1, sort_name: '' } as const
  await database().updateTable('client').set(before).where('uuid', '=', second).execute()
  const { queryClient } = portal.router.options.context
  await queryClient.invalidateQueries({ queryKey: ['user'], refetchType: 'none' })
  await portal.user.click(screen.getAllByRole('link', { name: 'Facturen' })[0]!)
  await arrivesAt(portal, '/client/invoices')
  await waitFor(() => expect(ownCalls(portal).at(-1)).toBe(callFor(first)))
  expect(screen.getByRole('link', { name: 'Familie Een' })).toBeVisible()
})

test('an owner who was sent with a client by another system sees that client', async () => {
  const token = await tokenOf('owner')
  injectFault(http.get('*/api/oauth/authenticate', () => HttpResponse.json({ token })))
  const portal = await openPortal(`/auth/login?access_token=eyJ.x.y&clientUuid=${second}`)
  await arrivesAt(portal, '/client/portal/reminders')
  expect(await screen.findByRole('link', { name: 'Maatschap Twee' })).toBeVisible()
})

test('staff see in the sheet of a client which others have its account', async () => {
  await openPortal(`/admin/clients/registered?client=${second}`, { as: 'staff' })
  const sheet = await screen.findByRole('dialog')
  expect(await within(sheet).findByText('Zelfde account als')).toBeVisible()
  expect(within(sheet).getByText('Familie Een')).toBeVisible()
})
