import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { atStart, chunkOfRoute, importedBy } from './bundle.ts'
import { FIRST_PAGES } from './first-pages.ts'
import { buildScript } from './script.ts'

const ENTRY = fileURLToPath(new URL('../../src/early.ts', import.meta.url))

// Routes whose chunks are needed, by the start of the path; later entries are more specific.
const PAGES = { '/admin': ['admin/route'], '/client': ['client/route'], ...FIRST_PAGES }

/**
 * Builds the first script (src/early.ts) as one file without imports, so that it runs as soon as it is loaded. A
 * separate build, because a shared chunk would delay the script.
 */
export function earlyScript(): Plugin {
  return {
    name: 'portal-early',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const named = atStart(bundle)
      const scriptsOf = (routes: string[]) =>
        importedBy(bundle, ...routes.map((route) => chunkOfRoute(bundle, route))).filter(
          (file) => !named.includes(file),
        )
      const scripts = Object.fromEntries(Object.entries(PAGES).map(([start, routes]) => [start, scriptsOf(routes)]))
      this.emitFile({ type: 'asset', name: 'early.js', source: await buildScript(ENTRY, { SCRIPTS: scripts }) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const script = Object.keys(bundle).find((file) => file.startsWith('assets/early-'))
        if (!script) throw new Error('The first script was not built')
        return [
          { tag: 'script', attrs: { async: true, src: `/${script}`, fetchpriority: 'high' }, injectTo: 'head-prepend' },
        ]
      },
    },
  }
}
