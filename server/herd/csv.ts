import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { type CsvCell, csvLines, dayCell, numberCell, toCsv } from '#contract/csv.ts'
import type { Language } from '#contract/languages.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { type MessageId, textsIn } from '#server/texts.ts'
import { numberOf, readAnimals, ubnOf } from './animals.ts'

interface Line {
  entry: PatientLogbookEntry
  animal: Patient | undefined
  keeper: Pick<ClientRow, 'ubn'>
  /** Tells a period that the practice does not know (null) from one that it did not state. */
  period: (value: number | null | undefined) => CsvCell
}

const COLUMNS: [heading: MessageId, cell: (line: Line) => CsvCell][] = [
  ['client.logbook.medicine.date', ({ entry }) => dayCell(entry.date)],
  ['client.logbook.medicine.animal', ({ animal }) => animal?.name],
  ['client.herd.number', ({ animal }) => numberOf(animal)],
  ['client.herd.ubn', ({ animal, keeper }) => ubnOf(animal, keeper)],
  ['client.logbook.medicine.product', ({ entry }) => entry.productName],
  ['client.logbook.medicine.registration', ({ entry }) => entry.registrationNumber],
  ['client.logbook.medicine.channel', ({ entry }) => entry.channel],
  ['client.logbook.medicine.description', ({ entry }) => entry.description],
  ['client.logbook.medicine.indication', ({ entry }) => entry.indication],
  ['client.logbook.medicine.dosage', ({ entry }) => entry.dosage],
  ['client.logbook.medicine.route', ({ entry }) => entry.route],
  ['client.logbook.medicine.duration', ({ entry }) => numberCell(entry.durationDays)],
  ['client.logbook.medicine.amount', ({ entry }) => numberCell(entry.quantity)],
  ['client.logbook.medicine.unit', ({ entry }) => entry.unit],
  ['client.logbook.medicine.batch', ({ entry }) => entry.batchNumber],
  ['client.logbook.medicine.expiryDate', ({ entry }) => dayCell(entry.expiryDate)],
  ['client.logbook.medicine.animalsOnly', ({ entry }) => entry.animals],
  ['client.logbook.medicine.location', ({ entry }) => entry.location],
  ['client.logbook.medicine.vetOnly', ({ entry }) => entry.veterinarian],
  ['client.logbook.medicine.supplier', ({ entry }) => entry.supplier],
  ['client.logbook.medicine.meatDays', ({ entry, period }) => period(entry.withdrawalMeatDays)],
  ['client.logbook.medicine.milkDays', ({ entry, period }) => period(entry.withdrawalMilkDays)],
  ['client.logbook.medicine.milkHours', ({ entry, period }) => period(entry.withdrawalMilkHours)],
  ['client.logbook.medicine.eggDays', ({ entry, period }) => period(entry.withdrawalEggDays)],
]

/** Yields a spreadsheet part by part. */
export async function* csvTexts(
  db: Database,
  parts: AsyncIterable<PatientLogbookEntry[]>,
  { keeper, language }: { keeper: Line['keeper']; language: Language },
): AsyncGenerator<string> {
  const { text } = textsIn(language)
  yield toCsv([COLUMNS.map(([heading]) => text(heading))])
  const unknown = text('client.logbook.medicine.unknown')
  const period: Line['period'] = (value) => (value === null ? unknown : numberCell(value))
  for await (const entries of parts) {
    const animals = await readAnimals(db, [...new Set(entries.map(({ patientUuid }) => patientUuid))])
    const lines = entries.map((entry) => ({ entry, animal: animals.get(entry.patientUuid), keeper, period }))
    if (lines.length > 0) yield csvLines(lines.map((line) => COLUMNS.map(([, cell]) => cell(line))))
  }
}
