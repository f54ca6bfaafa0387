import type { Plugin } from 'vite'

// The first mention of a layer decides its rank, and the bundle puts the modules of lazy routes before `global.css`.
const ORDER = '@layer reset, tokens, base, layout, components, utilities;\n'

/** Puts the order of the cascade layers before everything else in the built style sheet. */
export function layersFirst(): Plugin {
  return {
    name: 'portal-layers-first',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = ORDER + file.source.toString()
      }
    },
  }
}
