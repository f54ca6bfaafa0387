import Download from 'lucide-react/icons/download'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { type AuditFilter, type AuditEntry, getAllAudit } from '#src/api/access-log.ts'
import { tellIfSlow } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { today } from '#src/lib/dates.ts'
import type { CsvCell } from '#contract/csv.ts'
import { saveCsv } from '#src/lib/files/save.ts'
import { FIELDS, sumOf, whatOf } from './words.ts'

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

interface Saving {
  practiceId: string
  filter: AuditFilter
  signal: AbortSignal
  intl: IntlShape
}

/** All that the filter finds, each by itself, as a file for a spreadsheet. */
async function saveAudit({ practiceId, filter, signal, intl }: Saving): Promise<void> {
  const entries = await getAllAudit(practiceId, filter, { signal })
  if (signal.aborted) return
  const title = intl.formatMessage({ id: 'admin.auditSearch.file' })
  saveCsv([title, filter.from, filter.to, today()], [headings(intl), ...entries.map((entry) => cells(entry, intl))])
}

const headings = ({ formatMessage }: IntlShape): CsvCell[] => [
  formatMessage({ id: 'admin.auditSearch.day' }),
  formatMessage({ id: 'admin.auditSearch.time' }),
  formatMessage({ id: 'admin.auditSearch.what' }),
  formatMessage({ id: 'admin.auditSearch.client' }),
  formatMessage({ id: 'admin.auditSearch.person' }),
  formatMessage({ id: 'admin.auditSearch.username' }),
  formatMessage({ id: 'admin.auditSearch.details' }),
]

function cells(entry: AuditEntry, intl: IntlShape): CsvCell[] {
  const { at, action, client, account, fields = [], changes, key } = entry
  const two = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const known = fields.flatMap((field) => (FIELDS[field] ? [intl.formatMessage({ id: FIELDS[field] })] : []))
  return [
    intl.formatDate(at, two).replaceAll('/', '-'),
    // A read is of a whole day.
    action === 'read' ? '' : intl.formatTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    whatOf(entry, intl),
    client?.name,
    account?.name,
    account?.username,
    [
      ...(key ? [key] : []),
      ...(changes ? [intl.formatMessage({ id: 'admin.audit.changes' }, sumOf(changes))] : known),
    ].join(', '),
  ]
}
