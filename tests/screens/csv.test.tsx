import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SLOW_MS } from '#src/lib/constants.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { openPortal } from '#harness/portal.tsx'
import { savedFiles, shows } from './steps.ts'

const isOfFile = ({ searchParams }: URL) => searchParams.get('size') === '200'

afterEach(() => vi.restoreAllMocks())

describe.each([
  ['/admin/clients/registered', 'staff', 'practice/*/clients', 'Lijst downloaden als CSV'],
  ['/admin/audit', 'admin', 'practice/*/audit', 'Activiteiten downloaden als CSV'],
  ['/client/invoices', 'owner', 'clients/*/invoices', 'Facturen downloaden als CSV'],
] as const)('the CSV file of %s', (address, as, path, name) => {
  const button = () => screen.getByRole('button', { name })

  test('shows a progress message until it is saved', async () => {
    const saved = savedFiles()
    const portal = await openPortal(address, { as })
    const slow = holdRequests(path, isOfFile)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await portal.press(name)
    await slow.count(1)
    await act(() => vi.advanceTimersByTimeAsync(SLOW_MS))
    await shows(/Het duurt langer dan normaal/)
    await slow.releaseAll()
    await waitFor(() => expect(saved).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText(/Het duurt langer dan normaal/)).toBeNull())
  })

  test('raises one alert if it fails, and can be retried', async () => {
    const saved = savedFiles()
    const portal = await openPortal(address, { as })
    const fails = holdRequests(path, isOfFile, () => new Response(null, { status: 500 }))
    await portal.press(name)
    await fails.count(1)
    await fails.release(0)
    expect(await screen.findByRole('alert')).toHaveTextContent('500')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(saved).toEqual([])
    expect(button()).not.toHaveAttribute('aria-busy')
    portal.api.network.resetHandlers()
    await portal.press(name)
    await waitFor(() => expect(saved).toHaveLength(1))
  })
})
