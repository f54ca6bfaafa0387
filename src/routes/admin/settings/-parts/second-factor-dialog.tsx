import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { FactorProof, SecondFactor, TotpOptions } from '#contract/schemas/second-factor.ts'
import { getTotpOptions, refetchSecondFactor, removeTotp, renewRecoveryCodes } from '#src/api/second-factor.ts'
import { ProofDialog } from '#src/features/account/proof-dialog.tsx'
import { RecoveryCodeList } from '#src/features/account/recovery-code-list.tsx'
import { TotpForm } from '#src/features/account/totp-form.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Dialog } from '#src/ui/feedback/dialog.tsx'

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

/** Changes the second factor of the user, after a proof. */
export function SecondFactorDialog({ task, state: { hasPassword, totpSince }, onClose }: SecondFactorDialogProps) {
  const queryClient = useQueryClient()
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

  const title = <FormattedMessage id={TITLES[task]} />
  if (codes)
    // The codes are shown only once, so neither Escape nor a press outside closes the dialog.
    return (
      <Dialog title={title} foot={null} onClose={() => {}}>
        <RecoveryCodeList codes={codes} onDone={finish} />
      </Dialog>
    )
  if (options)
    return (
      <Dialog title={title} foot={null} onClose={onClose}>
        <TotpForm options={options} onDone={setCodes} />
      </Dialog>
    )
  // The proof is the password; without a password a code of the app, or a recent sign-in.
  const hasApp = !hasPassword && totpSince !== undefined
  return (
    <ProofDialog
      title={title}
      action={<FormattedMessage id={task === 'off' ? 'admin.factor.remove' : 'admin.factor.goOn'} />}
      means={{ hasPassword, hasPasskeys: false, hasApp }}
      act={act}
      onClose={onClose}
    >
      <p className="muted">
        <FormattedMessage id={TEXTS[task]} />
      </p>
    </ProofDialog>
  )
}
