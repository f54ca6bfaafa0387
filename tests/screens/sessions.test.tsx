import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isUnreachable } from '#mocks/faults.ts'
import { portalState } from '#src/lib/store.ts'
import { decodeToken, readToken } from '#src/lib/token.ts'
import { answerOf, arrivesAt, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'
import { replies, shows, signOut } from './steps.ts'

const heading = () => screen.findByRole('heading', { level: 2, name: 'Waar u bent ingelogd' })
const items = async () => {
  const section = (await heading()).closest('section')!
  return within(section).findAllByRole('listitem')
}
const isGood = async (token: string) =>
  (await answerOf(new Request('http://localhost:3000/api/user', { headers: { authorization: token } }))).status === 200

test.each([
  ['an owner', '/client/portal/settings', 'owner'],
  ['staff', '/admin/settings', 'staff'],
] as const)('%s sees the sessions of the account, and can end another session', async (_, address, persona) => {
  const elsewhere = await tokenOf(persona)
  const portal = await openPortal(address, { as: persona })
  expect(await items()).toHaveLength(2)
  expect(screen.getByText('Dit apparaat')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Overal elders uitloggen' })).toBeNull()
  await portal.press(/^Beëindigen: Onbekend apparaat, ingelogd op /)
  await shows('Op dat apparaat bent u nu uitgelogd.')
  expect(await isGood(elsewhere)).toBe(false)
  expect(await items()).toHaveLength(1)
})

test('a button ends all other sessions at once', async () => {
  const others = [await tokenOf('owner'), await tokenOf('owner')]
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await portal.press('Overal elders uitloggen')
  await shows('U bent nu alleen nog hier ingelogd.')
  expect(await Promise.all(others.map(isGood))).toEqual([false, false])
  expect(await items()).toHaveLength(1)
})

test('the list of sessions names browser and system if known', async () => {
  const session = { id: 'x', signedInAt: '2026-06-15T10:00:00Z', current: false }
  const first = { ...session, current: true, browser: 'Firefox', system: 'Windows' }
  injectFault(replies('get', 'user/sessions', [first, { ...session, id: 'y', browser: 'Safari' }]))
  await openPortal('/client/portal/settings', { as: 'owner' })
  const [one, two] = await items()
  expect(one).toHaveTextContent('Firefox op Windows')
  expect(one).toHaveTextContent('Ingelogd op 15 juni 2026')
  expect(two).toHaveTextContent(/^Safari/)
})

test('signing out ends only this session on the server', async () => {
  const elsewhere = await tokenOf('staff')
  const portal = await openPortal('/admin/settings', { as: 'staff' })
  await heading()
  const here = readToken()!
  expect(await isGood(here)).toBe(true)
  await signOut(portal)
  await waitFor(async () => expect(await isGood(here)).toBe(false))
  expect(await isGood(elsewhere)).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['copy of that tab makes no call of its own', true],
  ['tab with its own session ends that session', false],
] as const)('when another tab signs out, a %s', async (_, isCopy) => {
  const portal = await openPortal('/admin/settings', { as: 'staff' })
  await heading()
  const here = readToken()!
  const { sid: session } = decodeToken(isCopy ? here : await tokenOf('staff'))
  const tab = new BroadcastChannel('portal')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
  tab.postMessage({ signedOut: portalState().session!.userId, session })
  await arrivesAt(portal, '/auth/login')
  await shows('U bent niet (meer) ingelogd. Log opnieuw in.')
  await waitFor(async () => expect(await isGood(here)).toBe(isCopy))
  expect(portal.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(isCopy ? 0 : 1)
  tab.close()
})

test('signing out shows no error if the server is unreachable', async () => {
  const portal = await openPortal('/admin/settings', { as: 'staff' })
  await heading()
  injectFault(isUnreachable('delete', 'user/session'))
  await signOut(portal)
  await waitFor(() => expect(portal.calls).toContain('DELETE /api/user/session'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('sessions are neither listed nor ended by a call if the API lacks the capability', async () => {
  withoutCapabilities()
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  expect(screen.getByRole('heading', { level: 2, name: 'Uw gegevens' })).toBeVisible()
  expect(screen.queryByRole('heading', { level: 2, name: 'Waar u bent ingelogd' })).toBeNull()
  await signOut(portal)
  expect(portal.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
})
