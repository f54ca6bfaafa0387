import { NotebookPen } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Empty } from '#src/ui/feedback/empty.tsx'

/** Of an animal of which the API has no logbook, whatever the period. */
export function NoLogbook() {
  return (
    <Empty icon={NotebookPen} title={<FormattedMessage id="client.logbook.missingTitle" />}>
      <FormattedMessage id="client.logbook.missing" />
    </Empty>
  )
}
