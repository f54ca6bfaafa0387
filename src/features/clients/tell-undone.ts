import type { Undone } from '#src/api/removals.ts'
import { showMessage } from '#src/lib/messages.ts'

/** What a refusal to undo says, by its code: it is too late. */
export const PAST = { 'not-undoable': { id: 'admin.undo.past' }, 'not-found': { id: 'admin.undo.past' } } as const

/** What undoing a removal came to. */
export function tellUndone({ records, restored, otherAccount, left }: Undone): void {
  if (left > 0) showMessage('warning', 'admin.undo.partly', { count: restored, left })
  else if (otherAccount > 0)
    showMessage('warning', 'admin.undo.otherAccount', { count: restored, others: otherAccount })
  else if (records > 0) showMessage('success', 'admin.undo.recordsDone', { count: records })
  else if (restored > 0) showMessage('success', 'admin.undo.done', { count: restored })
  else showMessage('info', 'admin.undo.before')
}
