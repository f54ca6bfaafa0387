import { useMutation } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { deviceName } from '#contract/session.ts'
import { MAX_PASSKEY_NAME } from '#contract/sign-in.ts'
import { getCreationOptions, passkeyMutations } from '#src/api/passkeys.ts'
import { showMessage } from '#src/lib/messages.ts'
import { isCancelled, isKnownThere, isOfBrowser, makePasskey } from '#src/lib/webauthn.ts'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { passkeyDraft } from './passkey-draft.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { useDeviceText } from './sessions.tsx'

interface PasskeyDialogProps {
  hasPassword: boolean
  hasPasskeys: boolean
  onClose: () => void
}

const schema = async () => (await import('#contract/schemas/passkey.ts')).passkeyFormSchema

/** Returns the form error of a failed passkey ceremony; undefined for other errors. */
export function passkeyProblem(error: unknown) {
  if (isKnownThere(error)) return { text: <FormattedMessage id="client.passkeys.known" /> }
  if (isCancelled(error)) return { text: <FormattedMessage id="client.passkeys.cancelled" /> }
  return isOfBrowser(error) ? { text: <FormattedMessage id="client.passkeys.notMade" /> } : undefined
}

/** Creates a passkey on this device after a proof of identity. */
export function PasskeyDialog({ onClose, ...means }: PasskeyDialogProps) {
  const { mutateAsync } = useMutation(passkeyMutations.add())
  const intl = useIntl()
  const device = useDeviceText(deviceName(navigator.userAgent))
  return (
    <ProofDialog
      title={<FormattedMessage id="client.passkeys.add" />}
      action={<FormattedMessage id="client.passkeys.add" />}
      means={means}
      initialValues={{ name: device }}
      schema={schema}
      draft={passkeyDraft()}
      act={async (proof, { name = '' }) => {
        const options = await getCreationOptions(proof)
        if (!options) throw new Error('No options to make a passkey')
        await mutateAsync(await makePasskey(options, String(name).trim()))
        showMessage('success', 'client.passkeys.added')
        onClose()
      }}
      formErrorOf={passkeyProblem}
      onClose={() => {
        passkeyDraft().forget()
        onClose()
      }}
    >
      <p className="muted">
        <FormattedMessage id="client.passkeys.addText" />
      </p>
      <TextField
        name="name"
        max={MAX_PASSKEY_NAME}
        required
        autoComplete="off"
        label={intl.formatMessage({ id: 'client.passkeys.name' })}
        hint={intl.formatMessage({ id: 'client.passkeys.nameHint' })}
      />
    </ProofDialog>
  )
}
