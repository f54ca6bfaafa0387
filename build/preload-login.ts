import type { Plugin, Rolldown } from 'vite'
import { DEFAULT_LANGUAGE, LANGUAGES } from '../contract/languages.ts'
import { LANGUAGE_STORAGE } from '../src/lib/constants.ts'
import { atStart, importedBy } from './bundle.ts'

const PAGES = ['auth/route', 'auth/login']
// There the session starts first, and its calls need the line more.
const NOT_AT = ['/admin', '/client']

/**
 * A script of its own, which is there long before the packages are: who comes to sign in has the form and the texts as soon as
 * these run. Without it everything works, a trip to the server later.
 */
export function preloadLogin(): Plugin {
  return {
    name: 'portal-preload-login',
    apply: 'build',
    generateBundle(_options, bundle) {
      const given = {
        not: NOT_AT,
        files: filesOf(bundle),
        storage: LANGUAGE_STORAGE,
        languages: LANGUAGES,
        usual: DEFAULT_LANGUAGE,
      }
      this.emitFile({
        type: 'asset',
        name: 'preload-login.js',
        source: `(${requestAhead.toString()})(${JSON.stringify(given)})`,
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.startsWith('assets/preload-login-'))
          .map((file) => ({ tag: 'script', attrs: { async: true, src: `/${file}` }, injectTo: 'head-prepend' })),
    },
  }
}

/** The chunks of signing in that index.html does not name. */
function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const named = atStart(bundle)
  const pages = PAGES.map((route) => {
    const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.includes(`/routes/${route}.tsx?tsr-split`)))
    if (!page) throw new Error(`No chunk has the route ${route}`)
    return page.fileName
  })
  return importedBy(bundle, ...pages).filter((file) => !named.includes(file))
}

interface Given {
  not: string[]
  files: string[]
  storage: string
  languages: readonly string[]
  usual: string
}

/** Runs in the browser, and is sent there as text: it stands on its own. */
function requestAhead({ not, files, storage, languages, usual }: Given) {
  if (not.some((start) => location.pathname.startsWith(start))) return
  const ask = (rel: string, as: string, file: string) => {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel, as, href: `/${file}`, crossOrigin: '' }))
  }
  for (const file of files) ask('modulepreload', 'script', file)
  let stored: string | undefined
  try {
    stored = localStorage.getItem(storage)?.replaceAll('"', '')
  } catch {
    // A browser that keeps its storage shut has no language stored.
  }
  ask('preload', 'fetch', `assets/i18n/${languages.find((one) => one === stored) ?? usual}.json`)
}
