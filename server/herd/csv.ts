import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { type CsvCell, csvLines, dayCell, numberCell, toCsv } from '#contract/csv.ts'
import type { Language } from '#contract/languages.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { type Animals, numberOf, readAnimals, ubnOf } from './animals.ts'
import { HERD_WORDS } from './words.ts'

interface Of {
  animals: Animals
  keeper: Pick<ClientRow, 'ubn'>
  language: Language
}

/** A spreadsheet, part by part. */
export async function* csvTexts(
  db: Database,
  parts: AsyncIterable<PatientLogbookEntry[]>,
  of: Omit<Of, 'animals'>,
): AsyncGenerator<string> {
  yield toCsv([headings(of.language)])
  for await (const entries of parts) {
    const animals = await readAnimals(db, [...new Set(entries.map(({ patientUuid }) => patientUuid))])
    if (entries.length > 0) yield csvLines(entries.map((entry) => cells(entry, { ...of, animals })))
  }
}

function headings(language: Language): string[] {
  const words = HERD_WORDS[language]
  return [
    words.date,
    words.animal,
    words.number,
    words.ubn,
    words.product,
    words.registration,
    words.channel,
    words.description,
    words.indication,
    words.dosage,
    words.route,
    words.duration,
    words.amount,
    words.unit,
    words.batch,
    words.expiryDate,
    words.animals,
    words.location,
    words.vet,
    words.supplier,
    words.meatDays,
    words.milkDays,
    words.milkHours,
    words.eggDays,
  ]
}

function cells(entry: PatientLogbookEntry, { animals, keeper, language }: Of): CsvCell[] {
  const animal = animals.get(entry.patientUuid)
  // What the practice does not know is told apart from what it did not say.
  const period = (value: number | null | undefined) =>
    value === null ? HERD_WORDS[language].unknown : numberCell(value)
  return [
    dayCell(entry.date),
    animal?.name,
    numberOf(animal),
    ubnOf(animal, keeper),
    entry.productName,
    entry.registrationNumber,
    entry.channel,
    entry.description,
    entry.indication,
    entry.dosage,
    entry.route,
    numberCell(entry.durationDays),
    numberCell(entry.quantity),
    entry.unit,
    entry.batchNumber,
    dayCell(entry.expiryDate),
    entry.animals,
    entry.location,
    entry.veterinarian,
    entry.supplier,
    period(entry.withdrawalMeatDays),
    period(entry.withdrawalMilkDays),
    period(entry.withdrawalMilkHours),
    period(entry.withdrawalEggDays),
  ]
}
