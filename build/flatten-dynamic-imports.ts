import type { Plugin, Rolldown } from 'vite'
import { atStart, importedBy } from './bundle.ts'

const HELPER = '\0vite/preload-helper.js'

// A chunk that is not there, or is no script, was taken away by a release: src/routes/-parts/failure.tsx loads the page anew. Where
// there is no server to load it from the page would be lost by that, so a retry is offered instead. In no case is it the error
// of the browser, for the router would reload on that by itself, as often as the storage forgets that it did.
// What the chunk itself will ask for is asked for beside it; a failure of that is the chunk's own.
const LOAD = `export const __vitePreload = (load, along) => {
  for (const file of along) import(/* @vite-ignore */ './' + file).catch(() => {})
  return load().catch(async (cause) => {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    const name = answer?.ok ? 'MissingChunk' : 'NoServer'
    throw Object.assign(new Error('Missing part', { cause }), { name })
  })
}`

// Pages that bring chunks which others bring as well. A list at each import would weigh more than it saves.
const AT_ONCE = /\/src\/routes\/(auth\/(login|forgot-password)|admin\/route|client\/route)\./

// As it is left by Vite and by the minifiers: the chunk, perhaps the part of it that is meant, and an empty list.
const LAZY = /(import\("\.\/([^"]+)"\)(?:\.then\(\(?\w+\)?=>\w+\.\w+\))?,)\[\]/g

/**
 * Vite wraps each dynamic import to fetch the style sheets and chunks that go with it. There is one style sheet, so the wrapper
 * is a few lines. For some pages it asks at once for all that is not here yet: three trips to the server, each for what the one
 * before it imports, are one.
 */
export function flattenDynamicImports(): Plugin {
  return {
    name: 'portal-flatten-dynamic-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? LOAD : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const present = atStart(bundle)
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          const here = [...present, ...importedBy(bundle, file.fileName)]
          file.code = file.code.replace(LAZY, (_, load: string, name: string) => {
            const target = `assets/${name}`
            if (!isAtOnce(bundle[target])) return `${load}[]`
            const along = importedBy(bundle, target).filter((path) => path !== target && !here.includes(path))
            return load + JSON.stringify(along.map((path) => path.replace('assets/', '')))
          })
        }
      },
    },
  }
}

const isAtOnce = (file: Rolldown.OutputBundle[string] | undefined) =>
  file?.type === 'chunk' && file.moduleIds.some((id) => AT_ONCE.test(id))
