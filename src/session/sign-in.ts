import type { QueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, redirect } from '@tanstack/react-router'
import type { Credentials } from '#contract/credentials.ts'
import { isClinicUser } from '#contract/roles.ts'
import { authenticate, oauthAuthenticate } from '#src/api/user.ts'
import { CallError } from '#src/lib/call-error.ts'
import { SLOW_MS } from '#src/lib/constants.ts'
import { dismissMessage, showAfterNavigation, showMessage } from '#src/lib/messages.ts'
import { clientShown, portalState } from '#src/lib/store.ts'
import { type SsoHandoff, ssoHandoff } from './sso-handoff.ts'
import { clientQueries } from '#src/api/clients.ts'
import { homePath } from './home-path.ts'
import { signIn } from './lifecycle.ts'
import { openReturnTo } from './return-to.ts'

/** By user name and password. What was typed stays in the form when it fails. */
export async function signInByPassword(router: RegisteredRouter, credentials: Credentials): Promise<void> {
  let isSlow = false
  const slow = setTimeout(() => {
    isSlow = true
    showMessage('info', 'core.text.slow')
  }, SLOW_MS)
  try {
    await signInByToken(router, await authenticate(credentials))
  } finally {
    clearTimeout(slow)
    if (isSlow) dismissMessage('info')
  }
}

/** By a token that was just given. */
export async function signInByToken(router: RegisteredRouter, token: unknown): Promise<void> {
  await startSession(router.options.context.queryClient, token)
  await openReturnTo(router)
}

/**
 * By the token another system sent somebody with; it leads on where there is somewhere to go. A refusal leaves the login
 * screen, with its message; what was no answer is thrown, and a retry asks again.
 */
export async function signInBySso(queryClient: QueryClient, { accessToken, clientUuid }: SsoHandoff): Promise<void> {
  try {
    await startSession(queryClient, await oauthAuthenticate(accessToken))
  } catch (error) {
    if (!(error instanceof CallError) || error.status === null || error.status >= 500) throw error
    ssoHandoff.done()
    return
  }
  ssoHandoff.done()
  const { session } = portalState()
  if (clientUuid && session?.practiceId && isClinicUser(session))
    await openHanded(queryClient, clientUuid, session.practiceId)
  throw redirect({ to: homePath(), replace: true })
}

async function openHanded(queryClient: QueryClient, clientUuid: string, practiceId: string): Promise<void> {
  let client = null
  try {
    client = await queryClient.query(clientQueries.one(clientUuid))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === null || error.status >= 500) {
      // Whether there is such a client is not known.
      showAfterNavigation('warning', 'admin.handOver.failed')
      return
    }
  }
  if (!client) {
    // The dashboard opens all the same, and says why it is not the client's portal.
    showAfterNavigation('warning', 'admin.handOver.notFound')
    return
  }
  if (client.registered === false) {
    throw redirect({ to: '/admin/dashboard', state: { handedClient: client.uuid }, replace: true })
  }
  clientShown(client.uuid, practiceId)
  throw redirect({ to: '/client/portal/reminders', replace: true })
}

async function startSession(queryClient: QueryClient, token: unknown): Promise<void> {
  try {
    await signIn(queryClient, token)
  } catch (error) {
    // Nobody was signed in, so nothing has expired. A token that could not be used for want of an answer is good after a
    // reload.
    if (error instanceof CallError && error.status === 401) showMessage('error', 'auth.errors.loginDetails')
    throw error
  }
}
