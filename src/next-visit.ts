import type { RegisteredRouter } from '@tanstack/react-router'
import { http } from './lib/http.ts'
import { readMark } from './offline/mark.ts'
import { watchReleases } from './service-worker/watch-releases.ts'

// What is for the next visit. Loaded by src/main.tsx once a page is up, so that none of it is in the way of the first.

export function prepareNextVisit(router: RegisteredRouter): void {
  watchReleases()
  speakManifest()
  void readOffline(router).catch(() => {})
}

async function readOffline(router: RegisteredRouter): Promise<void> {
  if (!readMark()) return
  const [{ watchKept }, { offerKept }] = await Promise.all([import('./offline/keep.ts'), import('./offline/open.tsx')])
  watchKept(router)
  const offer = () => offerKept(router)
  window.addEventListener('offline', offer)
  if (!(await isReachable())) offer()
}

/** A line that is there and leads nowhere is none. */
async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const answer = await http.head('/', { cache: 'no-store', throwHttpErrors: false }).catch(() => null)
  return answer !== null
}

const LINK = 'link[rel=manifest]'
const LANGUAGE = /\.(nl|en)\.webmanifest$/

/** Whoever installs the portal gets it in the language that it speaks: links the manifest of that language (public/). */
export function speakManifest(): void {
  const root = document.documentElement
  const link = () => {
    const manifest = document.querySelector<HTMLLinkElement>(LINK)
    // A translator in the browser writes there what it has made of the page.
    if (manifest && /^(nl|en)$/.test(root.lang)) {
      manifest.href = manifest.href.replace(LANGUAGE, `.${root.lang}.webmanifest`)
    }
  }
  link()
  new MutationObserver(link).observe(root, { attributeFilter: ['lang'] })
}
