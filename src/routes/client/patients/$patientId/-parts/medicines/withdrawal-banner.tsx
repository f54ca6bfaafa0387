import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Day } from '#src/ui/data/day.tsx'
import { daysText } from './medicine-words.tsx'
import styles from './withdrawal-banner.module.css'
import type { Withdrawal } from './withdrawal.ts'

interface WithdrawalBannerProps {
  withdrawals: readonly Withdrawal[]
  /** Not meant to be eaten: the end of a period does not make it so. */
  notForFood: boolean
}

/** Until when nothing may be delivered. An aid, so it says what it is reckoned from. */
export function WithdrawalBanner({ withdrawals, notForFood }: WithdrawalBannerProps) {
  const titleId = useId()
  if (withdrawals.length === 0) return null
  return (
    <section className={styles.banner} aria-labelledby={titleId}>
      <TriangleAlert aria-hidden="true" />
      <div>
        <h2 id={titleId}>
          <FormattedMessage id="client.logbook.medicine.running" />
        </h2>
        <ul>
          {withdrawals.map((withdrawal) => (
            <li key={withdrawal.food}>
              <Until withdrawal={withdrawal} />
            </li>
          ))}
        </ul>
        <p>
          <FormattedMessage id="client.logbook.medicine.runningNote" />{' '}
          {notForFood && <FormattedMessage id="client.logbook.medicine.notForFood" />}
        </p>
      </div>
    </section>
  )
}

function Until({ withdrawal: { food, until, days, hours, entry } }: { withdrawal: Withdrawal }) {
  const intl = useIntl()
  const period =
    days === undefined ? intl.formatMessage({ id: 'client.logbook.medicine.hours' }, { hours }) : daysText(days, intl)
  const date = (
    <strong>
      <Day date={until} day="numeric" month="long" year="numeric" />
    </strong>
  )
  return (
    <>
      {food === 'meat' ? (
        <FormattedMessage id="client.logbook.medicine.meatUntil" values={{ date }} />
      ) : (
        <FormattedMessage id="client.logbook.medicine.milkUntil" values={{ date }} />
      )}{' '}
      <span className={styles.why}>
        {[entry.productName || entry.description, period, entry.animals].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}
