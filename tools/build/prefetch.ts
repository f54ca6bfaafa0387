import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { atStart, chunkOfRoute, importedBy } from './bundle.ts'
import { FIRST_PAGES } from './first-pages.ts'
import { buildScript } from './script.ts'

const NOSCRIPT = '<noscript>'
const ENTRY = fileURLToPath(new URL('../../src/prefetch.ts', import.meta.url))

// Routes whose chunks are needed, by the start of the path; later entries are more specific.
const PAGES = { '/admin': ['admin/route'], '/client': ['client/route'], ...FIRST_PAGES }

/**
 * Builds the first script (src/prefetch.ts) into the page, so that its calls start one round trip earlier than those of a
 * file. The server adds its hash to the content security policy. A separate build, because a shared chunk would delay
 * the script.
 */
export function prefetchScript(): Plugin {
  let script = ''
  return {
    name: 'portal-prefetch',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const named = atStart(bundle)
      const scriptsOf = (routes: string[]) =>
        importedBy(bundle, ...routes.map((route) => chunkOfRoute(bundle, route))).filter(
          (file) => !named.includes(file),
        )
      const scripts = Object.fromEntries(Object.entries(PAGES).map(([start, routes]) => [start, scriptsOf(routes)]))
      script = await buildScript(ENTRY, { SCRIPTS: scripts })
    },
    transformIndexHtml: {
      order: 'post',
      // After the first paint's content, which would be painted later, and before the style sheet, which scripts wait for.
      handler(html) {
        if (!html.includes(NOSCRIPT)) throw new Error(`The page has no ${NOSCRIPT}`)
        return html.replace(NOSCRIPT, () => `<script>${script.trim()}</script>${NOSCRIPT}`)
      },
    },
  }
}
