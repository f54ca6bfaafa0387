import type { QueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, redirect } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { capabilityQueries, knows } from '#src/api/capabilities.ts'
import { closeSession, getUser, resumeToken, userQueries } from '#src/api/user.ts'
import { CallError } from '#src/lib/call-error.ts'
import { cancelAll } from '#src/lib/cancellation.ts'
import { speak } from '#src/lib/intl.tsx'
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
import { createReturnTo } from './return-to.ts'
import { acceptToken, createTokenRefresh, isOfAnother } from './token-refresh.ts'

interface Visit {
  pathname: string
  href: string
}

/** Why a session ends: by its user, here or in another tab, or because its token is good no more. */
export type EndReason = 'signedOut' | 'signedOutElsewhere' | 'expired'

export type PortalSession = ReturnType<typeof createSession>

/** What the router's context has of it; guards, loaders and what they call get it from there. */
export interface SessionContext {
  queryClient: QueryClient
  session: PortalSession
}

/**
 * The session of this tab, in the router's context. Its life in three words: `restore` that of the tab, `signIn` with a new token,
 * `end`. The router is made with its context, and so comes after it.
 */
export function createSession(queryClient: QueryClient, getRouter: () => RegisteredRouter) {
  const tokenRefresh = createTokenRefresh()
  const returnTo = createReturnTo(getRouter)
  const ssoHandoff = createSsoHandoff()
  const otherTabs = createOtherTabs()

  let restoring: Promise<void> | null = null

  /** Since when the session of now is there, by this computer's clock. */
  let startedAt = 0

  /** Restores the session of this tab, once; guards wait for it. Rejects where the server could not be asked. */
  async function restore(visit: Visit): Promise<void> {
    const mine = (restoring ??= resume(visit))
    try {
      await mine
    } catch (error) {
      if (restoring === mine) restoring = null
      throw error
    }
  }

  /** Gives up a start that hangs, and starts anew. */
  async function restart(): Promise<void> {
    restoring = null
    cancelAll()
    queryClient.clear()
    await getRouter().load()
  }

  async function resume(visit: Visit): Promise<void> {
    const token = readToken()
    // The token of another system begins another session.
    if (token === null || ssoHandoff.waiting()) return forget()
    const { session } = portalState()
    const claims = claimsOf(token)
    if (!claims || isExpired(claims, portalState().clockOffset)) {
      forget()
      return toLogin(visit, session)
    }
    try {
      const given = await resumeToken()
      if (isOfAnother(given, token)) throw new CallError(401)
      acceptToken(given)
      await load()
    } catch (error) {
      if (!(error instanceof CallError && error.status === 401)) throw error
      forget()
      showAfterNavigation('error', 'auth.errors.loginDetails')
      showAfterNavigation('warning', 'auth.text.loginExpired')
      toLogin(visit, session)
    }
  }

  /** From every page but the two that a link opens, and that need no session. */
  function toLogin({ pathname, href }: Visit, ended: Session | null): void {
    if (pathname === '/auth/reset-password' || pathname === '/card') return
    if (!pathname.startsWith('/auth') && pathname !== '/') returnTo.remember(href, ended)
    throw redirect({ to: '/auth/login', replace: true })
  }

  /** A session by the new token, in place of any former one. */
  async function signIn(token: unknown): Promise<void> {
    forget()
    queryClient.clear()
    restoring = Promise.resolve()
    acceptToken(token)
    try {
      await load()
    } catch (error) {
      if (error instanceof CallError && error.status === 401) forget()
      throw error
    }
  }

  /** With a token in hand: who is it, in which language, at which practice? */
  async function load(): Promise<void> {
    // Beside that of the user: the links and filters that depend on it wait for it, no page does.
    void queryClient.query(capabilityQueries.all()).catch(() => {})
    const user = await getUser()
    queryClient.setQueryData(userQueries.me().queryKey, user)
    const language = user.language ?? storedLanguage()
    // Without the texts of that language the portal goes on in the one it speaks.
    await speak(language).catch(() => {})
    const session = sessionOf(user, language, portalState().session?.practiceId)
    if (isOwner(session)) await choosePracticeIfClear(queryClient, session.userId)
    startedAt = Date.now()
    userLoaded(session)
    forgetLastViewed(session.userId)
    forgetDrafts(session.userId)
    tokenRefresh.start()
  }

  /**
   * Ends the session of this tab. Five calls that learn together that it is over end it once. `elsewhere`: which one another tab
   * has ended on the server already, as a tab that was duplicated has the session of the first.
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
      closeSession(token).catch(() => {})
    restoring = Promise.resolve()
    try {
      await router.navigate({ to: '/auth/login' })
    } finally {
      // Last, for the screen that is being left still reads it.
      queryClient.clear()
    }
  }

  /**
   * A page that comes back from the browser's back/forward cache has heard of nothing that happened meanwhile: where its user has
   * signed out in another tab, its session ends before anything of it is seen.
   */
  async function endIfSignedOutElsewhere(): Promise<void> {
    const { session } = portalState()
    if (session && hasSignedOutSince(session.userId, startedAt)) await end('signedOutElsewhere')
  }

  /** All that a session has begun in this tab is stopped here. */
  function forget(): void {
    // A tab that opens, or a login screen, ends no session.
    if (portalState().session) forgetLastViewed()
    tokenRefresh.stop()
    cancelAll()
    clearToken()
    sessionForgotten()
  }

  return {
    restore,
    restart,
    signIn,
    end,
    endIfSignedOutElsewhere,
    changeLanguage: createLanguageChange(),
    viewAs: createViewAs(getRouter),
    tokenRefresh,
    returnTo,
    ssoHandoff,
    resetLink: createResetLink(),
    otherTabs,
  }
}

function claimsOf(token: string | null): TokenPayload | undefined {
  try {
    return decodeToken(token)
  } catch {
    return undefined
  }
}
