import type { RegisteredRouter } from '@tanstack/react-router'
import { http } from './lib/http.ts'
import { readStoredOwner } from './offline/stored-owner.ts'
import { watchReleases } from './service-worker/watch-releases.ts'

// Preparation of the next visit. src/main.tsx loads this file after the first page is shown, to keep it out of the first load.

export function registerServiceWorker(router: RegisteredRouter): void {
  watchReleases()
  linkManifest()
  void offerOfflineRecords(router).catch(() => {})
}

async function offerOfflineRecords(router: RegisteredRouter): Promise<void> {
  if (!readStoredOwner()) return
  const [{ watchOfflineRecords }, { offerOfflineRecords }] = await Promise.all([
    import('./offline/update-records.ts'),
    import('./offline/open-records.tsx'),
  ])
  watchOfflineRecords(router)
  const offer = () => offerOfflineRecords(router)
  window.addEventListener('offline', offer)
  if (!(await isReachable())) offer()
}

/** Whether the server can be reached. A network without access to the server counts as offline. */
async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const response = await http.head('/', { cache: 'no-store', throwHttpErrors: false }).catch(() => null)
  return response !== null
}

const LINK = 'link[rel=manifest]'
const LANGUAGE = /\.(nl|en)\.webmanifest$/

/** Links the web manifest of the current language (public/), so that an installed portal has that language. */
export function linkManifest(): void {
  const root = document.documentElement
  const link = () => {
    const manifest = document.querySelector<HTMLLinkElement>(LINK)
    // A browser translation sets `lang` to a language without a manifest.
    if (manifest && /^(nl|en)$/.test(root.lang)) {
      manifest.href = manifest.href.replace(LANGUAGE, `.${root.lang}.webmanifest`)
    }
  }
  link()
  new MutationObserver(link).observe(root, { attributeFilter: ['lang'] })
}
