import type { CurrentMedication } from './schemas/current-medication.ts'
import type { LogbookEntry } from './schemas/logbook.ts'
import type { Patient } from './schemas/patient.ts'
import type { VisitForm } from './schemas/visit-form.ts'
import { type IsoDate, addDays, calendarDay } from './dates.ts'
import { foldName } from './fold-name.ts'
import { groupBy } from './values.ts'
import { isFormer } from './patient.ts'

/**
 * Days that a medicine with an unknown end stays listed after its record. Longer if its lines together last longer. The
 * number is never shown, because the end is unknown.
 */
export const UNKNOWN_END_DAYS = 30

export interface MedicineSources {
  visits: readonly Pick<VisitForm, 'uuid' | 'date' | 'medication'>[]
  entries: readonly LogbookEntry[]
  /** Names of products that the practice does not repeat on request. */
  notRepeated?: readonly string[]
}

interface GivenProduct {
  date: IsoDate
  product: string
  dosage?: string | undefined
  animals?: string | undefined
  until?: IsoDate | undefined
  listedUntil: IsoDate
  visitForm?: string | undefined
  entry?: string | undefined
  mayRepeat?: boolean | undefined
}

type Animal = Pick<Patient, 'kind' | 'deceasedDate' | 'active'>

/** Returns the current medication on a day, sorted by end; medicines with an unknown end come last. */
export function currentMedication(patient: Animal, sources: MedicineSources, today: IsoDate): CurrentMedication[] {
  if (isFormer(patient)) return []
  const notRepeated = new Set(sources.notRepeated?.map(foldName))
  const records = [...sources.visits.flatMap(ofVisit), ...sources.entries.flatMap((entry) => ofEntry(entry, patient))]
  const products = groupBy(
    records.filter(({ date }) => date <= today),
    ({ product, animals = '' }) => `${foldName(product)}\n${foldName(animals)}`,
  )
  return [...products.values()]
    .flatMap((ofProduct) => lineOf(ofProduct, today) ?? [])
    .map((line) => (notRepeated.has(foldName(line.product)) ? { ...line, mayRepeat: false } : line))
    .sort((one, other) => endOf(one).localeCompare(endOf(other)) || one.product.localeCompare(other.product))
}

/** Returns the end for sorting, which puts an unknown end last. */
export const endOf = ({ until = '9999-12-31' }: CurrentMedication): IsoDate => until

const isDays = (days: number | undefined): days is number => typeof days === 'number' && days > 0

/** Returns the last day of a course, which includes the first day. 0 days counts as unknown. */
const lastDay = (date: IsoDate, days: number | undefined) =>
  isDays(days) ? addDays(date, Math.ceil(days) - 1) : undefined

function ofVisit({ uuid, date, medication = [] }: MedicineSources['visits'][number]): GivenProduct[] {
  const day = calendarDay(date)
  if (!day) return []
  const products = groupBy(medication, ({ product }) => foldName(product))
  products.delete('')
  return [...products.values()].flatMap((lines): GivenProduct[] => {
    const [first] = lines
    if (!first) return []
    const dosages = new Set(lines.flatMap(({ dosage }) => dosage?.trim() || []))
    // Different lines may or may not follow each other, and visit forms do not specify which.
    const isOne = new Set(lines.map(({ dosage, days }) => `${dosage?.trim() ?? ''}\n${days ?? ''}`)).size === 1
    const until = isOne ? lastDay(day, first.days) : undefined
    const whole = lines.reduce((sum, { days }) => sum + (isDays(days) ? days : 0), 0)
    return [
      {
        date: day,
        product: first.product.trim(),
        dosage: [...dosages].join('; ') || undefined,
        until,
        listedUntil: until ?? addDays(day, Math.max(UNKNOWN_END_DAYS, whole)),
        visitForm: uuid,
        mayRepeat: markOf(lines),
      },
    ]
  })
}

/** Returns whether the medicine may be repeated: one line that forbids it is enough. */
function markOf(lines: readonly { mayRepeat?: boolean | undefined }[]): boolean | undefined {
  const marks = lines.flatMap(({ mayRepeat }) => mayRepeat ?? [])
  return marks.length > 0 ? marks.every(Boolean) : undefined
}

function ofEntry(entry: LogbookEntry, { kind: animal }: Animal): GivenProduct[] {
  const { uuid, date, kind, productName, dosage, durationDays, animals, mayRepeat } = entry
  const day = calendarDay(date)
  const product = productName?.trim()
  // The duration of a vaccination is its validity.
  if (!day || !product || kind === 'VACCINATION') return []
  const until = lastDay(day, durationDays)
  const isDelivered = kind === 'DELIVERY'
  // A one-day treatment is over. A delivery to a herd without a duration is stock for later use.
  if (isDelivered ? !until && animal === 'HERD' : !until || until === day) return []
  return [
    {
      date: day,
      product,
      dosage: dosage?.trim() || undefined,
      animals: animals?.trim() || undefined,
      until,
      listedUntil: until ?? addDays(day, UNKNOWN_END_DAYS),
      entry: uuid,
      mayRepeat,
    },
  ]
}

const latest = (days: readonly IsoDate[]) => [...days].sort().at(-1)

