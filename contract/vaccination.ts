import type { Reminder } from './schemas/reminder.ts'
import type { LogbookEntry } from './schemas/logbook.ts'
import { type IsoDate, addDays } from './dates.ts'
import { foldName } from './fold-name.ts'

export interface Vaccination {
  /** Undefined if the API does not provide a name. */
  what?: string | undefined
  lastGiven?: IsoDate | undefined
  productName?: string | undefined
  batchNumber?: string | undefined
  /** Last day of validity, on which the next vaccination is due. */
  next?: IsoDate | undefined
  /** Undefined if the validity is unknown; `never` if the vaccination was never given. */
  state?: 'never' | 'expired' | 'soon' | 'valid' | undefined
}

type Given = Pick<LogbookEntry, 'date' | 'description' | 'productName' | 'batchNumber'>
type Named = Pick<Given, 'description' | 'productName'>

const SOON_DAYS = 30
const LEADING_WORD = /^(vaccinatie|vaccination|enting)\b[\s:,-]*/i

/** Returns the name of a vaccination without a leading word such as `Vaccinatie:`, which the heading already states. */
function nameOfVaccination({ description, productName }: Named): string | undefined {
  const name = description?.trim() || productName
  const short = name?.replace(LEADING_WORD, '')
  return short ? short.charAt(0).toUpperCase() + short.slice(1) : name
}

/** Returns a comparison key; `Vaccinatie: rabiës` and `Rabiës` have the same key. */
const keyOf = (named: Named): string => foldName(nameOfVaccination(named) ?? '')

// An API without types may name the type in the description.
export const isVaccination = ({ type, description }: Reminder) =>
  type === 'VACCINATION' || (!type && LEADING_WORD.test(foldName(description ?? '')))

function allGiven(entries: readonly LogbookEntry[], reminders: readonly Reminder[]): Given[] {
  const done = reminders
    .filter(({ status }) => status === 'DONE')
    .map(({ description, productName, date, completedDate }) => ({
      date: completedDate ?? date,
      description,
      ...(productName && { productName }),
    }))
  // The logbook comes first, because its entries have more details for the same day.
  return [...entries.filter(({ kind }) => kind === 'VACCINATION'), ...done]
}

function stateOf(lastGiven: IsoDate | undefined, next: IsoDate | undefined, today: IsoDate): Vaccination['state'] {
  if (!lastGiven) return 'never'
  if (!next) return undefined
  if (next < today) return 'expired'
  return next <= addDays(today, SOON_DAYS) ? 'soon' : 'valid'
}

/** Returns a line for each vaccination with its last date and its validity, the earliest due date first. */
export function vaccinationsOf(
  entries: readonly LogbookEntry[],
  reminders: readonly Reminder[],
  today: IsoDate,
): Vaccination[] {
  const vaccinations = reminders.filter(isVaccination)
  const past = allGiven(entries, vaccinations).filter(({ date }) => date <= today)
  const due = vaccinations.filter(({ active }) => active)
  const keys = [...new Set([...past, ...due].map(keyOf))]
  return keys
    .flatMap((key) => {
      const isSame = (one: Named) => keyOf(one) === key
      const last = past.filter(isSame).sort((a, b) => b.date.localeCompare(a.date))[0]
      // A reminder from before the last vaccination is obsolete, not overdue.
      const next = due
        .filter(isSame)
        .filter(({ date }) => date && (!last || date > last.date))
        .map(({ date }) => date)
        .sort()[0]
      const named = last ?? due.find(isSame)
      if (!named) return []
      return {
        what: nameOfVaccination(named),
        lastGiven: last?.date,
        productName: last?.productName,
        batchNumber: last?.batchNumber,
        next,
        state: stateOf(last?.date, next, today),
      }
    })
    .sort(byDue)
}

function byDue(a: Vaccination, b: Vaccination): number {
  if (a.next && b.next) return a.next.localeCompare(b.next)
  if (a.next || b.next) return a.next ? -1 : 1
  return (b.lastGiven ?? '').localeCompare(a.lastGiven ?? '')
}
