import Pill from 'lucide-react/icons/pill'
import styles from './current-medication-item.module.css'
import type { Practice } from '#contract/schemas/practice.ts'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { CurrentMedication } from '#contract/schemas/current-medication.ts'
import { readDosage } from '#contract/medication.ts'
import type { IsoDate } from '#contract/dates.ts'
import { telephoneHref } from '#contract/telephone.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Item } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'

interface CurrentMedicationItemProps {
  given: CurrentMedication
  /** Name of the medicine, with a link to its record. */
  title: ReactNode
  withTile?: boolean
  /** Link that requests a repeat, if the practice accepts such requests. */
  ask: ReactNode
  practice: Practice
  today: IsoDate
}

/** Current medicine with dosage, end date and a link to request a repeat. */
export function CurrentMedicationItem({
  given,
  title,
  withTile = false,
  ask,
  practice,
  today,
}: CurrentMedicationItemProps) {
  const intl = useIntl()
  const { dosage, animals, mayRepeat } = given
  return (
    <Item
      tile={withTile && <Tile icon={Pill} />}
      title={title}
      sub={
        <>
          <span className={styles.line}>
            {dosage ? dosageText(dosage, intl) : <FormattedMessage id="client.given.unknownAmount" />}
            {animals && ` · ${animals}`}
          </span>
          <span className={styles.end}>
            <span>
              <Until given={given} today={today} />
            </span>
            {mayRepeat && ask && <span className={styles.above}>{ask}</span>}
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

function Until({ given: { since, until }, today }: Pick<CurrentMedicationItemProps, 'given' | 'today'>) {
  const dayOf = (date: IsoDate) => (
    <Day date={date} day="numeric" month="long" year={date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'} />
  )
  if (!until) return <FormattedMessage id="client.given.unknownEnd" values={{ date: dayOf(since) }} />
  if (until === today) return <FormattedMessage id="client.given.lastToday" />
  return <FormattedMessage id="client.given.until" values={{ date: dayOf(until) }} />
}

function ByTelephone({ practice: { phone } }: Pick<CurrentMedicationItemProps, 'practice'>) {
  if (!phone || !telephoneHref(phone)) return <FormattedMessage id="client.given.byTelephone" />
  return (
    <FormattedMessage
      id="client.given.byTelephoneTo"
      values={{
        phone: <PhoneLink className={styles.above} phone={phone} />,
      }}
    />
  )
}

const HALVES: Readonly<Record<string, string>> = { '0.25': '¼', '0.5': '½', '1.5': '1½' }

/** Dosage as a sentence if its notation is known, else as the practice wrote it. */
function dosageText(text: string, intl: IntlShape): string {
  const dosage = readDosage(text)
  if (!dosage) return text
  const { unit = 'none', at } = dosage
  const isCounted = unit !== 'ml' && unit !== 'none'
  const amount = intl.formatMessage(
    { id: 'client.given.amount' },
    {
      amount: (isCounted && HALVES[dosage.amount]) || intl.formatNumber(dosage.amount),
      // Fractions, such as half a tablet or one and a half tablets.
      form: dosage.amount > 1 ? 'many' : 'one',
      unit,
    },
  )
  if (typeof at === 'number') return intl.formatMessage({ id: 'client.given.times' }, { times: at, amount })
  const moments = intl.formatList(at.map((moment) => intl.formatMessage({ id: `client.given.at.${moment}` })))
  return intl.formatMessage({ id: 'client.given.moments' }, { moments, amount })
}
