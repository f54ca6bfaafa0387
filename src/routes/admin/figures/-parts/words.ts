import type { IntlShape } from 'react-intl'
import type {
  AnimalFigures,
  ClientFigures,
  ReminderFigures,
  RequestFigures,
  Waited,
} from '#contract/schemas/figures.ts'
import { typedEntries } from '#contract/values.ts'
import type { MessageId } from '#src/lib/message-id.ts'

export const TYPES: Record<ReminderFigures['type'], MessageId> = {
  VACCINATION: 'admin.figures.type.VACCINATION',
  DEWORMING: 'admin.figures.type.DEWORMING',
  PARASITES: 'admin.figures.type.PARASITES',
  DENTAL: 'admin.figures.type.DENTAL',
  CHECK_UP: 'admin.figures.type.CHECK_UP',
  LAB: 'admin.figures.type.LAB',
  MEDICATION: 'admin.figures.type.MEDICATION',
  INSURANCE: 'admin.figures.type.INSURANCE',
  FARM_PLAN: 'admin.figures.type.FARM_PLAN',
  OTHER: 'admin.figures.type.OTHER',
}

const OF_CLIENTS: Record<keyof ClientFigures, MessageId> = {
  mailed: 'admin.figures.mailed',
  activated: 'admin.figures.activated',
  invited: 'admin.figures.invited',
  notInvited: 'admin.figures.notInvited',
  locked: 'admin.clients.locked',
  withEmail: 'admin.figures.withEmail',
  withoutEmail: 'admin.figures.withoutEmail',
}

/** A line of a table of counts. */
export type CountRow = readonly [word: MessageId, count: number]

/** Of an API that does not tell apart who is not invited yet, as it calls them. */
export const clientRows = ({ notInvited, ...clients }: ClientFigures): CountRow[] => {
  if (notInvited !== undefined) return rowsOf(OF_CLIENTS, { ...clients, notInvited })
  const { notInvited: _, ...words } = OF_CLIENTS
  return rowsOf({ ...words, invited: 'admin.figures.registered' }, clients)
}

const rowsOf = <Name extends string>(words: Record<Name, MessageId>, counts: Record<Name, number>): CountRow[] =>
  typedEntries(words).map(([name, word]) => [word, counts[name]])

/** Of all animals that are alive; with `past`, the rest of them. */
export const OF_ANIMALS: Record<'planned' | 'past' | 'without', MessageId> = {
  planned: 'admin.figures.planned',
  past: 'admin.figures.past',
  without: 'admin.figures.without',
}

export const animalRows = ({ alive, planned, without }: AnimalFigures) =>
  rowsOf(OF_ANIMALS, { planned, past: alive - planned - without, without })

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

/** In whole hundredths; 0 and 100 only where it is none or all. */
export const shareText = (intl: IntlShape, part: number, total: number): string => {
  const share = total === 0 ? 0 : part / total
  const rounded = part === 0 || part === total ? share : Math.min(Math.max(share, 0.01), 0.99)
  return intl.formatNumber(rounded, { style: 'percent', maximumFractionDigits: 0 })
}

export const REQUESTS: Record<RequestFigures['kind'], MessageId> = {
  REPEAT_MEDICINE: 'core.requests.kind.REPEAT_MEDICINE',
  APPOINTMENT: 'core.requests.kind.APPOINTMENT',
  QUESTION: 'core.requests.kind.QUESTION',
  DETAILS: 'core.requests.kind.DETAILS',
}

/** Of half of them, and of nine in ten. */
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
