import { FormattedMessage, FormattedNumber } from 'react-intl'
import { RETENTION_KINDS, type RetentionPreview } from '#contract/retention.ts'
import { AmountCell, HeadCell, LeadCell, Table } from '#src/ui/data/table.tsx'
import { KIND_NAMES } from '#src/features/retention/kind-names.ts'

interface CountsProps {
  counts: RetentionPreview['counts']
  /** Without the years. */
  isByKind?: boolean
}

/** Numbers of records that would be removed. */
export function Counts({ counts, isByKind = false }: CountsProps) {
  if (counts.length === 0) return <FormattedMessage id="admin.retention.nothing" tagName="p" />
  return (
    <Table
      label={<FormattedMessage id="admin.retention.table" />}
      head={
        <>
          <HeadCell>
            <FormattedMessage id="admin.retention.kind" />
          </HeadCell>
          {!isByKind && (
            <HeadCell amount>
              <FormattedMessage id="admin.retention.year" />
            </HeadCell>
          )}
          <HeadCell amount>
            <FormattedMessage id="admin.figures.count" />
          </HeadCell>
        </>
      }
    >
      {(isByKind ? byKind(counts) : counts).map(({ kind, year, count }) => (
        <tr key={`${kind} ${year}`}>
          <LeadCell>
            <FormattedMessage id={KIND_NAMES[kind]} />
          </LeadCell>
          {!isByKind && <AmountCell>{year}</AmountCell>}
          <AmountCell>
            <FormattedNumber value={count} />
          </AmountCell>
        </tr>
      ))}
    </Table>
  )
}

const byKind = (counts: CountsProps['counts']) =>
  RETENTION_KINDS.flatMap((kind) => {
    const some = counts.filter((one) => one.kind === kind)
    return some.length > 0 ? [{ kind, year: 0, count: some.reduce((sum, { count }) => sum + count, 0) }] : []
  })
