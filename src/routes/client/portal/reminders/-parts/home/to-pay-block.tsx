import { Link } from '@tanstack/react-router'
import Receipt from 'lucide-react/icons/receipt'
import { FormattedMessage, useIntl } from 'react-intl'
import { money } from '#src/features/invoices/amounts.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Block } from '../block.tsx'
import styles from './home.module.css'
import type { ToPay } from './to-pay.ts'

/** What is to be paid, and when at the latest. */
export function ToPayBlock({ toPay: { count, late, sum, nextDue }, today }: { toPay: ToPay; today: IsoDate }) {
  const intl = useIntl()
  const year = nextDue?.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  const facts = (
    <>
      <FormattedMessage id="client.home.invoices" values={{ count }} />
      {late > 0 && <FormattedMessage id="client.home.invoicesLate" values={{ count, late }} />}
      {nextDue && (
        <FormattedMessage
          id="client.home.dueBy"
          values={{ late, date: <Day date={nextDue} day="numeric" month="long" year={year} /> }}
        />
      )}
    </>
  )
  return (
    <Block title={<FormattedMessage id="client.home.toPay" />}>
      <div className={styles.items}>
        <Items>
          <Item
            tile={<Tile icon={Receipt} tone={late > 0 ? 'bad' : undefined} />}
            title={<span className={styles.sum}>{sum === null ? facts : money(intl, sum)}</span>}
            sub={sum !== null && facts}
            when={
              <Link className={buttonClass({ variant: 'primary' })} to="/client/invoices" search={{ status: 'UNPAID' }}>
                <FormattedMessage id="client.home.pay" />
              </Link>
            }
          />
        </Items>
      </div>
    </Block>
  )
}
