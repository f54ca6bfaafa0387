import type { Plugin, Rolldown } from 'vite'
import { DEFAULT_LANGUAGE, LANGUAGES } from '../contract/languages.ts'
import { LANGUAGE_STORAGE } from '../src/lib/constants.ts'
import { atStart, chunkOfRoute, importedBy } from './bundle.ts'
import { minifyScript } from './minify.ts'

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
    async generateBundle(_options, bundle) {
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
        source: await minifyScript(`(${requestAhead.toString()})(${JSON.stringify(given)})`),
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const script = Object.keys(bundle).find((file) => file.startsWith('assets/preload-login-'))
        if (!script) throw new Error('The script that preloads the login was not built')
        return [{ tag: 'script', attrs: { async: true, src: `/${script}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** The chunks of signing in that index.html does not name. */
function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const named = atStart(bundle)
  const pages = PAGES.map((route) => chunkOfRoute(bundle, route))
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
