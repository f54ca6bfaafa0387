import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { deviceName } from '#contract/device.ts'
import type { PasskeyProof } from '#contract/passkey.ts'
import { addPasskey, getCreationOptions, getRequestOptions } from '#src/api/passkeys.ts'
import { CallError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'
import { failureText } from '#src/lib/problems.tsx'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { isCancelled, isKnownThere, isOfBrowser, makePasskey, signByPasskey } from '#src/passkeys/ceremonies.ts'
import { Modal, ModalBody, ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Form, type Refusal, SubmitButton } from '#src/ui/forms/form.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { useDeviceText } from './sessions.tsx'

export interface PasskeyDialogProps {
  /** By what its user can prove to be the one who signed in. */
  hasPassword: boolean
  hasPasskeys: boolean
  onClose: () => void
}

const byPasswordSchema = async () => (await import('#contract/schemas/passkey.ts')).passkeyByPasswordFormSchema
const schema = async () => (await import('#contract/schemas/passkey.ts')).passkeyFormSchema

/** Makes a passkey on this device, after its user has proven once more who they are. */
export function PasskeyDialog({ hasPassword, hasPasskeys, onClose }: PasskeyDialogProps) {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const titleId = useId()
  const device = useDeviceText(deviceName(navigator.userAgent))
  const [byPasskey, setByPasskey] = useState(!hasPassword && hasPasskeys)
  const byPassword = hasPassword && !byPasskey

  async function proof(currentPassword: string): Promise<PasskeyProof> {
    if (byPassword) return { currentPassword }
    if (!byPasskey) return {}
    const options = await getRequestOptions()
    return options ? { assertion: await signByPasskey(options) } : {}
  }

  async function add({ name, currentPassword }: { name: string; currentPassword: string }) {
    try {
      const options = await getCreationOptions(await proof(currentPassword))
      if (!options) return { text: <FormattedMessage id="core.errors.generalError" /> }
      await addPasskey(queryClient, await makePasskey(options, name.trim()))
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
    if (!(error instanceof CallError)) reportUnforeseen(error)
    else if (error.code === 'current-password-invalid') {
      return byPassword
        ? { fields: { currentPassword: 'currentPasswordInvalid' } }
        : { text: <FormattedMessage id="client.passkeys.unproven" /> }
    }
    return { text: failureText(error) ?? <FormattedMessage id="core.errors.generalError" /> }
  }

  return (
    <Modal labelledBy={titleId} onClose={onClose}>
      <Form
        initialValues={{ name: device, currentPassword: '' }}
        schema={byPassword ? byPasswordSchema : schema}
        onSubmit={add}
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
            required
            autoComplete="off"
            label={intl.formatMessage({ id: 'client.passkeys.name' })}
            hint={intl.formatMessage({ id: 'client.passkeys.nameHint' })}
          />
          {byPassword && (
            <PasswordField
              name="currentPassword"
              autoComplete="current-password"
              required
              label={intl.formatMessage({ id: 'client.settings.currentPassword' })}
            />
          )}
          {byPasskey && (
            <p>
              <FormattedMessage id="client.passkeys.byPasskey" />
            </p>
          )}
          {byPassword && hasPasskeys && (
            <Button variant="ghost" onClick={() => setByPasskey(true)}>
              <FormattedMessage id="client.passkeys.chooseByPasskey" />
            </Button>
          )}
        </ModalBody>
        <ModalFoot>
          <Button variant="secondary" onClick={onClose}>
            <FormattedMessage id="core.buttons.cancel" />
          </Button>
          <SubmitButton>
            <FormattedMessage id="client.passkeys.add" />
          </SubmitButton>
        </ModalFoot>
      </Form>
    </Modal>
  )
}
