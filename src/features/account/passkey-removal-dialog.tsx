import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Passkey } from '#contract/schemas/passkey.ts'
import { passkeyMutations } from '#src/api/passkeys.ts'
import { showMessage } from '#src/lib/messages.ts'
import { Modal, ModalBody } from '#src/ui/feedback/dialog.tsx'
import { Form, type Refusal } from '#src/ui/forms/form.tsx'
import { ProofFields, useProof } from './proof.tsx'
import { ModalFormFoot } from '#src/ui/forms/submit-button.tsx'

interface PasskeyRemovalDialogProps {
  passkey: Passkey
  hasPassword: boolean
  onClose: () => void
}

const byPasswordSchema = async () => (await import('#contract/schemas/second-factor.ts')).passwordProofFormSchema
const schema = async () => (await import('#contract/schemas/second-factor.ts')).noProofFormSchema

/** Takes a passkey away, after its user has proven once more who they are. */
export function PasskeyRemovalDialog({ passkey: { id, name }, hasPassword, onClose }: PasskeyRemovalDialogProps) {
  const { mutateAsync } = useMutation(passkeyMutations.remove(id))
  const titleId = useId()
  const proof = useProof({ hasPassword, hasPasskeys: true })

  async function remove(currentPassword: string): Promise<Refusal | undefined> {
    try {
      await mutateAsync(await proof.of({ currentPassword }))
    } catch (error) {
      return proof.refused(error)
    }
    showMessage('success', 'client.passkeys.removed', { name })
    onClose()
    return undefined
  }

  return (
    <Modal labelledBy={titleId} onClose={onClose}>
      <Form
        initialValues={{ currentPassword: '' }}
        schema={proof.asksPassword ? byPasswordSchema : schema}
        onSubmit={({ currentPassword }) => remove(currentPassword)}
      >
        <ModalBody>
          <h2 className="title" id={titleId}>
            <FormattedMessage id="client.passkeys.removeTitle" values={{ name }} />
          </h2>
          <p>
            <FormattedMessage id="client.passkeys.removeText" />
          </p>
          <ProofFields proof={proof} />
        </ModalBody>
        <ModalFormFoot onClose={onClose}>
          <FormattedMessage id="client.passkeys.remove" />
        </ModalFormFoot>
      </Form>
    </Modal>
  )
}
