import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

// The router answers a chunk that is not there by loading the page anew, for it takes it that there was a release. Where
// there is no server at all the page would be lost by that, so the failure to reach it is raised instead.
const LOAD = `export const __vitePreload = (load) =>
  load().catch(async (cause) => {
    await fetch('/', { method: 'HEAD', cache: 'no-store' })
    throw cause
  })`

/**
 * Vite wraps each dynamic import to fetch the style sheets and chunks that go with it. There is one style sheet, and a lazy
 * chunk needs no others than those that are here already: the wrapper would be a kilobyte that does nothing, and is a line.
 */
export function plainImports(): Plugin {
  return {
    name: 'portal-plain-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? LOAD : null),
  }
}
