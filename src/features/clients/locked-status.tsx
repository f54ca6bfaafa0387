import Lock from 'lucide-react/icons/lock'
import { FormattedMessage } from 'react-intl'
import { Status } from '#src/ui/data/status.tsx'

export function LockedStatus() {
  return (
    <Status tone="bad" icon={Lock}>
      <FormattedMessage id="admin.clients.locked" />
    </Status>
  )
}
