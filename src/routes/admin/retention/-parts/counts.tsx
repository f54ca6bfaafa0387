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
          <HeadCell>
            <FormattedMessage id="admin.retention.kind" />
          </HeadCell>
          <HeadCell amount>
            <FormattedMessage id="admin.retention.year" />
          </HeadCell>
          <HeadCell amount>
            <FormattedMessage id="admin.figures.count" />
          </HeadCell>
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
