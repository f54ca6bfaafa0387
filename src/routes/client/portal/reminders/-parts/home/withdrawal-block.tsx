import { Link } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { FormattedMessage } from 'react-intl'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import { FreeFrom } from '#src/features/medicines/medicine-texts.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Item } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Block } from '#src/ui/layout/block.tsx'
import { FoldedItems } from '../block.tsx'
import styles from './home.module.css'
import type { WithheldPatient } from './use-home.ts'

interface WithdrawalBlockProps {
  /** Patients with a withdrawal period, sorted by end date, latest first. */
  withheld: readonly WithheldPatient[]
  today: IsoDate
}

/** Current withdrawal periods: a row for each animal, and one row for all animals whose periods are unknown. */
export function WithdrawalBlock({ withheld, today }: WithdrawalBlockProps) {
  const known = withheld.filter(({ what }) => what !== 'unknown')
  const unknown = withheld.length - known.length
  return (
    <Block title={<FormattedMessage id="client.herd.releases" />}>
      <FoldedItems
        rows={[
          ...known.map((one) => <WithheldItem key={one.patient.uuid} {...one} today={today} />),
          ...(unknown > 0 ? [<UnknownItem key="unknown" count={unknown} isAll={known.length === 0} />] : []),
        ]}
        more="client.withdrawals.more"
      />
    </Block>
  )
}

function WithheldItem({ patient: { uuid, name, headCount }, what, today }: WithheldPatient & { today: IsoDate }) {
  return (
    <Item
      tile={<Tile tone="warn" icon={TriangleAlert} />}
      title={
        <Link to="/client/patients/$patientId" params={{ patientId: uuid }} search={{ show: 'medicines' }}>
          {name}
          {typeof headCount === 'number' && (
            <>
              {' '}
              (<FormattedMessage id="client.patients.heads" values={{ count: headCount }} />)
            </>
          )}
        </Link>
      }
      sub={
        what !== 'unknown' &&
        what.map(({ food, freeFrom }) => (
          <span key={food} className={styles.line}>
            <FreeFrom food={food}>
              <Day
                date={freeFrom}
                day="numeric"
                month="long"
                year={freeFrom.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'}
              />
            </FreeFrom>{' '}
            · <FormattedMessage id="client.withdrawals.inDays" values={{ days: daysBetween(today, freeFrom) }} />
          </span>
        ))
      }
    />
  )
}

function UnknownItem({ count, isAll }: { count: number; isAll: boolean }) {
  return (
    <Item
      tile={<Tile tone="warn" icon={TriangleAlert} />}
      title={
        <Link to="/client/patients">
          {isAll ? (
            <FormattedMessage id="client.withdrawals.allUnknown" />
          ) : (
            <FormattedMessage id="client.withdrawals.alsoUnknown" values={{ count }} />
          )}
        </Link>
      }
      sub={<FormattedMessage id="client.withdrawals.unknownText" />}
    />
  )
}
