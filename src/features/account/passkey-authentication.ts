import { WebAuthnAbortService, browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import type { RegisteredRouter } from '@tanstack/react-router'
import { authenticateByPasskey, getRequestOptions } from '#src/api/passkeys.ts'
import { CallError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'
import { reportUnforeseen, showFailure } from '#src/lib/report-error.ts'
import { portalState } from '#src/lib/store.ts'
import { signInByToken } from '#src/session/sign-in.ts'
import { isCancelled, isOfBrowser, signByPasskey } from '#src/lib/webauthn.ts'
import { offerPasskey } from './offer-passkey.tsx'

/** Interval for renewing the WebAuthn challenge, shorter than its validity. */
const CHALLENGE_RENEWAL_MS = 240_000

/** Sign-in by passkey, while the login form is shown. */
export interface PasskeyAuthentication {
  /** Calls `onAvailable` if the API has passkeys, and then offers passkeys in the field of the user name, if supported. */
  start(onAvailable: () => void): Promise<void>
  /** Signs in with the passkey dialog of the browser. */
  signIn(): Promise<void>
  stop(): void
}

export function passkeyAuthentication(router: RegisteredRouter): PasskeyAuthentication {
  let isClosed = false
  // The browser runs one ceremony at a time; a second one aborts the first.
  let isDialogOpen = false
  let isByPasskey = false
  let renewal: ReturnType<typeof setInterval> | undefined

  async function completeSignIn(options: object, autofill: boolean): Promise<void> {
    const assertion = await signByPasskey(options, { autofill })
    const token = await authenticateByPasskey(assertion)
    isByPasskey = true
    await signInByToken(router, token)
  }

  /** Waits for a passkey from autofill. Browser errors are ignored, because the user did not start this. */
  async function wait(initialOptions?: object): Promise<void> {
    const isStopped = () => isClosed || isDialogOpen
    if (isStopped() || !(await browserSupportsWebAuthnAutofill())) return
    const options = initialOptions ?? (await getRequestOptions().catch(() => null))
    if (!options || isStopped()) return
    try {
      await completeSignIn(options, true)
    } catch (error) {
      if (!(error instanceof CallError)) return
      showSignInError(error)
      await wait()
    }
  }

  return {
    async start(onAvailable) {
      // Strict mode mounts twice; the first, closed instance makes no request.
      await Promise.resolve()
      if (isClosed) return
      const options = await getRequestOptions().catch(() => null)
      if (!options || isClosed) return
      void wait(options)
      renewal = setInterval(() => {
        if (document.visibilityState === 'visible') void wait()
      }, CHALLENGE_RENEWAL_MS)
      onAvailable()
    },

    async signIn() {
      isDialogOpen = true
      try {
        const options = await getRequestOptions()
        if (options) await completeSignIn(options, false)
      } catch (error) {
        showSignInError(error)
      } finally {
        isDialogOpen = false
      }
      void wait()
    },

    stop() {
      isClosed = true
      clearInterval(renewal)
      WebAuthnAbortService.cancelCeremony()
      // After a sign-in by password, a passkey is offered.
      if (renewal && portalState().session && !isByPasskey) void offerPasskey(router).catch(() => {})
    },
  }
}

function showSignInError(error: unknown): void {
  if (error instanceof CallError && error.status === 401) showMessage('error', 'auth.passkey.failed')
  else if (error instanceof CallError) showFailure(error)
  else if (isCancelled(error) || isOfBrowser(error)) showMessage('warning', 'auth.passkey.cancelled')
  else reportUnforeseen(error)
}
