import { type CsvCell, dayCell, numberCell } from './csv.ts'
import type { LogbookEntry } from './schemas/logbook.ts'

/**
 * Returns the cell of a withdrawal period: a text for an unknown period (null), empty for an unstated one.
 */
const period = (value: number | null | undefined, unknown: string): CsvCell =>
  value === null ? unknown : numberCell(value)

/**
 * Columns of a spreadsheet of given medicines: message of the heading, and cell of an entry. `unknown` is the text for
 * a withdrawal period that the practice does not know.
 */
export const MEDICINE_COLUMNS = [
  ['client.logbook.medicine.date', ({ date }: LogbookEntry) => dayCell(date)],
  ['client.logbook.medicine.product', ({ productName }: LogbookEntry) => productName],
  ['client.logbook.medicine.registration', ({ registrationNumber }: LogbookEntry) => registrationNumber],
  ['client.logbook.medicine.channel', ({ channel }: LogbookEntry) => channel],
  ['client.logbook.medicine.description', ({ description }: LogbookEntry) => description],
  ['client.logbook.medicine.indication', ({ indication }: LogbookEntry) => indication],
  ['client.logbook.medicine.dosage', ({ dosage }: LogbookEntry) => dosage],
  ['client.logbook.medicine.route', ({ route }: LogbookEntry) => route],
  ['client.logbook.medicine.duration', ({ durationDays }: LogbookEntry) => numberCell(durationDays)],
  ['client.logbook.medicine.amount', ({ quantity }: LogbookEntry) => numberCell(quantity)],
  ['client.logbook.medicine.unit', ({ unit }: LogbookEntry) => unit],
  ['client.logbook.medicine.batch', ({ batchNumber }: LogbookEntry) => batchNumber],
  ['client.logbook.medicine.expiryDate', ({ expiryDate }: LogbookEntry) => dayCell(expiryDate)],
  ['client.logbook.medicine.animalsOnly', ({ animals }: LogbookEntry) => animals],
  ['client.logbook.medicine.location', ({ location }: LogbookEntry) => location],
  ['client.logbook.medicine.vetOnly', ({ veterinarian }: LogbookEntry) => veterinarian],
  ['client.logbook.medicine.supplier', ({ supplier }: LogbookEntry) => supplier],
  ['client.logbook.medicine.meatDays', (entry: LogbookEntry, text: string) => period(entry.withdrawalMeatDays, text)],
  ['client.logbook.medicine.milkDays', (entry: LogbookEntry, text: string) => period(entry.withdrawalMilkDays, text)],
  ['client.logbook.medicine.milkHours', (entry: LogbookEntry, text: string) => period(entry.withdrawalMilkHours, text)],
  ['client.logbook.medicine.eggDays', (entry: LogbookEntry, text: string) => period(entry.withdrawalEggDays, text)],
] as const
