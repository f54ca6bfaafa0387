import type { Credentials } from '#contract/schemas/credentials.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, redirect } from '@tanstack/react-router'
import { isClinicUser, isOwner } from '#contract/roles.ts'
import { type SignedIn, authenticate, oauthAuthenticate } from '#src/api/sign-in.ts'
import { oidcAuthenticate } from '#src/api/oidc.ts'
import { CallError } from '#src/lib/call-error.ts'
import { showAfterNavigation, showMessage, showIfSlow } from '#src/lib/messages.ts'
import { clientShown, portalState } from '#src/lib/store.ts'
import type { PortalSession, SessionContext } from './session.ts'
import type { SsoHandoff } from './address-tokens.ts'
import { clientQueries } from '#src/api/clients.ts'
import { choicesOf } from '#contract/start.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { restoreReturn } from './kept-return.ts'
import { homePath } from './return-to.ts'

/** Step after the first factor: a code for a challenge, or the setup of a second factor with a token limited to that setup. */
export type NextStep = ({ challenge: string; methods: string[] } | { token: string }) & {
  /** Completes the sign-in with the token of this step. */
  enter: (token: unknown) => Promise<void>
}

async function nextStep(request: Promise<SignedIn>, enter: NextStep['enter']): Promise<NextStep | undefined> {
  let response
  try {
    response = await request
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'second-factor-needed') throw error
    const { challenge, methods } = error.problem
    return {
      challenge: typeof challenge === 'string' ? challenge : '',
      methods: Array.isArray(methods) ? methods.filter((method) => typeof method === 'string') : [],
      enter,
    }
  }
  if (response.mustSetUp && typeof response.token === 'string') return { token: response.token, enter }
  await enter(response.token)
  return undefined
}

/** Signs in by user name and password. Returns the next step, if any. */
export async function signInByPassword(
  router: RegisteredRouter,
  credentials: Credentials,
): Promise<NextStep | undefined> {
  return await showIfSlow(() => nextStep(authenticate(credentials), (token) => signInByToken(router, token)))
}

/** Signs in by the code of the OpenID Connect issuer's callback. Opens the page that was kept. Returns the next step, if any. */
export async function signInByOidc({ session }: SessionContext, code: string): Promise<NextStep | undefined> {
  restoreReturn(session.returnTo)
  return await nextStep(oidcAuthenticate(code), async (token) => {
    await startSession(session, token)
    await session.returnTo.open()
  })
}

/** Starts a session with a new token, and opens the remembered page or the home page. */
export async function signInByToken(router: RegisteredRouter, token: unknown): Promise<void> {
  const { session } = router.options.context
  await startSession(session, token)
  await session.returnTo.open()
}

/**
 * Signs in by the token of another system, and throws a redirect to the page to open. After a rejected token the login page remains,
 * with an error message. Network and server errors are thrown, so that the user can retry.
 */
export async function signInBySso(
  { queryClient, session }: SessionContext,
  { accessToken, clientUuid }: SsoHandoff,
): Promise<NextStep | undefined> {
  let next
  try {
    next = await nextStep(oauthAuthenticate(accessToken), (token) => startSession(session, token))
  } catch (error) {
    if (!(error instanceof CallError) || error.status === null || error.status >= 500) throw error
    session.ssoHandoff.done()
    return undefined
  }
  session.ssoHandoff.done()
  if (!next) return await openAfterSso(queryClient, clientUuid)
  const { enter } = next
  return {
    ...next,
    async enter(token) {
      await enter(token)
      await openAfterSso(queryClient, clientUuid)
    },
  }
}

/** Throws a redirect to the page to open. */
async function openAfterSso(queryClient: QueryClient, clientUuid: string | null): Promise<never> {
  const { session } = portalState()
  if (clientUuid && session?.practiceId && isClinicUser(session))
    await openHanded(queryClient, clientUuid, session.practiceId)
  if (clientUuid && session && isOwner(session)) chooseHanded(queryClient, session.userId, clientUuid)
  throw redirect({ to: homePath(), replace: true })
}

/** Chooses the client that the other system named, if the owner has that client. */
function chooseHanded(queryClient: QueryClient, userId: string | null, clientUuid: string): void {
  const choices = choicesOf(queryClient.getQueryData(practiceQueries.own(userId).queryKey) ?? [])
  const handed = choices.find(({ client }) => client?.uuid === clientUuid)
  if (handed) clientShown(clientUuid, handed.practice.id)
}

async function openHanded(queryClient: QueryClient, clientUuid: string, practiceId: string): Promise<void> {
  let client = null
  try {
    client = await queryClient.query(clientQueries.one(clientUuid))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === null || error.status >= 500) {
      // After such an error the existence of the client is unknown.
      showAfterNavigation('warning', 'admin.ssoHandoff.failed')
      return
    }
  }
  if (!client) {
    // The dashboard opens with the reason why the client's portal did not open.
    showAfterNavigation('warning', 'admin.ssoHandoff.notFound')
    return
  }
  if (client.registered === false) {
    throw redirect({ to: '/admin/dashboard', state: { handedClient: client.uuid }, replace: true })
  }
  clientShown(client.uuid, practiceId)
  throw redirect({ to: '/client/portal/reminders', replace: true })
}

async function startSession(session: PortalSession, token: unknown): Promise<void> {
  try {
    await session.signIn(token)
  } catch (error) {
    // The message must not say that a session expired, because there was none. After a network or server error no message is needed:
    // the token still works after a reload.
    if (error instanceof CallError && error.status === 401) showMessage('error', 'auth.errors.loginDetails')
    throw error
  }
}
