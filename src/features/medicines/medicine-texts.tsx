import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type Channel, isChannel } from './medicine-rows.ts'
import type { Food } from '#contract/withdrawal.ts'
import styles from './medicine-texts.module.css'

/** Returns an amount such as `50 tabletten`; undefined without an amount. */
export function amountOf({ quantity, unit }: LogbookEntry, intl: IntlShape): string | undefined {
  if (typeof quantity !== 'number') return undefined
  const amount = intl.formatNumber(quantity, { maximumFractionDigits: 3 })
  if (!unit) return amount
  return intl.formatMessage(
    { id: 'client.logbook.medicine.amountOf' },
    { amount, count: quantity, unit, kind: unit.toLowerCase() },
  )
}

/** Returns a number of days such as `3 dagen`. */
export const daysText = (days: number, intl: IntlShape): string =>
  intl.formatMessage({ id: 'client.logbook.medicine.days' }, { days })

/** Returns a withdrawal period in days or hours, as the practice recorded it. */
export const periodText = (
  { days, hours }: { days?: number | undefined; hours?: number | undefined },
  intl: IntlShape,
) =>
  days === undefined ? intl.formatMessage({ id: 'client.logbook.medicine.hours' }, { hours }) : daysText(days, intl)

/** Returns a withdrawal period, including `0 dagen` and a text for unknown (null); undefined without a value. */
export function withdrawalOf(entry: LogbookEntry, food: Food, intl: IntlShape): string | undefined {
  const { withdrawalMeatDays: meat, withdrawalMilkDays: milk, withdrawalEggDays: eggs, withdrawalMilkHours } = entry
  const days = { meat, milk, eggs }[food]
  const hours = food === 'milk' ? withdrawalMilkHours : undefined
  const parts = [
    typeof days === 'number' && daysText(days, intl),
    typeof hours === 'number' && intl.formatMessage({ id: 'client.logbook.medicine.hours' }, { hours }),
  ].filter((part) => part !== false)
  if (parts.length > 0) return parts.join(' / ')
  return days === null || hours === null ? intl.formatMessage({ id: 'client.logbook.medicine.unknown' }) : undefined
}

/** Sentence such as `Vlees vrij vanaf 5 december`. `children` is the day from which the food may be delivered again. */
export const FreeFrom = ({ food, children }: { food: Food; children: ReactNode }) => (
  <span className={styles.food}>
    <FormattedMessage id={`client.withdrawals.${food}`} values={{ date: children }} />
  </span>
)

/** Meaning of the dispensing codes. Also shown as a legend, because touch devices have no tooltips. */
export function ChannelAbbr({ channel }: { channel: string }) {
  const { formatMessage } = useIntl()
  return isChannel(channel) ? (
    <abbr title={formatMessage({ id: `client.logbook.medicine.${channel}` })}>{channel}</abbr>
  ) : (
    channel
  )
}

export function ChannelLegend({ channels }: { channels: readonly Channel[] }) {
  const { formatMessage } = useIntl()
  return channels
    .map((channel) => `${channel}: ${formatMessage({ id: `client.logbook.medicine.${channel}` })}`)
    .join(' · ')
}
