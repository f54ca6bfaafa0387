import { afterAll, vi } from 'vitest'

// The files of a worker share what is global.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
