import { useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { removeLogo } from '#src/api/practice-mutations.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { Button } from '#src/ui/forms/button.tsx'

export function RemoveLogo({ practiceId }: { practiceId: string }) {
  const queryClient = useQueryClient()
  const group = useRef<Element | null>(null)
  // This button is removed with the logo; the button to choose a logo remains.
  useUnmount(() => {
    if (document.activeElement === document.body) group.current?.querySelector('button')?.focus()
  })
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button
          variant="danger-quiet"
          icon={Trash2}
          onClick={({ currentTarget }) => {
            group.current = currentTarget.closest('[role=group]')
            openDialog()
          }}
        >
          <FormattedMessage id="admin.practice.logoRemove" />
        </Button>
      )}
      title={<FormattedMessage id="admin.practice.logoRemoveTitle" />}
      confirmLabel={<FormattedMessage id="admin.practice.logoRemove" />}
      act={async () => {
        await removeLogo(queryClient, practiceId)
        showMessage('success', 'admin.practice.logoRemoved')
      }}
    >
      <p>
        <FormattedMessage id="admin.practice.logoRemoveText" />
      </p>
    </ConfirmedButton>
  )
}
