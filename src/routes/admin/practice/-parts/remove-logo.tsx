import { useMutation, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { removeLogo } from '#src/api/practice-mutations.ts'
import { dismissMessage, showMessage } from '#src/lib/messages.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { failureText } from '#src/lib/problems.tsx'
import { logUnforeseen } from '#src/lib/report-error.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'

export function RemoveLogo({ practiceId }: { practiceId: string }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const group = useRef<Element | null>(null)
  // This button goes with the logo, and the one of choosing another stays.
  useUnmount(() => {
    if (document.activeElement === document.body) group.current?.querySelector('button')?.focus()
  })
  const removal = useMutation({
    mutationFn: () => removeLogo(queryClient, practiceId),
    onSuccess: () => showMessage('success', 'admin.practice.logoRemoved'),
    onError: (error) => {
      logUnforeseen(error)
      // Shown in the dialog; a message behind a modal cannot be closed.
      dismissMessage('error')
    },
  })
  return (
    <>
      <Button
        variant="danger-quiet"
        icon={Trash2}
        onClick={({ currentTarget }) => {
          removal.reset()
          group.current = currentTarget.closest('[role=group]')
          setAsking(true)
        }}
      >
        <FormattedMessage id="admin.practice.logoRemove" />
      </Button>
      {asking && (
        <ConfirmDialog
          title={<FormattedMessage id="admin.practice.logoRemoveTitle" />}
          confirmLabel={<FormattedMessage id="admin.practice.logoRemove" />}
          busy={removal.isPending}
          problem={failureText(removal.error)}
          onConfirm={() => removal.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            <FormattedMessage id="admin.practice.logoRemoveText" />
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
