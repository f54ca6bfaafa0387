import { PRICES_PATH } from '#src/lib/constants.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, redirect } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { capabilityQueries, knows } from '#src/api/capabilities.ts'
import { closeSession, getUser, resumeToken, userQueries } from '#src/api/user.ts'
import { CallError } from '#src/lib/call-error.ts'
import { cancelAll } from '#src/lib/cancellation.ts'
import { setLanguage } from '#src/lib/intl.tsx'
import { storedLanguage } from '#src/lib/storage.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { type Session, portalState, sessionForgotten, userLoaded } from '#src/lib/store.ts'
import { type TokenPayload, clearToken, decodeToken, isExpired, readToken } from '#src/lib/token.ts'
import { createLanguageChange } from './change-language.ts'
import { forgetDrafts } from './drafts.ts'
import { forgetLastViewed, createViewAs } from './viewing.ts'
import { sessionOf, choosePracticeIfClear } from './memberships.ts'
import { createOtherTabs, hasSignedOutSince } from './other-tabs.ts'
import { createResetLink, createSsoHandoff } from './address-tokens.ts'
import { type ReturnTo, createReturnTo } from './return-to.ts'
import { acceptToken, createTokenRefresh, isOfOtherUser } from './token-refresh.ts'

interface Visit {
  pathname: string
  href: string
}

/** Reason why a session ends: a sign-out in this or in another tab, or an invalid token. */
export type EndReason = 'signedOut' | 'signedOutElsewhere' | 'expired'

export type PortalSession = ReturnType<typeof createSession>

/** Session part of the router context, which guards and loaders receive. */
export interface SessionContext {
  queryClient: QueryClient
  session: PortalSession
}

/**
 * Creates the session object of this tab for the router context: `restore` resumes the stored session, `signIn` starts one with a new
 * token, and `end` ends it. `getRouter` is a function, because the router is created after its context.
 */
export function createSession(queryClient: QueryClient, getRouter: () => RegisteredRouter) {
  const tokenRefresh = createTokenRefresh()
  const returnTo = createReturnTo(getRouter)
  const ssoHandoff = createSsoHandoff()
  const otherTabs = createOtherTabs()

  const forget = () => forgetSession(tokenRefresh)

  let restoring: Promise<void> | null = null

  /** Start of the current session, on the clock of this computer. */
  let startedAt = 0

  /** Restores the session of this tab once; guards wait for it. Rejects if the server cannot be reached. */
  async function restore(visit: Visit): Promise<void> {
    const mine = (restoring ??= resume(visit))
    try {
      await mine
    } catch (error) {
      if (restoring === mine) restoring = null
      throw error
    }
  }

  /** Cancels a start that hangs, and starts again. */
  async function restart(): Promise<void> {
    restoring = null
    cancelAll()
    queryClient.clear()
    await getRouter().load()
  }

  async function resume(visit: Visit): Promise<void> {
    const token = readToken()
    // A token from another system starts a new session.
    if (token === null || ssoHandoff.waiting()) return forget()
    const { session, clockOffset } = portalState()
    const claims = claimsOf(token)
    if (!claims || isExpired(claims, clockOffset)) {
      forget()
      return toLogin(returnTo, visit, session)
    }
    try {
      const given = await resumeToken()
      if (isOfOtherUser(given, token)) throw new CallError(401)
      await load(given)
    } catch (error) {
      if (!isRefused(error)) throw error
      forget()
      showAfterNavigation('error', 'auth.errors.loginDetails')
      showAfterNavigation('warning', 'auth.text.loginExpired')
      toLogin(returnTo, visit, session)
    }
  }

  /** Starts a session with a new token; replaces any earlier session. */
  async function signIn(token: unknown): Promise<void> {
    forget()
    queryClient.clear()
    restoring = Promise.resolve()
    await load(token)
  }

  async function load(token: unknown): Promise<void> {
    acceptToken(token)
    try {
      await loadUser(queryClient)
    } catch (error) {
      if (isRefused(error)) forget()
      throw error
    }
    startedAt = Date.now()
    tokenRefresh.start()
  }

  /**
   * Ends the session of this tab. Idempotent: concurrent 401s end the session once. `elsewhere` is the id of a session that another tab
   * has already ended on the server; a duplicated tab has the same session.
   */
  async function end(reason: EndReason, elsewhere: unknown = null): Promise<void> {
    const router = getRouter()
    const { session } = portalState()
    const token = readToken()
    const own = claimsOf(token)?.sid
    if (reason !== 'expired') forgetDrafts()
    if (reason === 'signedOut') {
      returnTo.forget()
      ssoHandoff.done()
      if (session) otherTabs.announceSignOut(session.userId, own)
    } else {
      if (session) returnTo.remember(router.state.location.href, session)
      showAfterNavigation('warning', 'auth.text.loginExpired')
    }
    forget()
    if (token && reason !== 'expired' && own !== elsewhere && knows(queryClient, 'sessions'))
      closeSession(token)
        .then(async (ended) => ended && (await import('./leave-issuer.ts')).leaveIssuer(ended))
        .catch(() => {})
    restoring = Promise.resolve()
    // The cache is cleared last, because the screen that is being left still reads it.
    await router.navigate({ to: '/auth/login' }).finally(() => queryClient.clear())
  }

  return {
    restore,
    restart,
    signIn,
    end,
    /** Ends the session if its user has signed out in another tab. A page in the back/forward cache missed that message. */
    async endIfSignedOutElsewhere(): Promise<void> {
      const { session } = portalState()
      if (session && hasSignedOutSince(session.userId, startedAt)) await end('signedOutElsewhere')
    },
    changeLanguage: createLanguageChange(),
    viewAs: createViewAs(getRouter),
    tokenRefresh,
    returnTo,
    ssoHandoff,
    resetLink: createResetLink(),
    otherTabs,
  }
}

/** Stops timers and calls of the session, and removes its token and state from this tab. */
function forgetSession(tokenRefresh: ReturnType<typeof createTokenRefresh>): void {
  // Without a session, for example in a new tab, the list of last viewed clients is kept.
  if (portalState().session) forgetLastViewed()
  tokenRefresh.stop()
  cancelAll()
  clearToken()
  sessionForgotten()
}

const isRefused = (error: unknown) => error instanceof CallError && error.status === 401

/** Redirects to the login, except from pages that a link opens and that need no session. */
function toLogin(returnTo: ReturnTo, { pathname, href }: Visit, ended: Session | null): void {
  if (['/auth/reset-password', '/auth/oidc', '/card'].includes(pathname) || pathname.startsWith(PRICES_PATH)) return
  if (!pathname.startsWith('/auth') && pathname !== '/') returnTo.remember(href, ended)
  throw redirect({ to: '/auth/login', replace: true })
}

/** Loads the user of the stored token, with their language and practice. */
async function loadUser(queryClient: QueryClient): Promise<void> {
  // In parallel: links and filters depend on the capabilities, but no page waits for them.
  void queryClient.query(capabilityQueries.all()).catch(() => {})
  const user = await getUser()
  queryClient.setQueryData(userQueries.me().queryKey, user)
  const language = user.language ?? storedLanguage()
  // If the texts of that language cannot be loaded, the current language remains.
  await setLanguage(language).catch(() => {})
  const session = sessionOf(user, language, portalState().session?.practiceId)
  if (isOwner(session)) await choosePracticeIfClear(queryClient, session.userId)
  userLoaded(session)
  forgetLastViewed(session.userId)
  forgetDrafts(session.userId)
}

function claimsOf(token: string | null): TokenPayload | undefined {
  try {
    return decodeToken(token)
  } catch {
    return undefined
  }
}
