import { useMutation } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { hasBeenSeen, requestMutations } from '#src/api/requests.ts'
import { showMessage } from '#src/lib/messages.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'

interface RemovePhotoProps {
  clientId: string
  photoId: string
  /** Its place among the photos of the request, from 1. */
  number: number
}

/** Removes a photo of a request that the practice has not seen. */
export function RemovePhoto({ clientId, photoId, number }: RemovePhotoProps) {
  const { formatMessage } = useIntl()
  const removing = useMutation(requestMutations.removePhoto(clientId))
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<ReactNode>(null)

  async function remove() {
    setProblem(null)
    try {
      await removing.mutateAsync(photoId)
      setAsked(false)
      showMessage('success', 'client.requests.photoRemoved')
    } catch (error) {
      // The request is loaded again, and this button goes with its dialog.
      if (hasBeenSeen(error)) showMessage('info', 'client.requests.photoSeen')
      else setProblem(caughtFailure(error))
    }
  }

  return (
    <>
      <IconButton
        icon={Trash2}
        label={formatMessage({ id: 'client.requests.photoRemove' }, { number })}
        onClick={() => {
          setProblem(null)
          setAsked(true)
        }}
      />
      {isAsked && (
        <ConfirmDialog
          title={<FormattedMessage id="client.requests.photoRemoveTitle" />}
          confirmLabel={formatMessage({ id: 'client.requests.photoRemove' }, { number })}
          busy={removing.isPending}
          problem={problem}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          <p>
            <FormattedMessage id="client.requests.photoRemoveText" />
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
