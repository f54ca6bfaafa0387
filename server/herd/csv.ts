import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { csvLines, toCsv } from '#contract/csv.ts'
import type { Language } from '#contract/languages.ts'
import { MEDICINE_COLUMNS } from '#contract/medicine-csv.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { textsIn } from '#server/texts.ts'
import { numberOf, readAnimals, ubnOf } from './animals.ts'

/** Yields a spreadsheet part by part. The columns of the animal follow the date. */
export async function* csvTexts(
  db: Database,
  parts: AsyncIterable<PatientLogbookEntry[]>,
  { keeper, language }: { keeper: Pick<ClientRow, 'ubn'>; language: Language },
): AsyncGenerator<string> {
  const { text } = textsIn(language)
  const [date, ...others] = MEDICINE_COLUMNS.map(([heading]) => text(heading))
  const ofAnimal = [text('client.logbook.medicine.animal'), text('client.herd.number'), text('client.herd.ubn')]
  yield toCsv([[date, ...ofAnimal, ...others]])
  const unknown = text('client.logbook.medicine.unknown')
  for await (const entries of parts) {
    const animals = await readAnimals(db, [...new Set(entries.map(({ patientUuid }) => patientUuid))])
    const rows = entries.map((entry) => {
      const animal = animals.get(entry.patientUuid)
      const [day, ...cells] = MEDICINE_COLUMNS.map(([, cell]) => cell(entry, unknown))
      return [day, animal?.name, numberOf(animal), ubnOf(animal, keeper), ...cells]
    })
    if (rows.length > 0) yield csvLines(rows)
  }
}
