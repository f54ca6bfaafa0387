import type { RegisteredRouter } from '@tanstack/react-router'
import { type Session, portalState } from '#src/lib/store.ts'
import { isClinicUser, isPortalUser } from '#contract/roles.ts'

// What is said of a page, and the way in.
const NO_PAGE = /^\/(not-authorised|404|auth)(?![^/?#])/

interface Remembered {
  href: string
  ended: Session | null
}

export type ReturnTo = ReturnType<typeof createReturnTo>

/**
 * The page that was refused for want of a session; it opens after signing in. In memory only, for its address may hold a name that
 * was searched for.
 */
export function createReturnTo(getRouter: () => RegisteredRouter) {
  let remembered: Remembered | null = null

  /** The one that is being opened. Where it is refused, home opens instead: this person never asked for it. */
  let opening: string | null = null

  /** `ended`: the session that has ended there, null where there was none. */
  function remember(href: string, ended: Session | null = null): void {
    if (!NO_PAGE.test(href)) remembered = { href, ended }
  }

  function forget(): void {
    remembered = null
  }

  const isOpening = (href: string): boolean => href === opening

  /** The page that was asked for before, else home; the guards still decide whether it opens. It is forgotten when it has. */
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
    // Who has to choose a practice first, or another one than the one that refused it, still opens it after that.
    const isOpen = !location.pathname.startsWith('/auth') && !matches.some(({ status }) => status === 'error')
    if (isOpen) forget()
  }

  return { remember, forget, isOpening, open }
}

/** What one person had open is not shown to the next one at the same screen. */
function ofThisUser({ href, ended }: Remembered): string | null {
  // Who cannot be told from others is somebody else.
  const isTheirs = !ended || (ended.userId !== null && ended.userId === portalState().session?.userId)
  return isTheirs ? href : null
}

/** Returns the home page of the signed-in user, or the one for a visitor. */
export function homePath() {
  const { session, activePracticeId } = portalState()
  if (!session) return '/auth/login'
  if (isClinicUser(session)) return '/admin/dashboard'
  if (!isPortalUser(session)) return '/not-authorised'
  return activePracticeId ? '/client/portal/reminders' : '/auth/select-clinic'
}
