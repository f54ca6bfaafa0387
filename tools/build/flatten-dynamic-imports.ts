import type { Plugin } from 'vite'
import { atStart, chunkOfRoute, importedBy } from './bundle.ts'

const HELPER = '\0vite/preload-helper.js'

// A chunk that is not there, or is no script, was taken away by a release: src/routes/-parts/failure.tsx loads the page anew. Where
// there is no server to load it from the page would be lost by that, so a retry is offered instead. In no case is it the error
// of the browser, for the router would reload on that by itself, as often as the storage forgets that it did.
// What the chunk imports is requested beside it; a failure of that is the chunk's own.
const PRELOAD = `export const __vitePreload = (load, along) => {
  for (const file of along) import(/* @vite-ignore */ '/' + file).catch(() => {})
  return load().catch(async (cause) => {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    const name = answer?.ok ? 'MissingChunk' : 'NoServer'
    throw Object.assign(new Error('Missing part', { cause }), { name })
  })
}`

/**
 * The chunks of these routes are requested together with all that they import: three trips to the server, each for what the
 * one before it imports, are one. A list at every dynamic import would weigh more than it saves. Vite's helper fetches a style
 * sheet for each part; there is one in all, so a few lines stand in its place.
 */
export function flattenDynamicImports(routes: string[]): Plugin {
  const along = new Map<string, string[]>()
  let isHelperReplaced = false
  return {
    name: 'portal-flatten-dynamic-imports',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies(file, imports, { hostType }) {
            return hostType === 'html' ? imports : (along.get(file) ?? [])
          },
        },
      },
    }),
    load(id) {
      if (id !== HELPER) return null
      isHelperReplaced = true
      return PRELOAD
    },
    generateBundle: {
      // Before Vite asks for the lists.
      order: 'pre',
      handler(_options, bundle) {
        if (!isHelperReplaced) this.error(`Vite has no ${HELPER.slice(1)}`)
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const lazy = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
        const present = atStart(bundle)
        for (const route of routes) {
          const page = chunkOfRoute(bundle, route)
          if (!lazy.has(page)) this.error(`Nothing imports ${route} dynamically`)
          const others = importedBy(bundle, page).filter((file) => file !== page && !present.includes(file))
          along.set(page, others)
        }
      },
    },
  }
}
