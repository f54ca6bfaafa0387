import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { MessageId } from '#src/lib/message-id.ts'
import { AmountCell, HeadCell, LeadCell, Table } from '#src/ui/data/table.tsx'
import styles from './figures.module.css'
import { type CountRow, shareText } from './words.ts'

interface CountTableProps {
  label: MessageId
  rows: readonly CountRow[]
}

/** Parts of a whole, each with its share of it. */
export function CountTable({ label, rows }: CountTableProps) {
  const intl = useIntl()
  const total = rows.reduce((sum, [, count]) => sum + count, 0)
  return (
    <Table
      label={<FormattedMessage id={label} />}
      head={
        <>
          <HeadCell>
            <FormattedMessage id={label} />
          </HeadCell>
          <HeadCell amount>
            <FormattedMessage id="admin.figures.count" />
          </HeadCell>
        </>
      }
    >
      {rows.map(([id, count]) => (
        <tr key={id}>
          <LeadCell>
            <FormattedMessage id={id} />
          </LeadCell>
          <AmountCell className={styles.count}>
            <FormattedNumber value={count} />
            {` (${shareText(intl, count, total)})`}
          </AmountCell>
        </tr>
      ))}
    </Table>
  )
}
