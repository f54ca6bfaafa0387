import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { typedEntries } from '#contract/typed-entries.ts'
import type { MessageId } from '#src/lib/message-id.ts'
import { AmountCell, HeadCell, LeadCell, Table } from '#src/ui/data/table.tsx'
import styles from './figures.module.css'
import { shareText } from './words.ts'

interface CountTableProps<Name extends string> {
  label: MessageId
  words: Readonly<Record<Name, MessageId>>
  counts: Readonly<Record<Name, number>>
}

/** Parts of a whole, each with its share of it. */
export function CountTable<Name extends string>({ label, words, counts }: CountTableProps<Name>) {
  const intl = useIntl()
  const total = typedEntries(counts).reduce((sum, [, count]) => sum + count, 0)
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
      {typedEntries(words).map(([name, id]) => (
        <tr key={name}>
          <LeadCell>
            <FormattedMessage id={id} />
          </LeadCell>
          <AmountCell className={styles.count}>
            <FormattedNumber value={counts[name]} />
            {` (${shareText(intl, counts[name], total)})`}
          </AmountCell>
        </tr>
      ))}
    </Table>
  )
}
