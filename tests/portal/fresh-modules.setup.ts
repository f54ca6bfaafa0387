import { afterAll, vi } from 'vitest'

// The files of a worker share their window, but not what a module has kept: some tests load one as another page would.
afterAll(() => void vi.resetModules())
