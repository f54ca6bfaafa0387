import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { isMedicine } from '#contract/logbook.ts'
import { typedKeys } from '#contract/values.ts'

export function hasMedicines(entries: readonly LogbookEntry[]): boolean {
  return entries.some(isMedicine)
}

/** Returns administered and dispensed medicines, the latest first. */
export function medicineRows(entries: readonly LogbookEntry[]): LogbookEntry[] {
  return entries.filter(isMedicine).sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
}

export type MedicineColumn =
  | 'date'
  | 'product'
  | 'use'
  | 'amount'
  | 'batch'
  | 'animals'
  | 'vet'
  | 'meat'
  | 'milk'
  | 'eggs'

const known = (...values: unknown[]) => values.some((value) => (value ?? '') !== '')
// An explicit null means unknown to the practice.
const isAnyDefined = (...values: unknown[]) => values.some((value) => value !== undefined)

/** Returns the indication of an entry, else its description, unless the product name already says it. */
export const purposeOf = ({ indication, description, productName }: LogbookEntry): string | undefined =>
  indication || (productName ? description : undefined)

const IS_FILLED: Readonly<Record<MedicineColumn, (entry: LogbookEntry) => boolean>> = {
  date: () => true,
  product: () => true,
  use: (entry) => known(purposeOf(entry), entry.dosage, entry.route, entry.durationDays),
  amount: ({ quantity }) => known(quantity),
  batch: ({ batchNumber, expiryDate }) => known(batchNumber, expiryDate),
  animals: ({ animals, location }) => known(animals, location),
  vet: ({ veterinarian, supplier }) => known(veterinarian, supplier),
  meat: ({ withdrawalMeatDays }) => isAnyDefined(withdrawalMeatDays),
  milk: ({ withdrawalMilkDays, withdrawalMilkHours }) => isAnyDefined(withdrawalMilkDays, withdrawalMilkHours),
  eggs: ({ withdrawalEggDays }) => isAnyDefined(withdrawalEggDays),
}

/** Returns the columns that have a value in at least one row. */
export function medicineColumns(rows: readonly LogbookEntry[]): MedicineColumn[] {
  return typedKeys(IS_FILLED).filter((column) => rows.some(IS_FILLED[column]))
}

const CHANNELS = ['UDD', 'UDA', 'URA', 'VRIJ'] as const
export type Channel = (typeof CHANNELS)[number]

export const isChannel = (channel: string | undefined): channel is Channel =>
  CHANNELS.some((known) => known === channel)

/** Returns the dispensing codes in the rows, for the legend below. */
export function channelsIn(rows: readonly LogbookEntry[]): Channel[] {
  return CHANNELS.filter((channel) => rows.some((row) => row.channel === channel))
}
