import type { Plugin } from 'vite'
import { atStart, chunkOfRoute, importedBy } from './bundle.ts'

const HELPER = '\0vite/preload-helper.js'

// A missing chunk was removed by a new release, and src/routes/-parts/failure.tsx reloads the page. If the server is
// unreachable, a reload would lose the page, so the screen offers a retry instead. The browser's own error is replaced
// in both cases, because the router would reload on it, repeatedly if the storage is cleared.
// The imports of the chunk are requested in parallel; their failures surface as the failure of the chunk.
const PRELOAD = `export const __vitePreload = (load, along) => {
  for (const file of along) import(/* @vite-ignore */ '/' + file).catch(() => {})
  return load().catch(async (cause) => {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    const name = answer?.ok ? 'MissingChunk' : 'NoServer'
    throw Object.assign(new Error('Missing part', { cause }), { name })
  })
}`

/**
 * Requests the chunks of these routes together with all their imports: one round trip instead of three. Lists for every
 * dynamic import would weigh more than they save. Replaces Vite's helper, which fetches a style sheet for each chunk,
 * because the build has one style sheet.
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
      // Runs before Vite requests the lists.
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
