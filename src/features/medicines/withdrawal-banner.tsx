import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type Food, type Withdrawal, isStartUnknown } from '#contract/withdrawal.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { daysText } from './medicine-words.tsx'
import styles from './withdrawal-banner.module.css'

/** The logbook of the last twelve months could not be had. */
interface Unknown {
  retry: () => void
  isBusy: boolean
}

interface WithdrawalBannerProps {
  withdrawals: readonly Withdrawal[]
  /** Not meant to be eaten: the end of a period does not make it so. */
  notForFood: boolean
  unknown?: Unknown | undefined
}

/** Until when nothing may be delivered. An aid, so it says what it is reckoned from, and when it does not know. */
export function WithdrawalBanner({ withdrawals, notForFood, unknown }: WithdrawalBannerProps) {
  const titleId = useId()
  const none = withdrawals.length === 0
  if (none && !unknown) return null
  return (
    <section className={styles.banner} aria-labelledby={titleId}>
      <TriangleAlert aria-hidden="true" />
      <div>
        <h2 id={titleId}>
          <FormattedMessage id={none ? 'client.logbook.medicine.runningUnknown' : 'client.logbook.medicine.running'} />
        </h2>
        {!none && (
          <ul>
            {withdrawals.map((withdrawal, index) => (
              <li key={index}>
                <Until withdrawal={withdrawal} />
              </li>
            ))}
          </ul>
        )}
        {unknown && (
          <div className={styles.unknown}>
            <p>
              <FormattedMessage
                id={none ? 'client.logbook.medicine.runningUnknownText' : 'client.logbook.medicine.maybeMore'}
              />
            </p>
            <div className="no-print">
              <Button variant="secondary" busy={unknown.isBusy} onClick={unknown.retry}>
                <FormattedMessage id="core.buttons.retry" />
              </Button>
            </div>
          </div>
        )}
        {!none && (
          <p>
            <FormattedMessage id="client.logbook.medicine.runningNote" />{' '}
            {notForFood && <FormattedMessage id="client.logbook.medicine.notForFood" />}
          </p>
        )}
      </div>
    </section>
  )
}

const UNTIL = {
  meat: 'client.logbook.medicine.meatUntil',
  milk: 'client.logbook.medicine.milkUntil',
  eggs: 'client.logbook.medicine.eggsUntil',
} as const satisfies Record<Food, MessageId>

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
      <FormattedMessage id={UNTIL[food]} values={{ date }} />{' '}
      <span className={styles.why}>
        {[entry.productName || entry.description, period, entry.animals].filter(Boolean).join(' · ')}
      </span>
      {isStartUnknown(entry) && (
        <span className={styles.start}>
          <FormattedMessage id="client.logbook.medicine.fromDelivery" />
        </span>
      )}
    </>
  )
}
