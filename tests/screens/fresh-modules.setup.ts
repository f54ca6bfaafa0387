import { afterAll, vi } from 'vitest'

// The files of a worker share their window, but not what a module has kept: some tests load one as another page would.
// Nor what a test has put into the document by itself, where the next one would press Tab into it.
afterAll(() => {
  vi.resetModules()
  document.body.replaceChildren()
})
