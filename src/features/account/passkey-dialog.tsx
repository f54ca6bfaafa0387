import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { deviceName } from '#contract/session.ts'
import { MAX_PASSKEY_NAME } from '#contract/sign-in.ts'
import { getCreationOptions, passkeyMutations } from '#src/api/passkeys.ts'
import { showMessage } from '#src/lib/messages.ts'
import { isCancelled, isKnownThere, isOfBrowser, makePasskey } from '#src/lib/webauthn.ts'
import { Modal, ModalBody } from '#src/ui/feedback/dialog.tsx'
import { withoutFields } from '#src/ui/forms/form-draft.tsx'
import { Form, type Refusal } from '#src/ui/forms/form.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { passkeyDraft } from './passkey-draft.ts'
import { NO_PROOF, ProofFields, useProof } from './proof.tsx'
import { useDeviceText } from './sessions.tsx'
import { ModalFormFoot } from '#src/ui/forms/submit-button.tsx'

interface PasskeyDialogProps {
  /** By what its user can prove to be the one who signed in. */
  hasPassword: boolean
  hasPasskeys: boolean
  onClose: () => void
}

const byPasswordSchema = async () => (await import('#contract/schemas/passkey.ts')).passkeyByPasswordFormSchema
const schema = async () => (await import('#contract/schemas/passkey.ts')).passkeyFormSchema

/** Makes a passkey on this device, after its user has proven once more who they are. */
export function PasskeyDialog({ hasPassword, hasPasskeys, onClose }: PasskeyDialogProps) {
  const { mutateAsync } = useMutation(passkeyMutations.add())
  const intl = useIntl()
  const titleId = useId()
  const device = useDeviceText(deviceName(navigator.userAgent))
  const proof = useProof({ hasPassword, hasPasskeys })

  function cancel() {
    passkeyDraft().forget()
    onClose()
  }

  async function add({ name, currentPassword }: { name: string; currentPassword: string }) {
    try {
      const options = await getCreationOptions(await proof.of({ currentPassword }))
      if (!options) return { text: <FormattedMessage id="core.errors.generalError" /> }
      await mutateAsync(await makePasskey(options, name.trim()))
    } catch (error) {
      return refused(error)
    }
    showMessage('success', 'client.passkeys.added')
    onClose()
    return undefined
  }

  function refused(error: unknown): Refusal {
    if (isKnownThere(error)) return { text: <FormattedMessage id="client.passkeys.known" /> }
    if (isCancelled(error)) return { text: <FormattedMessage id="client.passkeys.cancelled" /> }
    if (isOfBrowser(error)) return { text: <FormattedMessage id="client.passkeys.notMade" /> }
    return proof.refused(error)
  }

  return (
    <Modal labelledBy={titleId} onClose={cancel}>
      <Form
        initialValues={{ name: device, currentPassword: '' }}
        schema={proof.asksPassword ? byPasswordSchema : schema}
        onSubmit={add}
        draft={withoutFields(passkeyDraft(), Object.keys(NO_PROOF))}
      >
        <ModalBody>
          <h2 className="title" id={titleId}>
            <FormattedMessage id="client.passkeys.add" />
          </h2>
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
          <ProofFields proof={proof} />
        </ModalBody>
        <ModalFormFoot onClose={cancel}>
          <FormattedMessage id="client.passkeys.add" />
        </ModalFormFoot>
      </Form>
    </Modal>
  )
}
