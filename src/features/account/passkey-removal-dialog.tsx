import { useMutation } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import type { Passkey } from '#contract/schemas/passkey.ts'
import { passkeyMutations } from '#src/api/passkeys.ts'
import { showMessage } from '#src/lib/messages.ts'
import { ProofDialog } from './proof-dialog.tsx'

interface PasskeyRemovalDialogProps {
  passkey: Passkey
  hasPassword: boolean
  onClose: () => void
}

/** Removes a passkey after a proof of identity. */
export function PasskeyRemovalDialog({ passkey: { id, name }, hasPassword, onClose }: PasskeyRemovalDialogProps) {
  const { mutateAsync } = useMutation(passkeyMutations.remove(id))
  return (
    <ProofDialog
      title={<FormattedMessage id="client.passkeys.removeTitle" values={{ name }} />}
      action={<FormattedMessage id="client.passkeys.remove" />}
      means={{ hasPassword, hasPasskeys: true }}
      act={async (proof) => {
        await mutateAsync(proof)
        showMessage('success', 'client.passkeys.removed', { name })
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="client.passkeys.removeText" />
      </p>
    </ProofDialog>
  )
}
