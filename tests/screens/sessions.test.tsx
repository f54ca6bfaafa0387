import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { isUnreachable } from '#mocks/faults.ts'
import { portalState } from '#src/lib/store.ts'
import { decodeToken, readToken } from '#src/lib/token.ts'
import { answerOf, arrivesAt, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'

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
] as const)('%s sees where they are signed in, and ends one of it', async (_, address, persona) => {
  const elsewhere = await tokenOf(persona)
  const portal = await openPortal(address, { as: persona })
  const [, other, ...more] = await items()
  expect(more).toEqual([])
  expect(await items()).toHaveLength(2)
  expect(screen.getByText('Dit apparaat')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Overal elders uitloggen' })).toBeNull()
  const button = screen.getByRole('button', { name: /^Beëindigen: Onbekend apparaat, ingelogd op / })
  expect(other).toBeVisible()
  await portal.user.click(button)
  expect(await screen.findByText('Daar bent u nu uitgelogd.')).toBeVisible()
  expect(await isGood(elsewhere)).toBe(false)
  expect(await items()).toHaveLength(1)
})

test('all others are ended at once', async () => {
  const others = [await tokenOf('owner'), await tokenOf('owner')]
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await portal.user.click(await screen.findByRole('button', { name: 'Overal elders uitloggen' }))
  expect(await screen.findByText('U bent nu alleen nog hier ingelogd.')).toBeVisible()
  expect(await Promise.all(others.map(isGood))).toEqual([false, false])
  expect(await items()).toHaveLength(1)
})

test('the device is named as far as its browser says', async () => {
  const session = { id: 'x', signedInAt: '2026-06-15T10:00:00Z', current: false }
  injectFault(
    http.get('*/api/user/sessions', () =>
      Response.json([
        { ...session, current: true, browser: 'Firefox', system: 'Windows' },
        { ...session, id: 'y', browser: 'Safari' },
      ]),
    ),
  )
  await openPortal('/client/portal/settings', { as: 'owner' })
  const [first, second] = await items()
  expect(first).toHaveTextContent('Firefox op Windows')
  expect(first).toHaveTextContent('Ingelogd op 15 juni 2026')
  expect(second).toHaveTextContent(/^Safari/)
})

test.each([
  ['an owner', '/client/portal/settings', 'owner'],
  ['staff', '/admin/settings', 'staff'],
] as const)('%s who signs out has no session on the server either, but those of elsewhere', async (_, address, as) => {
  const elsewhere = await tokenOf(as)
  const portal = await openPortal(address, { as })
  await heading()
  const here = readToken()!
  expect(await isGood(here)).toBe(true)
  await portal.user.click(screen.getByRole('link', { name: 'Uitloggen' }))
  await arrivesAt(portal, '/auth/login')
  await waitFor(async () => expect(await isGood(here)).toBe(false))
  expect(await isGood(elsewhere)).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['a copy of a tab leaves the end of its session to the tab in which its person signs out', true],
  ['a tab with a session of its own ends it as well', false],
] as const)('%s', async (_, isCopy) => {
  const portal = await openPortal('/admin/settings', { as: 'staff' })
  await heading()
  const here = readToken()!
  const { sid: session } = decodeToken(isCopy ? here : await tokenOf('staff'))
  const tab = new BroadcastChannel('portal')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's; a channel is of one origin
  tab.postMessage({ signedOut: portalState().session!.userId, session })
  await arrivesAt(portal, '/auth/login')
  expect(await screen.findByText('U bent niet (meer) ingelogd. Log opnieuw in.')).toBeVisible()
  await waitFor(async () => expect(await isGood(here)).toBe(isCopy))
  expect(portal.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(isCopy ? 0 : 1)
  tab.close()
})

test('signing out is the same where the server cannot be told, and tells nobody', async () => {
  const portal = await openPortal('/admin/settings', { as: 'staff' })
  await heading()
  injectFault(isUnreachable('delete', 'user/session'))
  await portal.user.click(screen.getByRole('link', { name: 'Uitloggen' }))
  await arrivesAt(portal, '/auth/login')
  await waitFor(() => expect(portal.calls).toContain('DELETE /api/user/session'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('another API is not told', async () => {
  withoutCapabilities()
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await portal.user.click(screen.getByRole('link', { name: 'Uitloggen' }))
  await arrivesAt(portal, '/auth/login')
  expect(portal.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

test('on another API there is nothing of it', async () => {
  withoutCapabilities()
  await openPortal('/client/portal/settings', { as: 'owner' })
  expect(screen.getByRole('heading', { level: 2, name: 'Uw gegevens' })).toBeVisible()
  expect(screen.queryByRole('heading', { level: 2, name: 'Waar u bent ingelogd' })).toBeNull()
})
