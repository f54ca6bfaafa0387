import type { QueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, redirect } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { isClinicUser, isOwner, isPortalUser, normaliseRoles } from '#contract/roles.ts'
import type { User } from '#contract/user.ts'
import { type Language, isLanguage } from '#src/lib/constants.ts'
import { api } from '#src/api/client.ts'
import { CallError } from '#src/lib/call-error.ts'
import { cancelAll } from '#src/lib/cancellation.ts'
import { speak, storedLanguage } from '#src/lib/intl.tsx'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { type Session, clientShown, portalState, sessionForgotten, userLoaded } from '#src/lib/store.ts'
import { clearToken, decodeToken, isExpired, readToken } from '#src/lib/token.ts'
import { rememberReturnTo, forgetReturnTo } from './return-to.ts'
import { ssoHandoff } from './sso-handoff.ts'
import { forgetLastViewed } from './last-viewed.ts'
import { tellSignedOut } from './other-tabs.ts'
import { sessionQueries } from '#src/api/session.ts'
import { acceptToken, startRefreshing, stopRefreshing } from './refresh.ts'

// The life of a session: start, end, and what it needs in between. All that end one go through `forget`.

/** A start takes so long that somebody should be told. The calls go on: user routes have no time-out (spec §7). */
export class SlowStart extends Error {
  override readonly name = 'SlowStart'
}

export const SLOW_MS = 10_000

interface Start {
  done: Promise<void>
  /** Rejects by a `SlowStart`. */
  late: Promise<never>
}

interface Visit {
  pathname: string
  href: string
}

const starts = new WeakMap<QueryClient, Start>()
const lateListeners = new Set<() => void>()

/**
 * `listener` hears that a slow start has come to an end, good or bad: the page that was asked for can be opened now. Returns how
 * to unsubscribe.
 */
export function onLateStart(listener: () => void): () => void {
  lateListeners.add(listener)
  return () => void lateListeners.delete(listener)
}

function started(queryClient: QueryClient, done: Promise<void>): Start {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SlowStart('The session has not started yet'))
      const ended = () => {
        for (const listener of lateListeners) listener()
      }
      done.then(ended, ended)
    }, SLOW_MS)
  })
  const settled = () => clearTimeout(timer)
  done.then(settled, settled)
  // Whoever asks hears of it; perhaps nobody does.
  late.catch(() => {})
  const start = { done, late }
  starts.set(queryClient, start)
  return start
}

/** Resumes the session of this tab, once; guards wait for it. Rejects where the server could not be asked, or is slow. */
export async function sessionStarted(queryClient: QueryClient, visit: Visit): Promise<void> {
  const { done, late } = starts.get(queryClient) ?? started(queryClient, resume(queryClient, visit))
  try {
    await Promise.race([done, late])
  } catch (error) {
    if (!(error instanceof SlowStart)) starts.delete(queryClient)
    throw error
  }
}

/** Gives up a start that hangs; the next visit begins another. */
export function startAgain(queryClient: QueryClient): void {
  starts.delete(queryClient)
  cancelAll()
}

async function resume(queryClient: QueryClient, visit: Visit): Promise<void> {
  const token = readToken()
  // Who arrives with a token of another system begins anew.
  if (token === null || ssoHandoff.waiting()) return forget()
  const userId = portalState().session?.userId
  if (!isUsable(token)) {
    forget()
    return toLogin(visit, userId)
  }
  try {
    const refreshed = await api.get<{ token: unknown }>(paths.refresh, { expects401: true })
    acceptToken(refreshed.token)
    await begin(queryClient)
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) throw error
    forget()
    showAfterNavigation('error', 'auth.errors.loginDetails')
    showAfterNavigation('warning', 'auth.text.loginExpired')
    toLogin(visit, userId)
  }
}

