import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

// A chunk that is not there, or is no script, was taken away by a release: src/routes/-failure.tsx loads the page anew. Where
// there is no server to load it from the page would be lost by that, so a retry is offered instead. In no case is it the error
// of the browser, for the router would reload on that by itself, as often as the storage forgets that it did.
const LOAD = `export const __vitePreload = (load) =>
  load().catch(async (cause) => {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    const name = answer?.ok ? 'MissingChunk' : 'NoServer'
    throw Object.assign(new Error('A part of the portal is missing', { cause }), { name })
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
