import Download from 'lucide-react/icons/download'
import { FormattedMessage, useIntl } from 'react-intl'
import type { AuditFilter } from '#src/api/access-log.ts'
import { tellIfSlow } from '#src/lib/tell-if-slow.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { saveAudit } from './save-audit.ts'

export function SaveButton({ practiceId, filter }: { practiceId: string; filter: AuditFilter }) {
  const intl = useIntl()
  const { busy, run } = useAsyncAction((signal) => tellIfSlow(() => saveAudit({ practiceId, filter, signal, intl })))
  return (
    <Button
      variant="secondary"
      icon={Download}
      busy={busy}
      aria-label={intl.formatMessage({ id: 'admin.auditSearch.csvName' })}
      onClick={run}
    >
      <FormattedMessage id="admin.auditSearch.csv" />
    </Button>
  )
}