/** From every page but the one that a link in a mail opens, and that needs no session. */
function toLogin({ pathname, href }: Visit, userId?: string): void {
  if (pathname === '/auth/reset-password') return
  if (!pathname.startsWith('/auth') && pathname !== '/') rememberReturnTo(href, userId)
  throw redirect({ to: '/auth/login', replace: true })
}

function isUsable(token: string): boolean {
  try {
    return !isExpired(decodeToken(token), portalState().clockOffset)
  } catch {
    return false
  }
}

/** With a token in hand: who is it, in which language, at which practice? */
async function begin(queryClient: QueryClient): Promise<void> {
  const user = await api.get<User>(paths.user, { expects401: true })
  queryClient.setQueryData(sessionQueries.user().queryKey, user)
  const language = isLanguage(user.language) ? user.language : storedLanguage()
  const session: Session = {
    userId: user.id ?? user.username ?? '',
    // Another API may send a number.
    practiceId: user.practiceId == null ? null : String(user.practiceId),
    roles: normaliseRoles(user.roles),
    language,
  }
  if (isOwner(session)) await choosePracticeIfClear(queryClient, session.userId)
  // Without the texts of that language the portal goes on in the one it speaks.
  await speak(language).catch(() => {})
  userLoaded(session)
  forgetLastViewed(session.userId)
  startRefreshing()
}

/** A session of whoever has just been given this token, in place of any former one. */
export async function beginAnew(queryClient: QueryClient, token: unknown): Promise<void> {
  forget()
  queryClient.clear()
  started(queryClient, Promise.resolve())
  acceptToken(token)
  try {
    await begin(queryClient)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) forget()
    throw error
  }
}

export async function choosePracticeIfClear(queryClient: QueryClient, userId: string): Promise<void> {
  const practices = await queryClient.query(sessionQueries.practices(userId))
  const { activePracticeId, clientId } = portalState()
  const [only] = practices
  if (practices.some(({ id }) => String(id) === activePracticeId)) return
  if (only && practices.length === 1) clientShown(clientId, String(only.id))
  else clientShown(null, null)
}

function forget(): void {
  // A tab that opens, or a login screen, ends nobody's session.
  if (portalState().session) forgetLastViewed()
  stopRefreshing()
  cancelAll()
  clearToken()
  sessionForgotten()
}

export async function signOut(router: RegisteredRouter): Promise<void> {
  const { session } = portalState()
  forgetReturnTo()
  if (session) tellSignedOut(session.userId)
  await end(router)
}

/** Somebody has signed out in another tab of theirs. */
export async function signedOutElsewhere(router: RegisteredRouter, userId: string): Promise<void> {
  if (userId === portalState().session?.userId) await sessionExpired(router)
}

/** The token has ended, or the server no longer knows it. Five calls that learn it together end one session once. */
export async function sessionExpired(router: RegisteredRouter): Promise<void> {
  const { session } = portalState()
  if (!session) return
  rememberReturnTo(router.state.location.href, session.userId)
  showAfterNavigation('warning', 'auth.text.loginExpired')
  await end(router)
}

async function end(router: RegisteredRouter): Promise<void> {
  const { queryClient } = router.options.context
  forget()
  started(queryClient, Promise.resolve())
  try {
    await router.navigate({ to: '/auth/login' })
  } finally {
    // Last, for the screen that is being left still reads it.
    queryClient.clear()
  }
}

/** At once on this device; the server is told when somebody is signed in. */
export async function changeLanguage(language: Language): Promise<void> {
  await speak(language)
  const { session } = portalState()
  if (!session) return
  userLoaded({ ...session, language })
  await api.put(paths.user, { json: { language } })
}

/** The address of *home* for whoever is signed in, or is not (spec §2). */
export function homePath() {
  const { session, activePracticeId } = portalState()
  if (!session) return '/auth/login'
  if (isClinicUser(session)) return '/admin/dashboard'
  if (!isPortalUser(session)) return '/not-authorised'
  return activePracticeId ? '/client/portal/reminders' : '/auth/select-clinic'
}
