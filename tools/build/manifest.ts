import type { Plugin } from 'vite'
import { readTexts } from './messages.ts'
import { tokenColours } from './token-colours.ts'

// A manifest has one language, and so there are two. index.html links the one of the language that is usual; the portal links the
// other where that one is spoken (src/lib/manifest.ts). Both are the same application, by their id.

const DESCRIPTIONS = {
  nl: 'Het portaal waar dierenklinieken en hun cliënten elkaar vinden',
  en: 'The portal where veterinary clinics and their clients meet',
}
type Language = keyof typeof DESCRIPTIONS

const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({ src, sizes, type, purpose })

/** `tools/build/icons.ts` draws the pictures. */
const ICONS = [
  icon('/favicon.svg', 'any', 'image/svg+xml'),
  icon('/icons/192.png', '192x192', 'image/png'),
  icon('/icons/512.png', '512x512', 'image/png'),
  icon('/icons/maskable-512.png', '512x512', 'image/png', 'maskable'),
]

/** The pages that owners come for, by the titles they have. */
const SHORTCUTS = [
  { title: 'client.nav.reminders', url: '/client/portal/reminders' },
  { title: 'client.nav.patients', url: '/client/patients' },
]

function manifestIn(language: Language): string {
  const texts = readTexts(language)
  const text = (id: string) => {
    const found = texts.get(id)
    if (found === undefined) throw new Error(`locales/${language}.json has no ${id}`)
    return found
  }
  const name = text('core.appName')
  return JSON.stringify({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: language,
    name,
    short_name: name,
    description: DESCRIPTIONS[language],
    // A manifest knows one scheme; in the other the page says its own colour.
    theme_color: tokenColours('--surface-panel').light,
    background_color: tokenColours('--surface-page').light,
    icons: ICONS,
    shortcuts: SHORTCUTS.map(({ title, url }) => ({
      name: text(title),
      url,
      icons: [icon('/icons/192.png', '192x192', 'image/png')],
    })),
  })
}

/** What a browser needs to install the portal as an application: manifests, and the colour of the window around it. */
export function manifest(): Plugin {
  return {
    name: 'portal-manifest',
    apply: 'build',
    generateBundle() {
      for (const language of Object.keys(DESCRIPTIONS) as Language[]) {
        this.emitFile({ type: 'asset', fileName: `manifest.${language}.webmanifest`, source: manifestIn(language) })
      }
    },
    transformIndexHtml: () => {
      const { light, dark } = tokenColours('--surface-panel')
      const themed = (scheme: string, content: string) => ({
        tag: 'meta',
        attrs: { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content },
        injectTo: 'head' as const,
      })
      return [
        { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.nl.webmanifest' }, injectTo: 'head' },
        themed('light', light),
        themed('dark', dark),
      ]
    },
  }
}
