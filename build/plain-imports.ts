import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Vite wraps each dynamic import to fetch the style sheets and chunks that go with it. There is one style sheet, and a lazy
 * chunk needs no others than those that are here already: the wrapper would be a kilobyte that does nothing.
 */
export function plainImports(): Plugin {
  return {
    name: 'portal-plain-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
