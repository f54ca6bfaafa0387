import type { IntlShape } from 'react-intl'
import { type AuditEntry, type AuditFilter, getAllAudit } from '#src/api/access-log.ts'
import { today } from '#src/lib/dates.ts'
import { type CsvColumns, csvRows, saveCsv } from '#src/lib/files/save.ts'
import { FIELDS, sumOf, actionText } from './audit-texts.ts'

interface Saving {
  practiceId: string
  filter: AuditFilter
  signal: AbortSignal
  intl: IntlShape
}

/** Saves all entries that match a filter as CSV, one line per entry. */
export async function saveAudit({ practiceId, filter, signal, intl }: Saving): Promise<void> {
  const entries = await getAllAudit(practiceId, filter, { signal })
  if (signal.aborted) return
  const title = intl.formatMessage({ id: 'admin.auditSearch.file' })
  saveCsv([title, filter.from, filter.to, today()], csvRows(columnsIn(intl), entries, intl))
}

const columnsIn = (intl: IntlShape): CsvColumns<AuditEntry> => [
  [
    'admin.auditSearch.day',
    ({ at }) => intl.formatDate(at, { day: '2-digit', month: '2-digit', year: 'numeric' }).replaceAll('/', '-'),
  ],
  [
    'admin.auditSearch.time',
    // Reads are logged per day, without a time.
    ({ at, action }) =>
      action === 'read' ? '' : intl.formatTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  ],
  ['admin.auditSearch.what', (entry) => actionText(entry, intl)],
  ['admin.auditSearch.client', ({ client }) => client?.name],
  ['admin.auditSearch.person', ({ account }) => account?.name],
  ['admin.auditSearch.username', ({ account }) => account?.username],
  ['admin.auditSearch.details', (entry) => detailsOf(entry, intl)],
]

function detailsOf({ key, fields = [], changes }: AuditEntry, intl: IntlShape): string {
  const details = changes
    ? [intl.formatMessage({ id: 'admin.audit.changes' }, sumOf(changes))]
    : fields.flatMap((field) => (FIELDS[field] ? [intl.formatMessage({ id: FIELDS[field] })] : []))
  return [...(key ? [key] : []), ...details].join(', ')
}
