import type { IntlShape } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import type { LogbookEntry } from '#contract/logbook.ts'
import { toCsv } from '#src/lib/csv.ts'
import { inFileName } from '#src/lib/save-file.ts'
import type { LogbookPeriod } from './queries.ts'

/** The rows as a file for a spreadsheet: a field a column, a 0 as 0. */
export function medicineCsv(rows: readonly LogbookEntry[], intl: IntlShape): string {
  return toCsv([headings(intl), ...rows.map((row) => cells(row, intl))])
}

/** As a spreadsheet in Dutch takes it for a day. */
const dayOf = (date: IsoDate | undefined) => date?.split('-').toReversed().join('-')
const numberOf = (value: number | null | undefined) => value?.toString().replace('.', ',')

function headings({ formatMessage }: IntlShape): string[] {
  return [
    formatMessage({ id: 'client.logbook.medicine.date' }),
    formatMessage({ id: 'client.logbook.medicine.product' }),
    formatMessage({ id: 'client.logbook.medicine.registration' }),
    formatMessage({ id: 'client.logbook.medicine.channel' }),
    formatMessage({ id: 'client.logbook.medicine.description' }),
    formatMessage({ id: 'client.logbook.medicine.indication' }),
    formatMessage({ id: 'client.logbook.medicine.dosage' }),
    formatMessage({ id: 'client.logbook.medicine.route' }),
    formatMessage({ id: 'client.logbook.medicine.duration' }),
    formatMessage({ id: 'client.logbook.medicine.amount' }),
    formatMessage({ id: 'client.logbook.medicine.unit' }),
    formatMessage({ id: 'client.logbook.medicine.batch' }),
    formatMessage({ id: 'client.logbook.medicine.expiryDate' }),
    formatMessage({ id: 'client.logbook.medicine.animalsOnly' }),
    formatMessage({ id: 'client.logbook.medicine.location' }),
    formatMessage({ id: 'client.logbook.medicine.vetOnly' }),
    formatMessage({ id: 'client.logbook.medicine.supplier' }),
    formatMessage({ id: 'client.logbook.medicine.meatDays' }),
    formatMessage({ id: 'client.logbook.medicine.milkDays' }),
    formatMessage({ id: 'client.logbook.medicine.milkHours' }),
  ]
}

function cells(row: LogbookEntry, { formatMessage }: IntlShape) {
  // What the practice does not know is told apart from what it did not say.
  const period = (value: number | null | undefined) =>
    value === null ? formatMessage({ id: 'client.logbook.medicine.unknown' }) : numberOf(value)
  return [
    dayOf(row.date),
    row.productName,
    row.registrationNumber,
    row.channel,
    row.description,
    row.indication,
    row.dosage,
    row.route,
    numberOf(row.durationDays),
    numberOf(row.quantity),
    row.unit,
    row.batchNumber,
    dayOf(row.expiryDate),
    row.animals,
    row.location,
    row.veterinarian,
    row.supplier,
    period(row.withdrawalMeatDays),
    period(row.withdrawalMilkDays),
    period(row.withdrawalMilkHours),
  ]
}

/** `medicijnlogboek-melkvee-2026-01-01-2026-11-21.csv` */
export function medicineFile(animal: string, { startDate, endDate }: LogbookPeriod, intl: IntlShape): string {
  const title = intl.formatMessage({ id: 'client.logbook.medicine.title' })
  return `${[title, animal, startDate, endDate].map(inFileName).filter(Boolean).join('-')}.csv`
}
