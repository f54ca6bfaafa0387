import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Invoice } from '#contract/invoice.ts'
import type { Page } from '#contract/paging.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { money } from './money.ts'
import styles from './overview.module.css'
import { isLate, isWhole, sumOfOpen } from './sums.ts'

interface OpenAmountProps {
  /** Those that are not paid, of all times. */
  unpaid: Page<Invoice>
  today: IsoDate
}

/** What is still to be paid: the sum where all of it is known, else how many there are. */
export function OpenAmount({ unpaid, today }: OpenAmountProps) {
  const intl = useIntl()
  const { content, page } = unpaid
  const count = page.totalElements
  if (count === 0) return <NothingOpen />
  const sum = isWhole(unpaid) ? sumOfOpen(content) : null
  const late = isWhole(unpaid) ? content.filter((invoice) => isLate(invoice, today)).length : 0
  const part = late === 0 ? 'none' : late === count ? 'all' : 'other'
  const counted = <FormattedMessage id="client.invoices.openCount" values={{ count, late, part }} />
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
          {counted}
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
