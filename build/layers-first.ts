import type { Plugin } from 'vite'

// The first mention of a layer decides its rank, and the bundle puts the modules of lazy routes before `global.css`.
const ORDER = '@layer reset, tokens, base, layout, components, utilities;\n'

/** Puts the order of the cascade layers before everything else in the built style sheet. */
export function layersFirst(): Plugin {
  return {
    name: 'portal-layers-first',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const assets = Object.values(bundle).filter((file) => file.type === 'asset')
      const styles = assets.filter(({ fileName }) => fileName.endsWith('.css'))
      if (styles.length === 0) this.error('No style sheet was built')
      for (const file of styles) file.source = ORDER + file.source.toString()
    },
  }
}
