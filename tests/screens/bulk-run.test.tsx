import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { button, confirm, listed, newcomers, posts, registeredAt, announcements, select } from './bulk.tsx'
import { arrivesAt, injectFault } from '#harness/portal.tsx'
import { shows } from './steps.ts'

/** Holds registrations until `release` is called. */
function holdPosts() {
  const held: (() => void)[] = []
  injectFault(
    http.post('*/api/practice/*/clients', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.push(resolve)
      await promise
      return undefined
    }),
  )
  return { held, release: () => act(async () => held.splice(0).forEach((go) => go())) }
}

async function registerPage() {
  const portal = await select('/admin/clients/unregistered?lastName=zeeman')
  await portal.tick('Deze pagina')
  await portal.press('Registreren')
  return portal
}

async function runHeld(count: number) {
  const people = await newcomers(count)
  const { held, release } = holdPosts()
  const portal = await registerPage()
  await waitFor(() => expect(held).toHaveLength(3))
  return { people, portal, held, release }
}

test('a bulk action can be paused, resumed and stopped', async () => {
  const { people, portal, held, release } = await runHeld(9)
  expect(button('Pauzeren')).toHaveFocus()
  await portal.press('Pauzeren')
  await release()
  await shows('3 van 9')
  expect(announcements()).toContain('Gepauzeerd')
  expect(posts(portal.calls)).toHaveLength(3)

  await portal.press('Hervatten')
  await waitFor(() => expect(held).toHaveLength(3))
  await portal.press('Stoppen')
  await release()
  await shows('Gestopt. 6 van 9 gedaan.')
  expect(posts(portal.calls)).toHaveLength(6)
  expect(await registeredAt(people.keys())).toHaveLength(6)
  expect(announcements()).toContain('3 geselecteerd')
})

test('a 401 ends the session and the bulk action', async () => {
  await newcomers(9)
  injectFault(answers('post', 'practice/*/clients', 401, 'unauthenticated'))
  const portal = await registerPage()
  await arrivesAt(portal, '/auth/login')
  await shows('U bent niet (meer) ingelogd. Log opnieuw in.')
  expect(posts(portal.calls).length).toBeLessThanOrEqual(3)
  expect(screen.queryByText(/\d gelukt|Gestopt/)).toBeNull()
})

test('a bulk action waits as long as the server requires, and then continues', async () => {
  const people = await newcomers(9)
  let calls = 0
  injectFault(
    http.post('*/api/practice/*/clients', () => {
      calls += 1
      if (calls !== 1) return undefined
      return Response.json({ code: 'rate-limited' }, { status: 429, headers: { 'retry-after': '60' } })
    }),
  )
  const portal = await select('/admin/clients/unregistered?lastName=zeeman')
  await portal.tick('Deze pagina')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await portal.press('Registreren')
  await waitFor(() => expect(announcements().join()).toContain('De server vraagt om even te wachten'))
  await act(() => vi.advanceTimersByTimeAsync(50_000))
  expect(posts(portal.calls)).toHaveLength(3)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(posts(portal.calls)).toHaveLength(9))
  await waitFor(() => expect(announcements().join()).toContain('1 geselecteerd'))
  expect(await listed()).toHaveLength(1)
  expect(await registeredAt(people.keys())).toHaveLength(8)
})

test('leaving the page during a bulk action requires confirmation, and stops it', async () => {
  const { people, portal, held, release } = await runHeld(9)
  const leave = () => act(async () => void portal.router.navigate({ to: '/admin/dashboard' }))
  await leave()
  const question = await screen.findByRole('dialog', { name: 'Wilt u stoppen met deze actie?' })
  await portal.user.click(within(question).getByRole('button', { name: 'Annuleren' }))
  expect(portal.address()).toContain('/admin/clients/unregistered')
  await release()
  await waitFor(() => expect(held).toHaveLength(3))

  await leave()
  await screen.findByRole('dialog', { name: 'Wilt u stoppen met deze actie?' })
  await confirm(portal, 'Stoppen en verlaten')
  await arrivesAt(portal, '/admin/dashboard')
  await release()
  await waitFor(async () => expect(await registeredAt(people.keys())).toHaveLength(6))
  await shows('Gestopt. 6 van 9 gedaan.')
  expect(posts(portal.calls)).toHaveLength(6)
})
