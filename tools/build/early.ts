import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { atStart, chunkOfRoute, importedBy } from './bundle.ts'
import { FIRST_PAGES } from './first-pages.ts'
import { buildScript } from './script.ts'

const ENTRY = fileURLToPath(new URL('../../src/early.ts', import.meta.url))

// By the start of an address, the more special one later: the routes whose chunks it needs.
const PAGES = { '/admin': ['admin/route'], '/client': ['client/route'], ...FIRST_PAGES }

/**
 * The first script (src/early.ts): one file that imports none, so that it runs as soon as it is here. It is built beside the
 * others, for what it has in common with them would become a chunk that it waits for.
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
