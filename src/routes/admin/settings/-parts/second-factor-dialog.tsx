import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_FACTOR_CODE } from '#contract/text.ts'
import type { FactorProof, SecondFactor, TotpOptions } from '#contract/schemas/second-factor.ts'
import { getTotpOptions, refetchSecondFactor, removeTotp, renewRecoveryCodes } from '#src/api/second-factor.ts'
import { showMessage } from '#src/lib/messages.ts'
import { Modal, ModalBody } from '#src/ui/feedback/dialog.tsx'
import { Form, type Refusal } from '#src/ui/forms/form.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { codeRefusal } from '#src/features/account/code-refusal.ts'
import { RecoveryCodeList } from '#src/features/account/recovery-code-list.tsx'
import { TotpForm } from '#src/features/account/totp-form.tsx'
import { ModalFormFoot } from '#src/ui/forms/submit-button.tsx'

export type FactorTask = 'set-up' | 'codes' | 'off'

interface SecondFactorDialogProps {
  task: FactorTask
  state: SecondFactor
  onClose: () => void
}

const TITLES = { 'set-up': 'auth.factor.setUpApp', codes: 'admin.factor.renew', off: 'admin.factor.remove' } as const
const TEXTS = {
  'set-up': 'admin.factor.setUpText',
  codes: 'admin.factor.renewText',
  off: 'admin.factor.removeText',
} as const

/** What changes by what somebody signs in takes a proof, and then what is done by it. */
export function SecondFactorDialog({ task, state, onClose }: SecondFactorDialogProps) {
  const queryClient = useQueryClient()
  const titleId = useId()
  const [options, setOptions] = useState<TotpOptions>()
  const [codes, setCodes] = useState<string[]>()

  async function act(proof: FactorProof) {
    if (task === 'set-up') return setOptions(await getTotpOptions(proof))
    if (task === 'codes') return setCodes((await renewRecoveryCodes(proof)).recoveryCodes)
    await removeTotp(proof)
    showMessage('success', 'admin.factor.removed')
    onClose()
    await refetchSecondFactor(queryClient)
  }
  function finish() {
    onClose()
    void refetchSecondFactor(queryClient)
    if (task === 'set-up') showMessage('success', 'admin.factor.added')
  }

  const title = (
    <h2 className="title" id={titleId}>
      <FormattedMessage id={TITLES[task]} />
    </h2>
  )
  if (codes) {
    // Told this once: a press beside it does not close it.
    return (
      <Modal labelledBy={titleId} onClose={() => {}}>
        <ModalBody>
          {title}
          <RecoveryCodeList codes={codes} onDone={finish} />
        </ModalBody>
      </Modal>
    )
  }
  return (
    <Modal labelledBy={titleId} onClose={onClose}>
      {options ? (
        <ModalBody>
          {title}
          <TotpForm options={options} onDone={setCodes} />
        </ModalBody>
      ) : (
        <ProofForm task={task} state={state} title={title} onProof={act} onClose={onClose} />
      )}
    </Modal>
  )
}

const passwordSchema = async () => (await import('#contract/schemas/second-factor.ts')).passwordProofFormSchema
const codeSchema = async () => (await import('#contract/schemas/second-factor.ts')).codeFormSchema

const noSchema = async () => (await import('#contract/schemas/second-factor.ts')).noProofFormSchema

interface ProofFormProps extends SecondFactorDialogProps {
  title: ReactNode
  onProof: (proof: FactorProof) => Promise<void>
}

/** By the password; without one by a code, or by having signed in of late. */
function ProofForm({ task, state: { hasPassword, totpSince }, title, onProof, onClose }: ProofFormProps) {
  const intl = useIntl()
  const byCode = !hasPassword && totpSince !== undefined

  async function send({
    currentPassword,
    code,
  }: {
    currentPassword: string
    code: string
  }): Promise<Refusal | undefined> {
    try {
      await onProof(hasPassword ? { currentPassword } : byCode ? { code } : {})
      return undefined
    } catch (error) {
      const atPassword: Refusal = { fields: { currentPassword: 'currentPasswordInvalid' } }
      return codeRefusal(error, hasPassword ? { 'current-password-invalid': atPassword } : {})
    }
  }

  return (
    <Form
      initialValues={{ currentPassword: '', code: '' }}
      schema={byCode ? codeSchema : hasPassword ? passwordSchema : noSchema}
      onSubmit={send}
    >
      <ModalBody>
        {title}
        <p className="muted">
          <FormattedMessage id={TEXTS[task]} />
        </p>
        {hasPassword && (
          <PasswordField
            name="currentPassword"
            autoComplete="current-password"
            required
            label={intl.formatMessage({ id: 'client.settings.currentPassword' })}
          />
        )}
        {byCode && (
          <TextField
            name="code"
            max={MAX_FACTOR_CODE}
            required
            autoComplete="one-time-code"
            label={intl.formatMessage({ id: 'auth.factor.code' })}
          />
        )}
      </ModalBody>
      <ModalFormFoot onClose={onClose}>
        <FormattedMessage id={task === 'off' ? 'admin.factor.remove' : 'admin.factor.goOn'} />
      </ModalFormFoot>
    </Form>
  )
}
