// @vitest-environment happy-dom
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TabLink, Tabs } from './tabs.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const PATHS = ['/one', '/two', '/three']

test('the current tab is scrolled into view, at first and when it changes', async () => {
  // Each tab is as wide as the strip.
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function offset(this: HTMLElement) {
    return 300 * PATHS.indexOf(this.getAttribute('href') ?? '')
  })
  const root = createRootRoute({
    component: () => (
      <Tabs label="Lijsten">
        {PATHS.map((path) => (
          <TabLink key={path} to={path as never}>
            {path}
          </TabLink>
        ))}
      </Tabs>
    ),
    notFoundComponent: () => null,
  })
  const history = createMemoryHistory({ initialEntries: ['/three'] })
  const router = createRouter({ routeTree: root, history })
  renderInDutch(<RouterProvider router={router as never} />)
  const strip = await screen.findByRole('navigation', { name: 'Lijsten' })
  await waitFor(() => expect(strip.scrollLeft).toBe(600 - 48))
  await act(() => router.navigate({ to: '/two' as never }))
  await waitFor(() => expect(strip.scrollLeft).toBe(300 - 48))
})
