import type { RegisteredRouter } from '@tanstack/react-router'
import { type Session, portalState } from '#src/lib/store.ts'
import { isClinicUser, isPortalUser } from '#contract/roles.ts'

// Error pages and sign-in pages, which are never reopened.
const NO_PAGE = /^\/(not-authorised|404|auth)(?![^/?#])/

interface Remembered {
  href: string
  /** User whose session ended on the page. */
  ended: Pick<Session, 'userId'> | null
}

export type ReturnTo = ReturnType<typeof createReturnTo>

/**
 * Remembers the page that was denied without a session, to open it after signing in. In memory only, because its URL may contain a
 * searched name.
 */
export function createReturnTo(getRouter: () => RegisteredRouter) {
  let remembered: Remembered | null = null

  /** URL that is being opened. If its guard denies it, the home page opens instead, because this user did not request it. */
  let opening: string | null = null

  /** Remembers a page; `ended` is the session that ended on the page, or null. */
  function remember(href: string, ended: Remembered['ended'] = null): void {
    if (!NO_PAGE.test(href)) remembered = { href, ended }
  }

  function forget(): void {
    remembered = null
  }

  const isOpening = (href: string): boolean => href === opening

  /** Opens the remembered page, otherwise the home page. Guards still apply. Forgets the page once it is open. */
  async function open(): Promise<void> {
    const router = getRouter()
    const href = remembered && ofThisUser(remembered)
    opening = href
    try {
      if (href) await router.navigate({ href, replace: true })
      else await router.navigate({ to: homePath(), replace: true })
    } finally {
      opening = null
    }
    const { location, matches } = router.state
    // A page is kept if the user must first choose a practice, or if it failed in the chosen practice.
    const isOpen = !location.pathname.startsWith('/auth') && !matches.some(({ status }) => status === 'error')
    if (isOpen) forget()
  }

  return { remember, forget, isOpening, open, remembered: () => remembered }
}

/** Returns the remembered URL, unless another user had it open. */
function ofThisUser({ href, ended }: Remembered): string | null {
  // A user whom the API does not identify counts as another user.
  const isTheirs = !ended || (ended.userId !== null && ended.userId === portalState().session?.userId)
  return isTheirs ? href : null
}

/** Returns the path of the home page of the signed-in user, or of the login page. */
export function homePath() {
  const { session, activePracticeId } = portalState()
  if (!session) return '/auth/login'
  if (isClinicUser(session)) return '/admin/dashboard'
  if (!isPortalUser(session)) return '/not-authorised'
  return activePracticeId ? '/client/portal/reminders' : '/auth/select-clinic'
}
