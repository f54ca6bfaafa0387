import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { RetentionPreview } from '#contract/schemas/retention.ts'
import { AmountCell, HeadCell, LeadCell, Table } from '#src/ui/data/table.tsx'

/** Numbers of records that would be removed, by kind and year. */
export function Counts({ counts }: RetentionPreview) {
  if (counts.length === 0) return <FormattedMessage id="admin.retention.nothing" tagName="p" />
  return (
    <Table
      label={<FormattedMessage id="admin.retention.table" />}
      head={
        <>
          <HeadCell label="admin.retention.kind" />
          <HeadCell amount label="admin.retention.year" />
          <HeadCell amount label="admin.figures.count" />
        </>
      }
    >
      {counts.map(({ kind, year, count }) => (
        <tr key={`${kind} ${year}`}>
          <LeadCell>
            <FormattedMessage id={`admin.retention.kinds.${kind}`} />
          </LeadCell>
          <AmountCell>{year}</AmountCell>
          <AmountCell>
            <FormattedNumber value={count} />
          </AmountCell>
        </tr>
      ))}
    </Table>
  )
}
