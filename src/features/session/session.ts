import type { QueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, redirect } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import type { Credentials } from '#contract/credentials.ts'
import { isClinicUser, isOwner, isPortalUser, normaliseRoles } from '#contract/roles.ts'
import type { User } from '#contract/user.ts'
import { type Language, isLanguage } from '#src/lib/constants.ts'
import { CallError, api, callOffAll } from '#src/lib/http.ts'
import { speak, storedLanguage } from '#src/lib/intl.tsx'
import { showAfterNavigation, showMessage } from '#src/lib/messages.ts'
import { type Session, clientShown, portalState, sessionForgotten, userLoaded } from '#src/lib/store.ts'
import { clearToken, decodeToken, isExpired, readToken } from '#src/lib/token.ts'
import { sessionQueries } from './queries.ts'
import { acceptToken, startRefreshing, stopRefreshing } from './refresh.ts'

// One function per event in the life of a session. All that end one go through `forget`.

const starts = new WeakMap<QueryClient, Promise<void>>()
/** The page somebody was refused for want of a session; it opens after signing in. */
let askedFor: string | null = null

/** Resumes the session of this tab, once; guards wait for it. Rejects where the server could not be asked. */
export function sessionStarted(queryClient: QueryClient): Promise<void> {
  const known = starts.get(queryClient)
  if (known) return known
  const start = resume(queryClient).catch((error: unknown) => {
    starts.delete(queryClient)
    throw error
  })
  starts.set(queryClient, start)
  return start
}

async function resume(queryClient: QueryClient): Promise<void> {
  const token = readToken()
  if (token === null) return forget()
  if (!isUsable(token)) {
    forget()
    throw redirect({ to: '/auth/login', replace: true })
  }
  try {
    const refreshed = await api.get<{ token: unknown }>(paths.refresh, { ownUnauthorised: true })
    acceptToken(refreshed.token)
    await begin(queryClient)
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) throw error
    forget()
    showAfterNavigation('error', 'auth.errors.loginDetails')
    showAfterNavigation('warning', 'auth.text.loginExpired')
    throw redirect({ to: '/auth/login', replace: true })
  }
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
  const user = await api.get<User>(paths.user, { ownUnauthorised: true })
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
  startRefreshing()
}

async function choosePracticeIfClear(queryClient: QueryClient, userId: string): Promise<void> {
  const practices = await queryClient.query(sessionQueries.practices(userId))
  const { activePracticeId, clientId } = portalState()
  const [only] = practices
  if (practices.some(({ id }) => String(id) === activePracticeId)) return
  if (only && practices.length === 1) clientShown(clientId, String(only.id))
  else clientShown(null, null)
}

function forget(): void {
  stopRefreshing()
  callOffAll()
  clearToken()
  sessionForgotten()
}

export async function signIn(router: RegisteredRouter, credentials: Credentials): Promise<void> {
  const { token } = await api.post<{ token: unknown }>(paths.authenticate, { json: credentials })
  const { queryClient } = router.options.context
  forget()
  queryClient.clear()
  starts.set(queryClient, Promise.resolve())
  try {
    acceptToken(token)
    await begin(queryClient)
  } catch (error) {
    // The form stays, with what was typed. A token that could not be used for want of an answer is good after a reload.
    if (error instanceof CallError && error.status === 401) {
      forget()
      showMessage('error', 'auth.errors.loginDetails')
    }
    throw error
  }
  await openAskedFor(router)
}

/** The page that was asked for before, else home; the guards still decide whether it opens. */
async function openAskedFor(router: RegisteredRouter): Promise<void> {
  const href = askedFor
  askedFor = null
  if (href) await router.navigate({ href, replace: true })
  else await router.navigate({ to: homePath(), replace: true })
}

export async function signOut(router: RegisteredRouter): Promise<void> {
  askedFor = null
  await end(router)
}

/** The server no longer knows the token. Five calls that learn it together end one session once. */
export async function sessionExpired(router: RegisteredRouter): Promise<void> {
  if (readToken() === null) return
  askedFor = router.state.location.href
  showAfterNavigation('warning', 'auth.text.loginExpired')
  await end(router)
}

async function end(router: RegisteredRouter): Promise<void> {
  const { queryClient } = router.options.context
  forget()
  starts.set(queryClient, Promise.resolve())
  try {
    await router.navigate({ to: '/auth/login' })
  } finally {
    // Last, for the screen that is being left still reads it.
    queryClient.clear()
  }
}

/** Asks again which practices there are, for somebody who had none. */
export async function practicesChanged(router: RegisteredRouter, userId: string): Promise<void> {
  const { queryClient } = router.options.context
  await queryClient.query({ ...sessionQueries.practices(userId), staleTime: 0 })
  await choosePracticeIfClear(queryClient, userId)
  await router.navigate({ to: homePath(), replace: true })
}

export async function choosePractice(router: RegisteredRouter, practiceId: string): Promise<void> {
  dropClient(router.options.context.queryClient)
  clientShown(null, practiceId)
  await openAskedFor(router)
}

/** Staff look at the portal as this client does, with their own token. */
export async function viewAs(router: RegisteredRouter, clientId: string): Promise<void> {
  const { queryClient } = router.options.context
  const { session } = portalState()
  if (!session?.practiceId) return
  await Promise.all([
    queryClient.query(sessionQueries.practice(session.practiceId)),
    queryClient.query({ ...sessionQueries.client(clientId), staleTime: 0 }),
  ])
  clientShown(clientId, session.practiceId, historyIndex(router))
  await router.navigate({ to: '/client/portal/reminders' })
}

const historyIndex = (router: RegisteredRouter) => router.history.location.state.__TSR_index

/** Back to the list the client was viewed from, as it was, also after a reload; else to the dashboard. */
export function returnToAdmin(router: RegisteredRouter): void {
  const { viewedFrom } = portalState()
  const steps = viewedFrom === null ? 0 : viewedFrom - historyIndex(router)
  if (steps < 0) router.history.go(steps)
  else void router.navigate({ to: '/admin/dashboard' })
}

/** Arrived in the clinic's area: whoever was viewed is gone from this tab. */
export function leaveClient(queryClient: QueryClient): void {
  if (portalState().clientId === null) return
  dropClient(queryClient)
  clientShown(null, null)
}

function dropClient(queryClient: QueryClient): void {
  void queryClient.cancelQueries({ queryKey: ['client'] })
  queryClient.removeQueries({ queryKey: ['client'] })
}

/** At once on this device; the server is told when somebody is signed in. */
export async function changeLanguage(language: Language): Promise<void> {
  await speak(language)
  const { session } = portalState()
  if (!session) return
  userLoaded({ ...session, language })
  await api.put(paths.user, { json: { language } })
}

/** Refused for want of a session: remembered, so that it opens after signing in. */
export function askFor(href: string): void {
  askedFor = href
}

/** The address of *home* for whoever is signed in, or is not (spec §2). */
export function homePath() {
  const { session, activePracticeId } = portalState()
  if (!session) return '/auth/login'
  if (isClinicUser(session)) return '/admin/dashboard'
  if (!isPortalUser(session)) return '/not-authorised'
  return activePracticeId ? '/client/portal/reminders' : '/auth/select-clinic'
}
