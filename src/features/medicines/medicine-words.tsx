import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { type IntlShape, useIntl } from 'react-intl'
import { type Channel, isChannel } from './medicine-rows.ts'
import type { Food } from '#contract/withdrawal.ts'

/** `50 tabletten`; undefined where there is no amount. */
export function amountOf({ quantity, unit }: LogbookEntry, intl: IntlShape): string | undefined {
  if (typeof quantity !== 'number') return undefined
  const amount = intl.formatNumber(quantity, { maximumFractionDigits: 3 })
  if (!unit) return amount
  return intl.formatMessage(
    { id: 'client.logbook.medicine.amountOf' },
    { amount, count: quantity, unit, kind: unit.toLowerCase() },
  )
}

/** `3 dagen` */
export const daysText = (days: number, intl: IntlShape): string =>
  intl.formatMessage({ id: 'client.logbook.medicine.days' }, { days })

/** A withdrawal period as the practice gave it, in days or in hours. */
export const periodText = (
  { days, hours }: { days?: number | undefined; hours?: number | undefined },
  intl: IntlShape,
) =>
  days === undefined ? intl.formatMessage({ id: 'client.logbook.medicine.hours' }, { hours }) : daysText(days, intl)

/** `0 dagen` is said, and so is that the practice does not know (null); undefined where nothing is said. */
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

/** What the letters stand for, also in a legend, since not everybody can point at them. */
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
