import { useRouter } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { type PasskeyEntrance, passkeyEntrance } from './passkey-entrance.ts'
import { Button } from '#src/ui/forms/button.tsx'

/** Button to sign in by passkey, and passkeys in the browser's autofill. Not rendered if the API has no passkeys. */
export function PasskeySignIn() {
  const router = useRouter()
  const [isAvailable, setAvailable] = useState(false)
  const entrance = useRef<PasskeyEntrance>(null)

  useEffect(() => {
    const own = (entrance.current = passkeyEntrance(router))
    void own.open(() => setAvailable(true))
    return () => own.close()
  }, [router])

  const { busy, run } = useAsyncAction(async () => await entrance.current?.enter())

  return (
    isAvailable && (
      <Button variant="secondary" block icon={KeyRound} busy={busy} onClick={run}>
        <FormattedMessage id="auth.passkey.signIn" />
      </Button>
    )
  )
}
