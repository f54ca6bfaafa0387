import type { Plugin, Rolldown } from 'vite'

/**
 * Builds one style sheet for all pages. The style of a chunk follows the style of its imports, so that it can override
 * them. With Vite's `cssCodeSplit: false`, the style of lazy chunks precedes the style of the chunks that load them.
 */
export function styleSheet(): Plugin {
  let sheet = ''
  return {
    name: 'portal-style-sheet',
    enforce: 'pre',
    apply: 'build',
    generateBundle: {
      // Runs before Vite lists the style sheets of each script.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = inOrderOfImports(bundle)
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
