import type { Practice } from '#contract/schemas/practice.ts'
import Pill from 'lucide-react/icons/pill'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { BeingGiven } from '#contract/schemas/being-given.ts'
import type { IsoDate } from '#contract/dates.ts'
import { telephoneHref } from '#contract/telephone.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Item } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { dosageText } from './dosage-text.ts'
import styles from './given-item.module.css'

interface GivenItemProps {
  given: BeingGiven
  /** What it is called, with a link to where it is told of. */
  title: ReactNode
  withTile?: boolean
  /** The way to more of it, where the practice may be asked. */
  ask: ReactNode
  practice: Practice
  today: IsoDate
}

/** A medicine that is given: how much, until when, and how to get more. */
export function GivenItem({ given, title, withTile = false, ask, practice, today }: GivenItemProps) {
  const intl = useIntl()
  const { dosage, animals, mayRepeat } = given
  return (
    <Item
      tile={withTile && <Tile icon={Pill} />}
      title={title}
      stacked
      when={mayRepeat && ask}
      sub={
        <>
          <span className={styles.line}>
            {dosage ? dosageText(dosage, intl) : <FormattedMessage id="client.given.unknownAmount" />}
            {animals && ` · ${animals}`}
          </span>
          <span className={styles.line}>
            <Until given={given} today={today} />
          </span>
          {!mayRepeat && (
            <span className={styles.line}>
              <ByTelephone practice={practice} />
            </span>
          )}
        </>
      }
    />
  )
}

function Until({ given: { since, until }, today }: Pick<GivenItemProps, 'given' | 'today'>) {
  const dayOf = (date: IsoDate) => (
    <Day date={date} day="numeric" month="long" year={date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'} />
  )
  if (!until) return <FormattedMessage id="client.given.unknownEnd" values={{ date: dayOf(since) }} />
  if (until === today) return <FormattedMessage id="client.given.lastToday" />
  return <FormattedMessage id="client.given.until" values={{ date: dayOf(until) }} />
}

function ByTelephone({ practice: { phone } }: Pick<GivenItemProps, 'practice'>) {
  if (!phone || !telephoneHref(phone)) return <FormattedMessage id="client.given.byTelephone" />
  return (
    <FormattedMessage
      id="client.given.byTelephoneTo"
      values={{
        phone: <PhoneLink className={styles.phone} phone={phone} />,
      }}
    />
  )
}
