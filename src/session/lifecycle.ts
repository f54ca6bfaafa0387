import type { QueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, redirect } from '@tanstack/react-router'
import { isOwner } from '#contract/roles.ts'
import { capabilityQueries, knows } from '#src/api/capabilities.ts'
import { type SignedInUser, closeSession, getUser, resumeToken, userQueries } from '#src/api/user.ts'
import { CallError } from '#src/lib/call-error.ts'
import { cancelAll } from '#src/lib/cancellation.ts'
import type { Language } from '#src/lib/constants.ts'
import { speak } from '#src/lib/intl.tsx'
import { storedLanguage } from '#src/lib/stored-language.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { type Session, portalState, sessionForgotten, userLoaded } from '#src/lib/store.ts'
import { type TokenPayload, clearToken, decodeToken, isExpired, readToken, subjectOf } from '#src/lib/token.ts'
import { forgetLastViewed } from './last-viewed.ts'
import { announceSignOut, hasSignedOutSince } from './other-tabs.ts'
import { choosePracticeIfClear } from './practice-choice.ts'
import { forgetReturnTo, rememberReturnTo } from './return-to.ts'
import { ssoHandoff } from './sso-handoff.ts'
import { acceptToken, isOfAnother, tokenRefresh } from './token-refresh.ts'

// The life of a session in three words: `restore` that of the tab, `signIn` with a new token, `end`.

interface Visit {
  pathname: string
  href: string
}

const restoring = new WeakMap<QueryClient, Promise<void>>()

/** Since when the session of now is there, by this computer's clock. */
let startedAt = 0

/** Restores the session of this tab, once; guards wait for it. Rejects where the server could not be asked. */
export async function restore(queryClient: QueryClient, visit: Visit): Promise<void> {
  const mine = restoring.get(queryClient) ?? resume(queryClient, visit)
  restoring.set(queryClient, mine)
  try {
    await mine
  } catch (error) {
    if (restoring.get(queryClient) === mine) restoring.delete(queryClient)
    throw error
  }
}

/** Gives up a start that hangs, and starts anew. */
export async function restartSession(router: RegisteredRouter): Promise<void> {
  const { queryClient } = router.options.context
  restoring.delete(queryClient)
  cancelAll()
  queryClient.clear()
  await router.load()
}

async function resume(queryClient: QueryClient, visit: Visit): Promise<void> {
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
    await load(queryClient)
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
  if (!pathname.startsWith('/auth') && pathname !== '/') rememberReturnTo(href, ended)
  throw redirect({ to: '/auth/login', replace: true })
}

function claimsOf(token: string | null): TokenPayload | undefined {
  try {
    return decodeToken(token)
  } catch {
    return undefined
  }
}

/** A session by the new token, in place of any former one. */
export async function signIn(queryClient: QueryClient, token: unknown): Promise<void> {
  forget()
  queryClient.clear()
  restoring.set(queryClient, Promise.resolve())
  acceptToken(token)
  try {
    await load(queryClient)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) forget()
    throw error
  }
}

/** With a token in hand: who is it, in which language, at which practice? */
async function load(queryClient: QueryClient): Promise<void> {
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
  tokenRefresh.start()
}

/** At the practice where somebody works in this tab, as long as it is one of theirs; else at the first. */
export function sessionOf(user: SignedInUser, language: Language, at?: string | null): Session {
  const workplace = user.workplaces?.find(({ practiceId }) => practiceId === at)
  return {
    userId: subjectOf(readToken()) ?? user.username ?? null,
    practiceId: workplace?.practiceId ?? user.practiceId ?? null,
    roles: workplace ? [workplace.role, ...user.roles.filter((role) => role === 'PORTAL_USER')] : user.roles,
    language,
  }
}

/** Why a session ends: by its user, here or in another tab, or because its token is good no more. */
export type EndReason = 'signedOut' | 'signedOutElsewhere' | 'expired'

/**
 * Ends the session of this tab. Five calls that learn together that it is over end it once. `elsewhere`: which one another tab has
 * ended on the server already, as a tab that was duplicated has the session of the first.
 */
export async function end(router: RegisteredRouter, reason: EndReason, elsewhere: unknown = null): Promise<void> {
  const { session } = portalState()
  const token = readToken()
  const own = claimsOf(token)?.sid
  if (reason === 'signedOut') {
    forgetReturnTo()
    ssoHandoff.done()
    if (session) announceSignOut(session.userId, own)
  } else {
    if (session) rememberReturnTo(router.state.location.href, session)
    showAfterNavigation('warning', 'auth.text.loginExpired')
  }
  const { queryClient } = router.options.context
  forget()
  if (token && reason !== 'expired' && own !== elsewhere && knows(queryClient, 'sessions'))
    closeSession(token).catch(() => {})
  restoring.set(queryClient, Promise.resolve())
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
export async function endIfSignedOutElsewhere(router: RegisteredRouter): Promise<void> {
  const { session } = portalState()
  if (session && hasSignedOutSince(session.userId, startedAt)) await end(router, 'signedOutElsewhere')
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
