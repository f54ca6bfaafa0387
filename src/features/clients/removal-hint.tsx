import { FormattedMessage } from 'react-intl'
import { UNDO_DAYS } from '#contract/removal.ts'
import { useCan } from '#src/api/capabilities.ts'

/** In the question before clients are removed: that it can be undone, and for how long. */
export function RemovalHint() {
  if (!useCan('undo-removals')) return null
  return (
    <p>
      <FormattedMessage id="admin.clients.deleteUndo" values={{ days: UNDO_DAYS }} />
    </p>
  )
}
