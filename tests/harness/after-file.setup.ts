import { afterAll, vi } from 'vitest'

// Test files of a worker share mocks, globals and the environment.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
