import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { deviceName } from '#contract/session.ts'
import type { TotpOptions } from '#contract/schemas/second-factor.ts'
import { addPasskeyBy, getCreationOptions } from '#src/api/passkeys.ts'
import { getTotpOptions } from '#src/api/second-factor.ts'
import { canSignedOut } from '#src/lib/api-root.ts'
import { CallError } from '#src/lib/call-error.ts'
import { failureText } from '#src/lib/problems.tsx'
import { logUnforeseen } from '#src/lib/report-error.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { isOfBrowser, makePasskey } from '#src/lib/webauthn.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { OidcSignIn } from './oidc.tsx'
import { useDeviceText } from './sessions.tsx'
import { TotpForm } from './totp-form.tsx'

/** Whether the limited session is too old to skip the proof of identity. */
const isTooLate = (error: unknown) => error instanceof CallError && error.code === 'current-password-invalid'

/** Mandatory setup of a second factor at sign-in, for users without one in a practice that requires it. */
export function SetUpSecondFactor({ token, onDone }: { token: string; onDone: () => void }) {
  const device = useDeviceText(deviceName(navigator.userAgent))
  const [options, setOptions] = useState<TotpOptions>()
  const [codes, setCodes] = useState<string[]>()
  const [problem, setProblem] = useState<unknown>()

  const tried = (work: () => Promise<void>) => async () => {
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (!isOfBrowser(error)) logUnforeseen(error)
      setProblem(error)
    }
  }
  const app = useAsyncAction(tried(async () => setOptions(await getTotpOptions({}, { token }))))
  const passkey = useAsyncAction(
    tried(async () => {
      const options = await getCreationOptions({}, token)
      if (!options) return
      await addPasskeyBy(token, await makePasskey(options, device))
      onDone()
    }),
  )

  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />
  if (options) return <TotpForm options={options} token={token} onDone={setCodes} />
  return (
    <>
      <p role="status">
        <FormattedMessage id="auth.factor.setUpText" />
      </p>
      {problem !== undefined && (
        <Message kind="error">
          {isOfBrowser(problem) ? (
            <FormattedMessage id="client.passkeys.cancelled" />
          ) : problem instanceof CallError && problem.status === 401 ? (
            <FormattedMessage id="auth.factor.expired" />
          ) : (
            failureText(problem, isTooLate(problem) ? <FormattedMessage id="auth.factor.expired" /> : undefined)
          )}
        </Message>
      )}
      {isTooLate(problem) && canSignedOut('oidc') && <OidcSignIn fresh />}
      <Button variant="primary" block icon={Smartphone} busy={app.busy} onClick={app.run}>
        <FormattedMessage id="auth.factor.setUpApp" />
      </Button>
      {'PublicKeyCredential' in globalThis && (
        <Button variant="secondary" block icon={KeyRound} busy={passkey.busy} onClick={passkey.run}>
          <FormattedMessage id="auth.factor.setUpPasskey" />
        </Button>
      )}
    </>
  )
}
