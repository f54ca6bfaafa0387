import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type Withdrawal, isStartUnknown } from '#contract/withdrawal.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FreeFrom, periodText } from './medicine-texts.tsx'
import styles from './withdrawal-banner.module.css'

/** Retry of the log of the last twelve months, after it failed to load. */
interface Unknown {
  retry: () => void
  isBusy: boolean
}

interface WithdrawalBannerProps {
  withdrawals: readonly Withdrawal[]
  /** Whether the animal is excluded from the food chain; the end of a withdrawal period does not change that. */
  notForFood: boolean
  unknown?: Unknown | undefined
}

/** Lists the running withdrawal periods. An aid, so it says what they are counted from, and when they are unknown. */
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
                <Running withdrawal={withdrawal} />
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

function Running({ withdrawal }: { withdrawal: Withdrawal }) {
  const intl = useIntl()
  const { food, freeFrom, entry } = withdrawal
  return (
    <>
      <FreeFrom food={food}>
        <strong>
          <Day date={freeFrom} day="numeric" month="long" year="numeric" />
        </strong>
      </FreeFrom>
      .{' '}
      <span className={styles.why}>
        {[entry.productName || entry.description, periodText(withdrawal, intl), entry.animals]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {isStartUnknown(entry) && (
        <span className={styles.start}>
          <FormattedMessage id="client.logbook.medicine.fromDelivery" />
        </span>
      )}
    </>
  )
}
