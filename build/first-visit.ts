import type { Plugin, Rolldown } from 'vite'
import { atStart, chunkOfRoute, importedBy } from './bundle.ts'
import { LANGUAGES, compileMessages } from './messages.ts'

// In a script, what may be the id of a message, or the start of one that ends in a value: `core.problems.${code}`.
const NAMED = /["'`]([a-z]\w*(?:\.\w+)+)(?=["'`])|`([a-z]\w*(?:\.\w+)*\.)(?=\$\{)/g

/**
 * What visits begin with, apart from what can come later: of the style sheet that of the routes given, of the texts those that
 * their scripts name. The rest (src/lib/rest.ts) would take a slow line for as long as half of the packages, before anything is seen.
 */
export function firstVisit(routes: string[]): Plugin {
  let restOfStyle = ''
  return {
    name: 'portal-first-visit',
    enforce: 'pre',
    apply: 'build',
    generateBundle: {
      // Before Vite lists the style sheets of each script.
      order: 'pre',
      handler(_options, bundle) {
        const pages = routes.map((route) => chunkOfRoute(bundle, route))
        const start = atStart(bundle)
        // What is imported comes before what imports it, and may replace some of it.
        const later = importedBy(bundle, ...pages).filter((name) => !start.includes(name))
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = [...start, ...later.reverse()].map((name) => chunks.find(({ fileName }) => fileName === name)!)
        const others = chunks.filter((chunk) => !first.includes(chunk))

        const styleOf = (some: Rolldown.OutputChunk[]) =>
          some
            .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
            .map((name) => {
              const { source } = bundle[name] as Rolldown.OutputAsset
              delete bundle[name]
              return source.toString()
            })
            .join('')
        const emit = (name: string, source: string) => this.getFileName(this.emitFile({ type: 'asset', name, source }))
        const [style, rest] = [emit('style.css', styleOf(first)), emit('rest.css', styleOf(others))]
        for (const { viteMetadata, isEntry } of chunks) {
          viteMetadata?.importedCss.clear()
          if (isEntry) viteMetadata?.importedCss.add(style)
        }

        const code = first.map((chunk) => chunk.code).join('\n')
        for (const language of LANGUAGES) {
          const texts = JSON.stringify(named(code, compileMessages(language)))
          this.emitFile({ type: 'asset', fileName: `assets/i18n/${language}.first.json`, source: texts })
        }
        restOfStyle = rest
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'meta', attrs: { name: 'portal-rest', content: restOfStyle }, injectTo: 'head-prepend' }],
    },
  }
}

/** Those that the script names, whole or by how they start. */
export function named<Message>(code: string, messages: Record<string, Message>): Record<string, Message> {
  const names = new Set([...code.matchAll(NAMED)].map(([, whole, start]) => whole ?? start!))
  const starts = [...names].filter((name) => name.endsWith('.'))
  return Object.fromEntries(
    Object.entries(messages).filter(([id]) => names.has(id) || starts.some((start) => id.startsWith(start))),
  )
}
