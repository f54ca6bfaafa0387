import { isPortalAddress } from '#contract/portal-routes.ts'
import { isRecord } from '#contract/values.ts'
import { RETURN_STORAGE } from '#src/lib/constants.ts'
import { tabStorage } from '#src/lib/storage.ts'
import { portalState } from '#src/lib/store.ts'
import type { ReturnTo } from './return-to.ts'

// The issuer's sign-in page replaces the portal in the tab, so the page to open afterwards is stored. Its search is left
// out, because it may contain a searched name.

/** Stores the page to open after the sign-in: the current page of a signed-in user, or else the remembered page. */
export function keepReturn(returnTo: ReturnTo): void {
  const { session } = portalState()
  const kept = session ? { href: location.pathname, ended: session } : returnTo.remembered()
  if (!kept) return tabStorage.removeItem(RETURN_STORAGE)
  const path = new URL(kept.href, location.origin).pathname
  tabStorage.setItem(RETURN_STORAGE, JSON.stringify({ path, userId: kept.ended?.userId }))
}

/** Remembers the stored page again, if it is a page of the portal. */
export function restoreReturn(returnTo: ReturnTo): void {
  const stored = tabStorage.getItem(RETURN_STORAGE)
  tabStorage.removeItem(RETURN_STORAGE)
  try {
    const kept: unknown = JSON.parse(stored ?? 'null')
    if (!isRecord(kept)) return
    const { path, userId } = kept
    if (typeof path !== 'string' || !/^\/(?!\/)/.test(path) || !isPortalAddress(path)) return
    returnTo.remember(path, typeof userId === 'string' ? { userId } : null)
  } catch {
    // Another script has changed the stored value.
  }
}
