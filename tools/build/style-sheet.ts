import type { Plugin, Rolldown } from 'vite'

/**
 * One style sheet for all pages, in which a chunk comes after those that it imports: it may replace some of their style. Vite's own
 * (`cssCodeSplit: false`) has the style of what is loaded on demand before that of what loads it.
 */
export function styleSheet(): Plugin {
  let sheet = ''
  return {
    name: 'portal-style-sheet',
    enforce: 'pre',
    apply: 'build',
    generateBundle: {
      // Before Vite lists the style sheets of each script.
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
      // Were it of the entry, every page that imports that would ask for it once more.
      // After the first picture, which it would hold back in the head. The scripts wait for it all the same.
      handler: () => [
        { tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `/${sheet}` }, injectTo: 'body' },
      ],
    },
  }
}

/** What is there on every page first, then what is loaded on demand, each after what it imports. */
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
