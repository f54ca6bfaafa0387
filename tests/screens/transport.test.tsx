import { act, screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { answers, answersNonsense, hangs, isUnreachable } from '#mocks/faults.ts'
import { injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { GENERAL } from './faults.tsx'

/** Records the authorization header of each call, by method and path. */
function watchTokens(): Record<string, string | null> {
  const seen: Record<string, string | null> = {}
  injectFault(
    http.all('*/api/*', ({ request }) => {
      seen[`${request.method} ${new URL(request.url).pathname}`] = request.headers.get('authorization')
    }),
  )
  return seen
}

test('every call carries the token in a header, and no URL contains it', async () => {
  const token = await tokenOf('staff')
  const seen = watchTokens()
  sessionStorage.setItem('portal-token', token)
  const portal = await openPortal('/admin/clients/registered')
  expect(seen['GET /api/user/refresh']).toBe(token)
  expect(seen['GET /api/practice/de-waag/clients']).toBe(sessionStorage.getItem('portal-token'))
  expect(portal.calls.filter((call) => call.includes(token))).toEqual([])
})

test.each([403, 404, 500])('a list rejected with %i shows one error, after one call', async (status) => {
  injectFault(answers('get', 'practice/*/clients', status))
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(`De server gaf een fout (${status}).`)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(portal.calls.filter((call) => call.includes('clients?page=0&size=25'))).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
})

test.each([
  ['cannot be reached', isUnreachable],
  ['sends an invalid response', answersNonsense],
])('a server that %s causes a general error', async (_, fault) => {
  injectFault(fault('get', 'practice/*/clients'))
  await openPortal('/admin/clients/registered', { as: 'staff' })
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
})

test('a call is cancelled after 30 seconds without a response', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  // The code of the page must load before the clock is replaced.
  await portal.goTo('/admin/clients/registered')
  injectFault(hangs('get', 'practice/*/clients'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  void portal.router.navigate({ to: '/admin/clients/registered', search: { lastName: 'berg' } })
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('progressbar')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
})
