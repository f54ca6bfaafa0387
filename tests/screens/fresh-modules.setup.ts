import { afterAll, vi } from 'vitest'

// The files of a worker share their window. Modules must load anew, because some tests need the state of a new page. Elements left
// in the document would receive the focus of the next file.
afterAll(() => {
  vi.resetModules()
  document.body.replaceChildren()
})
