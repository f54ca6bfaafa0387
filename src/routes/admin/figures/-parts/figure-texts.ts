import type { IntlShape } from 'react-intl'
import type { AnimalFigures, ClientFigures, ReminderFigures, Waited } from '#contract/schemas/figures.ts'
import type { MessageId } from '#src/lib/message-id.ts'

export type CountRow = readonly [word: MessageId, count: number]

/** Groups of clients in the order of the table. */
const CLIENT_GROUPS = ['mailed', 'activated', 'invited', 'notInvited', 'locked', 'withEmail', 'withoutEmail'] as const

/** Returns the rows of client counts. An API without `notInvited` includes such clients in the count of registered ones. */
export const clientRows = (clients: ClientFigures): CountRow[] =>
  CLIENT_GROUPS.flatMap((group): CountRow[] => {
    const count = clients[group]
    if (count === undefined) return []
    if (group === 'locked') return [['admin.clients.locked', count]]
    const isRegistered = group === 'invited' && clients.notInvited === undefined
    return [[isRegistered ? 'admin.figures.registered' : `admin.figures.${group}`, count]]
  })

export const totalClients = (clients: ClientFigures): number =>
  Object.values(clients).reduce<number>((sum, count = 0) => sum + count, 0)

export const animalRows = ({ alive, planned, without }: AnimalFigures): CountRow[] => [
  ['admin.figures.planned', planned],
  ['admin.figures.past', alive - planned - without],
  ['admin.figures.without', without],
]

export const totalOf = (reminders: readonly ReminderFigures[]): Omit<ReminderFigures, 'type'> => {
  const sum = (of: keyof Omit<ReminderFigures, 'type'>) => reminders.reduce((total, each) => total + each[of], 0)
  return {
    due: sum('due'),
    doneIn30: sum('doneIn30'),
    doneIn90: sum('doneIn90'),
    done: sum('done'),
    pending: sum('pending'),
  }
}

/** Returns a share in whole per cent; 0 % and 100 % only for exactly none and all. */
export const shareText = (intl: IntlShape, part: number, total: number): string => {
  const share = total === 0 ? 0 : part / total
  const rounded = part === 0 || part === total ? share : Math.min(Math.max(share, 0.01), 0.99)
  return intl.formatNumber(rounded, { style: 'percent', maximumFractionDigits: 0 })
}

/** Returns the text of the median waiting time and the 90th percentile. */
export const waitText = (intl: IntlShape, { count, median, most }: Waited): string => {
  if (count === 0) return '–'
  return intl.formatMessage({ id: 'admin.figures.waited' }, { median: span(intl, median), most: span(intl, most) })
}

const HOUR = 60
const DAY = 24 * HOUR

function span(intl: IntlShape, minutes: number): string {
  const [value, unit] =
    minutes < HOUR
      ? [minutes, 'minute' as const]
      : minutes < 2 * DAY
        ? [minutes / HOUR, 'hour' as const]
        : [minutes / DAY, 'day' as const]
  return intl.formatNumber(value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && unit !== 'minute' ? 1 : 0,
  })
}