/** Merges the records of a product into one line; undefined if the product is no longer given. */
function lineOf(records: readonly GivenProduct[], today: IsoDate): CurrentMedication | undefined {
  const prescribed = latest(records.flatMap(({ visitForm, date }) => (visitForm ? [date] : []))) ?? ''
  // A new visit replaces earlier records.
  const latestRecords = records.filter(({ date }) => date >= prescribed)
  const until = latest(latestRecords.flatMap((one) => one.until ?? []))
  // A delivery within a course belongs to the course. A delivery after the course, or without a course, has an unknown
  // end.
  const isOpen = (one: GivenProduct) => !one.until && !(until && one.date <= until)
  const running = latestRecords
    .filter((one) => (one.until || isOpen(one) ? one.listedUntil : (until ?? '')) >= today)
    .sort((one, other) => other.date.localeCompare(one.date) || (one.visitForm ? -1 : 0) - (other.visitForm ? -1 : 0))
  const [newest] = running
  if (!newest) return undefined
  const first = <Field extends keyof GivenProduct>(field: Field) =>
    running.find((one) => one[field] !== undefined)?.[field]
  const end = running.some(isOpen) ? undefined : until
  return {
    product: newest.product,
    dosage: first('dosage'),
    animals: newest.animals,
    since: newest.date,
    until: end,
    listedUntil: end ?? latest(running.map(({ listedUntil }) => listedUntil)) ?? newest.listedUntil,
    visitForm: first('visitForm'),
    entry: first('entry'),
    mayRepeat: first('mayRepeat') ?? true,
  }
}

export const DOSAGE_UNITS = ['tablet', 'capsule', 'drop', 'ml', 'pipette', 'sachet', 'scoop'] as const
export type DosageUnit = (typeof DOSAGE_UNITS)[number]

export const MOMENTS = ['morning', 'noon', 'evening', 'night'] as const
export type Moment = (typeof MOMENTS)[number]

export interface Dosage {
  amount: number
  /** Absent if the unit is not stated, as in `2dd1`. */
  unit?: DosageUnit | undefined
  /** Moments of the day, or the number of times per day. */
  at: readonly Moment[] | number
}

const UNITS: Readonly<Record<DosageUnit, string>> = {
  tablet: 'tablet(?:ten|je|jes|s)?|tabl?\\.?',
  capsule: 'capsules?|caps\\.?',
  drop: 'druppels?|druppeltjes?|drops?',
  ml: 'ml|milliliter',
  pipette: 'pipet(?:ten)?|pipettes?',
  sachet: 'zakjes?|sachets?',
  scoop: 'maatscheppen|maatschep(?:je|jes)?|scoops?',
}
const MOMENT_WORDS: Readonly<Record<Moment, string>> = {
  morning: "(?:'s )?(?:morgens|ochtends)|in the morning",
  noon: "(?:'s )?middags|at noon",
  evening: "(?:'s )?avonds|in the evening",
  night: 'voor de nacht|at night',
}

const anyOf = (words: Readonly<Record<string, string>>) => Object.values(words).join('|')
const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 0.5,
  '1/2': 0.5,
  '¼': 0.25,
  '1/4': 0.25,
  '1½': 1.5,
  '1 1/2': 1.5,
}
const NUMBER = '\\d{1,3}(?:[.,]\\d{1,2})?'
const AMOUNT = `(?<amount>1 1/2|1/[24]|1?½|¼|${NUMBER}) ?(?<unit>${anyOf(UNITS)})`
const MOMENT = `(?:${anyOf(MOMENT_WORDS)})`
const TIMES = '(?<times>[1-6]) ?(?:(?:x|×|maal|keer|times) ?(?:daags|per dag|p\\.? ?d\\.?|a day|daily)|dd)'
const MOMENTS_LIST = `(?<moments>${MOMENT}(?:(?:, | en |, en | and | & | \\+ )${MOMENT})*)`

// Match the whole text: part of `1 ml per 10 kg, 2x daags` would be another dose.
const FORMS = [
  ...[TIMES, MOMENTS_LIST].flatMap((when) => [
    new RegExp(`^${when},? ?${AMOUNT}$`, 'u'),
    new RegExp(`^${AMOUNT},? ?${when}$`, 'u'),
  ]),
  new RegExp(`^${TIMES} ?(?<amount>${NUMBER})$`, 'u'),
]

/** Parses a dosage; undefined unless the whole text has a known form. An unparsed text is shown unchanged. */
export function readDosage(text: string): Dosage | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
  for (const form of FORMS) {
    const { amount: written, unit: word = '', times, moments } = form.exec(plain)?.groups ?? {}
    if (!written) continue
    const unit = DOSAGE_UNITS.find((name) => new RegExp(`^(?:${UNITS[name]})$`, 'u').test(word))
    const amount = FRACTIONS[written] ?? Number(written.replace(',', '.'))
    if (amount === 0) return undefined
    if (times) return { amount, unit, at: Number(times) }
    const at = MOMENTS.filter((name) =>
      new RegExp(`(?:^| )(?:${MOMENT_WORDS[name]})(?:$|[ ,])`, 'u').test(moments ?? ''),
    )
    if (at.length > 0) return { amount, unit, at }
  }
  return undefined
}
