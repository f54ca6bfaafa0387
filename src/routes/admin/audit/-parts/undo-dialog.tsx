import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { AuditEntry } from '#src/api/access-log.ts'
import { isPast, removalsOf, undoRemovals } from '#src/api/removals.ts'
import { PAST, showUndone } from '#src/features/access/removal.tsx'
import { caughtFailure } from '#src/lib/problems.tsx'
import { showFailure } from '#src/lib/report-error.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import { restoreFocus } from '#src/ui/layout/shell.tsx'

interface UndoDialogProps {
  practiceId: string
  entry: AuditEntry
  search: string
  onClose: () => void
}

/** Confirmation that lists restored and lost data, then undoes the removals. */
export function UndoDialog({ practiceId, entry, search, onClose }: UndoDialogProps) {
  const queryClient = useQueryClient()
  const progressId = useId()
  // The button that opened the dialog may have been removed.
  useUnmount(restoreFocus)
  const [problem, setProblem] = useState<ReactNode>()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const { busy, run } = useAsyncAction(async (signal) => {
    setProblem(undefined)
    try {
      const removals = await removalsOf(queryClient, practiceId, entry, search)
      const onProgress = (done: number) => setProgress({ done, total: removals.length })
      if (removals.length > 1) onProgress(0)
      showUndone(await undoRemovals(queryClient, { practiceId, removals, onProgress }))
    } catch (error) {
      // The dialog was closed meanwhile, so the page shows the failure.
      if (signal.aborted) return showFailure(error, PAST)
      setProgress(undefined)
      return setProblem(caughtFailure(error, isPast(error) ? <FormattedMessage id="admin.undo.past" /> : undefined))
    }
    onClose()
  })
  const { action, client, count, run: many } = entry
  const isOfRecords = action === 'records-removed'
  return (
    <ConfirmDialog
      title={
        <FormattedMessage
          id={isOfRecords ? 'admin.undo.titleRecords' : client ? 'admin.undo.titleOne' : 'admin.undo.title'}
          values={{ name: client?.name ?? '', count: count ?? many?.count ?? -1 }}
        />
      }
      confirmLabel={<FormattedMessage id="core.buttons.undo" />}
      variant="primary"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id={isOfRecords ? 'admin.undo.recordsBack' : 'admin.undo.back'} />
      </p>
      <p>
        <FormattedMessage id="admin.undo.gone" />
      </p>
      <p>
        <FormattedMessage id={isOfRecords ? 'admin.undo.recordsStay' : 'admin.undo.stays'} />
      </p>
      {progress && progress.total > 1 && (
        <>
          <p id={progressId} role="status">
            <FormattedMessage id="admin.undo.busy" />
          </p>
          <Progress aria-labelledby={progressId} max={progress.total} value={progress.done} />
        </>
      )}
    </ConfirmDialog>
  )
}
