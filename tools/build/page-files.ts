import type { Plugin, Rolldown } from 'vite'
import { atStart, chunkOfRoute, importedBy } from './bundle.ts'

const HELPER = '\0vite/preload-helper.js'

// A missing chunk was removed by a new release, and src/routes/-parts/failure.tsx reloads the page. If the server is
// unreachable, a reload would lose the page, so the screen offers a retry instead. The browser's own error is replaced
// in both cases, because the router would reload on it, repeatedly if the storage is cleared.
// The imports of the chunk are requested in parallel; their failures surface as the failure of the chunk.
const PRELOAD = `export const __vitePreload = (load, along) => {
  for (const file of along) import(/* @vite-ignore */ '/' + file).catch(() => {})
  return load().catch(async (cause) => {
    const response = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    const name = response?.ok ? 'MissingChunk' : 'NoServer'
    throw Object.assign(new Error('Missing part', { cause }), { name })
  })
}`

/**
 * Decides which files a page requests. The chunks of these routes are requested together with all their imports: one
 * round trip instead of three. Lists for every dynamic import would weigh more than they save. All pages have one style
 * sheet, where the style of a chunk follows the style of its imports, so that it can override them. Vite's helper would
 * fetch a style sheet for each chunk. With Vite's `cssCodeSplit: false`, the style of lazy chunks precedes the style of
 * the chunks that load them.
 */
export function pageFiles(routes: string[]): Plugin {
  const along = new Map<string, string[]>()
  let isHelperReplaced = false
  let sheet = ''
  return {
    name: 'portal-page-files',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, imports, { hostType }) =>
            hostType === 'html' ? imports : (along.get(file) ?? []),
        },
      },
    }),
    // On standard error, because standard output of `npm start` may contain only the log.
    buildStart: () => console.error('Building the portal; this usually takes 10 to 30 seconds.'),
    load(id) {
      if (id !== HELPER) return null
      isHelperReplaced = true
      return PRELOAD
    },
    generateBundle: {
      // Runs before Vite requests the lists of imports and of style sheets.
      order: 'pre',
      handler(_options, bundle) {
        if (!isHelperReplaced) this.error(`Vite has no ${HELPER.slice(1)}`)
        const chunks = inOrderOfImports(bundle)
        const lazy = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
        const present = atStart(bundle)
        for (const route of routes) {
          const page = chunkOfRoute(bundle, route)
          if (!lazy.has(page)) this.error(`Nothing imports ${route} dynamically`)
          const others = importedBy(bundle, page).filter((file) => file !== page && !present.includes(file))
          along.set(page, others)
        }
        const names = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
        if (names.size === 0) this.error('No style sheet was built')
        const source = [...names].map((name) => (bundle[name] as Rolldown.OutputAsset).source.toString()).join('')
        for (const name of names) delete bundle[name]
        sheet = this.getFileName(this.emitFile({ type: 'asset', name: 'style.css', source }))
        for (const { viteMetadata } of chunks) viteMetadata?.importedCss.clear()
      },
    },
    transformIndexHtml: {
      order: 'post',
      // Not attached to the entry, because every page that imports the entry would request the style sheet again.
      // At the end of the body, because in the head it would delay the first paint. The scripts wait for the style
      // sheet in both cases.
      handler: () => [
        { tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `/${sheet}` }, injectTo: 'body' },
      ],
    },
  }
}

/** Returns the chunks of every page first, then lazy chunks, each after its imports. */
function inOrderOfImports(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const ordered = new Set<Rolldown.OutputChunk>()
  const seen = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || seen.has(name)) return
    seen.add(name)
    chunk.imports.forEach(add)
    ordered.add(chunk)
  }
  for (const { fileName } of chunks.toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry))) add(fileName)
  return [...ordered]
}
