import type { Reminder } from './schemas/reminder.ts'
import type { LogbookEntry } from './schemas/logbook.ts'
import { type IsoDate, addDays } from './dates.ts'
import { foldName } from './fold-name.ts'

export interface Vaccination {
  /** Undefined where the API does not say. */
  what?: string | undefined
  lastGiven?: IsoDate | undefined
  /** Of what was given last. */
  productName?: string | undefined
  batchNumber?: string | undefined
  /** The last day on which it holds, which is when the next one is due. */
  next?: IsoDate | undefined
  /** None where it is not known until when it holds. What was never given holds on no day. */
  state?: 'never' | 'expired' | 'soon' | 'valid' | undefined
}

type Given = Pick<LogbookEntry, 'date' | 'description' | 'productName' | 'batchNumber'>
type Named = Pick<Given, 'description' | 'productName'>

const SOON_DAYS = 30
const LEADING_WORD = /^(vaccinatie|vaccination|enting)\b[\s:,-]*/

/** What it is against, else what was given. */
const whatOf = ({ description, productName }: Named): string | undefined => description || productName

/** `Vaccinatie: rabiës` and `Rabiës` are the same. */
function keyOf(named: Named): string {
  const name = foldName(whatOf(named) ?? '')
  return name.replace(LEADING_WORD, '') || name
}

// An API that does not tell the type may say it in words.
export const isVaccination = ({ type, description }: Reminder) =>
  type === 'VACCINATION' || (!type && LEADING_WORD.test(foldName(description ?? '')))

/** What was given according to the logbook, else according to a reminder that was carried out. */
function allGiven(entries: readonly LogbookEntry[], reminders: readonly Reminder[]): Given[] {
  const done = reminders
    .filter(({ status }) => status === 'DONE')
    .map(({ description, productName, date, completedDate }) => ({
      date: completedDate ?? date,
      description,
      ...(productName && { productName }),
    }))
  // The logbook first: of one day it knows more.
  return [...entries.filter(({ kind }) => kind === 'VACCINATION'), ...done]
}

function stateOf(lastGiven: IsoDate | undefined, next: IsoDate | undefined, today: IsoDate): Vaccination['state'] {
  if (!lastGiven) return 'never'
  if (!next) return undefined
  if (next < today) return 'expired'
  return next <= addDays(today, SOON_DAYS) ? 'soon' : 'valid'
}

/** A line for each vaccination: when it was given last, and until when it holds. What is due first is first. */
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
      // A reminder of before the last time was forgotten, not missed.
      const next = due
        .filter(isSame)
        .filter(({ date }) => date && (!last || date > last.date))
        .map(({ date }) => date)
        .sort()[0]
      const named = last ?? due.find(isSame)
      if (!named) return []
      return {
        what: whatOf(named),
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
