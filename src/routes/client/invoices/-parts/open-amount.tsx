import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { money, type OpenOfAll } from '#src/features/invoices/amounts.ts'
import styles from './overview.module.css'

/** What is still to be paid: the sum where all of it is known, else how many there are. */
export function OpenAmount({ open: { count, late, sum } }: { open: OpenOfAll }) {
  const intl = useIntl()
  if (count === 0) return <NothingOpen />
  const part = late === 0 ? 'none' : late === count ? 'all' : 'other'
  return (
    <Figure
      name={<FormattedMessage id={sum !== null && sum < 0 ? 'client.invoices.credit' : 'client.invoices.toPay'} />}
    >
      <span className={styles.value}>
        {sum === null ? <FormattedMessage id="client.invoices.count" values={{ count }} /> : money(intl, Math.abs(sum))}
      </span>
      {(sum !== null || late > 0) && (
        <span className={styles.counted}>
          <i className={styles.key} />
          <FormattedMessage id="client.invoices.openCount" values={{ count, late, part }} />
        </span>
      )}
    </Figure>
  )
}

function NothingOpen() {
  return (
    <Figure name={<FormattedMessage id="client.invoices.toPay" />}>
      <span className={styles.done}>
        <Check />
        <FormattedMessage id="client.invoices.nothingOpen" />
      </span>
    </Figure>
  )
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <span className={styles.counted}>{name}</span>
      {children}
    </div>
  )
}
