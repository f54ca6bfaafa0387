import { useRouter } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { type PasskeyAuthentication, passkeyAuthentication } from './passkey-authentication.ts'
import { Button } from '#src/ui/forms/button.tsx'

/** Button to sign in by passkey, and passkeys in the browser's autofill. Not rendered if the API has no passkeys. */
export function PasskeySignIn() {
  const router = useRouter()
  const [isAvailable, setAvailable] = useState(false)
  const authentication = useRef<PasskeyAuthentication>(null)

  useEffect(() => {
    const own = (authentication.current = passkeyAuthentication(router))
    void own.start(() => setAvailable(true))
    return () => own.stop()
  }, [router])

  const { busy, run } = useAsyncAction(async () => await authentication.current?.signIn())

  return (
    isAvailable && (
      <Button variant="secondary" block icon={KeyRound} busy={busy} onClick={run}>
        <FormattedMessage id="auth.passkey.signIn" />
      </Button>
    )
  )
}
