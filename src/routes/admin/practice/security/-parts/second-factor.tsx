import { Link } from '@tanstack/react-router'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { secondFactorMutations, secondFactorQueries } from '#src/api/second-factor.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SettingPanel } from '#src/features/practice/setting-panel.tsx'

/** Setting that requires a second factor of all staff. */
export function PracticeSecondFactor({ practiceId }: { practiceId: string }) {
  const { data } = useQuery(secondFactorQueries.ofPractice(practiceId))
  const [isDialogOpen, setDialogOpen] = useState(false)
  const needsProof = useCan('staff-proofs')
  if (!data) return null
  const { required, without } = data
  return (
    <SettingPanel
      title={<FormattedMessage id="admin.factor.practiceTitle" />}
      texts={[
        <FormattedMessage key="state" id={required ? 'admin.factor.practiceOn' : 'admin.factor.practiceOff'} />,
        without > 0 && <FormattedMessage key="without" id="admin.factor.without" values={{ count: without }} />,
      ]}
      action={
        <Button variant="secondary" onClick={() => void ProofDialog.openAfterImport(() => setDialogOpen(true))}>
          <FormattedMessage id={required ? 'admin.factor.turnOff' : 'admin.factor.turnOn'} />
        </Button>
      }
    >
      {isDialogOpen &&
        (required && needsProof ? (
          <TurnOffDialog practiceId={practiceId} onClose={() => setDialogOpen(false)} />
        ) : (
          <SwitchDialog practiceId={practiceId} required={!required} onClose={() => setDialogOpen(false)} />
        ))}
    </SettingPanel>
  )
}

/** Asks for a proof of identity, because a password alone will then give access to the practice. */
function TurnOffDialog({ practiceId, onClose }: { practiceId: string; onClose: () => void }) {
  const { mutateAsync } = useMutation(secondFactorMutations.changePractice(practiceId))
  return (
    <ProofDialog
      title={<FormattedMessage id="admin.factor.turnOffTitle" />}
      action={<FormattedMessage id="admin.factor.turnOff" />}
      act={async (proof) => {
        await mutateAsync({ required: false, proof })
        showMessage('success', 'admin.factor.turnedOff')
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="admin.factor.turnOffText" />
      </p>
      <p className="muted">
        <FormattedMessage id="admin.staff.proofText" />
      </p>
    </ProofDialog>
  )
}

interface SwitchDialogProps {
  practiceId: string
  required: boolean
  onClose: () => void
}

function SwitchDialog({ practiceId, required, onClose }: SwitchDialogProps) {
  const { mutateAsync } = useMutation(secondFactorMutations.changePractice(practiceId))
  const [problem, setProblem] = useState<ReactNode>()
  const { busy, run } = useAsyncAction(async () => {
    setProblem(undefined)
    try {
      await mutateAsync({ required })
    } catch (error) {
      const text = caughtFailure(error)
      if (!(error instanceof CallError) || error.code !== 'second-factor-missing') return setProblem(text)
      return setProblem(
        <>
          {text}{' '}
          <Link to="/admin/settings" hash="second-factor">
            <FormattedMessage id="admin.factor.toSettings" />
          </Link>
        </>,
      )
    }
    showMessage('success', required ? 'admin.factor.turnedOn' : 'admin.factor.turnedOff')
    onClose()
  })
  return (
    <ConfirmDialog
      title={<FormattedMessage id={required ? 'admin.factor.turnOnTitle' : 'admin.factor.turnOffTitle'} />}
      confirmLabel={<FormattedMessage id={required ? 'admin.factor.turnOn' : 'admin.factor.turnOff'} />}
      variant="primary"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id={required ? 'admin.factor.turnOnText' : 'admin.factor.turnOffText'} />
      </p>
    </ConfirmDialog>
  )
}
