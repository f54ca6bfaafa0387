import type { Practice } from '#contract/schemas/practice.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isSameText } from '#contract/fold-name.ts'
import { useCan } from '#src/api/capabilities.ts'
import { clientListQueries } from '#src/api/client-lists.ts'
import { registrationMutations } from '#src/api/registrations.ts'
import { clientMutationKeys, isMutationPending } from '#src/api/client-mutations.ts'
import { dismissMessage, showMessage } from '#src/lib/messages.ts'
import { failureText } from '#src/lib/problems.tsx'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ConfirmInput } from '#src/ui/forms/confirm-input.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { SettingPanel } from '#src/features/practice/setting-panel.tsx'
import styles from './remove-all.module.css'

interface RemoveAllProps {
  practiceId: string
  practice: Practice
}

/** Unregisters all clients at once, after the admin has typed the name of the practice. */
export function RemoveAll({ practiceId, practice }: RemoveAllProps) {
  // -1 until the number of clients is known, which nothing waits for.
  const { data: count = -1 } = useQuery(clientListQueries.registeredCount(practiceId))
  const [typed, setTyped] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const canUndo = useCan('undo-removals')
  const removal = useMutation({
    ...registrationMutations.removeAll(practiceId),
    onSuccess: () => {
      setTyped(null)
      showMessage('success', 'admin.practice.removedAll', { count })
    },
    onError: (error) => {
      reportUnforeseen(error)
      // Shown in the dialog; a message behind a modal cannot be closed.
      if (typed !== null) dismissMessage('error')
    },
  })

  function open() {
    removal.reset()
    setTyped('')
  }

  return (
    <SettingPanel
      danger
      title={<FormattedMessage id="admin.practice.removeAllClients" />}
      texts={[<FormattedMessage key="text" id="admin.practice.removeAllText" values={{ count }} />]}
      action={
        <Button variant="danger-quiet" icon={Trash2} disabled={count === 0} onClick={open}>
          <FormattedMessage id="admin.practice.removeAllClients" />
        </Button>
      }
    >
      {typed !== null && (
        <ConfirmDialog
          title={<FormattedMessage id="admin.practice.removeAllTitle" values={{ count }} />}
          confirmLabel={<FormattedMessage id="admin.practice.removeAllConfirm" />}
          disabled={!isSameText(typed, practice.name)}
          busy={removal.isPending}
          problem={failureText(removal.error)}
          onConfirm={() => isMutationPending(queryClient, clientMutationKeys.removeAll(practiceId)) || removal.mutate()}
          onClose={() => setTyped(null)}
        >
          <p className={styles.warning}>
            <TriangleAlert />
            <span>
              <FormattedMessage id="admin.practice.removeAllWarning" values={{ undo: canUndo ? 'yes' : 'no' }} />
            </span>
          </p>
          <ConfirmInput
            label={<FormattedMessage id="admin.practice.removeAllType" values={{ name: practice.name.trim() }} />}
            value={typed}
            onChange={setTyped}
          />
        </ConfirmDialog>
      )}
    </SettingPanel>
  )
}
