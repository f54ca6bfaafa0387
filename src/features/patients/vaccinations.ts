import type { IsoDate } from '#contract/fields.ts'
import type { LogbookEntry } from '#contract/logbook.ts'
import { foldName } from '#contract/names.ts'
import type { Reminder } from '#contract/reminder.ts'
import { daysBetween } from '#src/lib/dates.ts'

export interface Vaccination {
  what: string
  lastGiven?: IsoDate | undefined
  /** Of what was given last. */
  productName?: string | undefined
  batchNumber?: string | undefined
  /** Until when it holds, which is when the next one is due. */
  next?: IsoDate | undefined
  /** None where it is not known until when it holds. */
  state?: 'expired' | 'late' | 'soon' | 'valid' | undefined
}

type Given = Pick<LogbookEntry, 'date' | 'description' | 'productName' | 'batchNumber'>

const SOON_DAYS = 30
const LEADING_WORD = /^(vaccinatie|vaccination|enting)\b[\s:,-]*/

/** `Vaccinatie: rabiës` and `Rabiës` are the same. */
function nameOf(description: string): string {
  const name = foldName(description)
  return name.replace(LEADING_WORD, '') || name
}

// An API that does not tell the type may say it in words.
const isVaccination = ({ type, description }: Reminder) =>
  type === 'VACCINATION' || (!type && LEADING_WORD.test(foldName(description)))

/** What was given according to the logbook, else according to a reminder that was carried out. */
function allGiven(given: readonly LogbookEntry[], reminders: readonly Reminder[]): Given[] {
  const done = reminders
    .filter(({ status }) => status === 'DONE')
    .map(({ description, productName, date, completedDate }) => ({
      date: completedDate ?? date,
      description,
      ...(productName && { productName }),
    }))
  // The logbook first: of one day it knows more.
  return [...given.filter(({ kind }) => kind === 'VACCINATION'), ...done]
}

function stateOf(lastGiven: IsoDate | undefined, next: IsoDate | undefined, today: IsoDate): Vaccination['state'] {
  if (!next) return undefined
  if (next < today) return lastGiven ? 'expired' : 'late'
  if (daysBetween(today, next) <= SOON_DAYS) return 'soon'
  return lastGiven ? 'valid' : undefined
}

/** A line for each vaccination: when it was given last, and until when it holds. What is due first is first. */
export function vaccinationsOf(
  given: readonly LogbookEntry[],
  reminders: readonly Reminder[],
  today: IsoDate,
): Vaccination[] {
  const vaccinations = reminders.filter(isVaccination)
  const past = allGiven(given, vaccinations).filter(({ date }) => date <= today)
  const due = vaccinations.filter(({ active }) => active)
  const names = [...new Set([...past, ...due].map(({ description }) => nameOf(description)))]
  return names
    .map((name) => {
      const sameName = ({ description }: { description: string }) => nameOf(description) === name
      const last = past.filter(sameName).toSorted((a, b) => b.date.localeCompare(a.date))[0]
      // A reminder of before the last time was forgotten, not missed.
      const next = due
        .filter(sameName)
        .filter(({ date }) => !last || date > last.date)
        .map(({ date }) => date)
        .toSorted()[0]
      const { description } = last ?? due.find(sameName)!
      return {
        what: description,
        lastGiven: last?.date,
        productName: last?.productName,
        batchNumber: last?.batchNumber,
        next,
        state: stateOf(last?.date, next, today),
      }
    })
    .toSorted(byDue)
}

function byDue(a: Vaccination, b: Vaccination): number {
  if (a.next && b.next) return a.next.localeCompare(b.next)
  if (a.next || b.next) return a.next ? -1 : 1
  return b.lastGiven!.localeCompare(a.lastGiven!)
}
