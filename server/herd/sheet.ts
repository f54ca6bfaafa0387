import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import type { IsoDate } from '#contract/dates.ts'
import { medicineName } from '#contract/medicine.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { formats } from '#server/documents/formats.ts'
import { type Parties, factsOf, filled, partiesOf } from '#server/documents/parties.ts'
import type { Part, Sheet } from '#server/pdf/sheet.ts'
import { type Animals, numberOf, ubnOf } from './animals.ts'
import type { MedicineFilter } from './medicines.ts'
import { HERD_WORDS } from './words.ts'

interface Drawn {
  entries: readonly PatientLogbookEntry[]
  animals: Animals
  /** Where all animals of the keeper are, in order. */
  ubns: readonly string[]
  keeper: Pick<ClientRow, 'ubn'>
  filter: MedicineFilter
  /** From 1. */
  part: number
  parts: number
  /** Of all parts. */
  total: number
  today: IsoDate
}

/** The medicines of a herd, as an inspector reads them. */
export function herdSheet(drawn: Drawn, parties: Parties): Sheet {
  const { entries, animals, ubns, keeper, filter, part, parts, total, today } = drawn
  const words = HERD_WORDS[parties.language]
  const { day, shortDay, count } = formats(parties.language)
  const period = words.until(day(filter.startDate), day(filter.endDate))
  const ofPart = parts > 1 ? words.part(part, parts) : ''
  return {
    ...partiesOf(parties),
    isWide: true,
    title: filled(words.title, ofPart).join(', '),
    name: filled(words.title, period, ofPart).join(', '),
    facts: factsOf({
      [words.period]: period,
      [words.ubn]: filter.ubn || ubns.join(', '),
      [words.medicine]: filter.medicine,
      [words.entries]: count(total),
      [words.drawnUpOn]: day(today),
    }),
    parts: [
      entries.length > 0 ? table() : { kind: 'note', text: words.none },
      ...(part === parts ? [signatures()] : []),
      { kind: 'note', text: words.noRights },
    ],
  }

  function signatures(): Part {
    return { kind: 'signatures', labels: [words.signedPractice, words.signedKeeper] }
  }

  function table(): Part {
    const lines = (...texts: (string | null | undefined)[]) => filled(...texts).join('\n')
    const number = (value: number | undefined) => (value === undefined ? undefined : count(value))
    const columns: { label: string; weight: number; cell: (entry: PatientLogbookEntry) => string }[] = [
      { label: words.date, weight: 6, cell: ({ date }) => shortDay(date) },
      {
        label: words.animal,
        weight: 11,
        cell: ({ patientUuid, animals: some, location }) => {
          const animal = animals.get(patientUuid)
          const ubn = ubns.length > 1 ? ubnOf(animal, keeper) : undefined
          return lines(animal?.name, numberOf(animal), ubn && `UBN ${ubn}`, some, location)
        },
      },
      {
        label: words.product,
        weight: 11,
        cell: (entry) => lines(medicineName(entry), filled(entry.registrationNumber, entry.channel).join(' ')),
      },
      {
        label: words.indication,
        weight: 11,
        cell: ({ indication, description, productName, dosage, route, durationDays }) => {
          const days = durationDays === undefined ? undefined : words.days(count(durationDays))
          return lines(indication || (productName && description), filled(dosage, route, days).join(', '))
        },
      },
      { label: words.amount, weight: 6, cell: ({ quantity, unit }) => filled(number(quantity), unit).join(' ') },
      {
        label: words.batch,
        weight: 6,
        cell: ({ batchNumber, expiryDate }) => lines(batchNumber, expiryDate && shortDay(expiryDate)),
      },
      { label: words.vet, weight: 8, cell: ({ veterinarian, supplier }) => lines(veterinarian, supplier) },
      { label: words.meat, weight: 4, cell: ({ withdrawalMeatDays }) => withdrawal(withdrawalMeatDays) },
      {
        label: words.milk,
        weight: 4,
        cell: ({ withdrawalMilkDays, withdrawalMilkHours }) => withdrawal(withdrawalMilkDays, withdrawalMilkHours),
      },
      { label: words.eggs, weight: 4, cell: ({ withdrawalEggDays }) => withdrawal(withdrawalEggDays) },
    ]
    const drawnColumns = columns
      .map((column) => ({ ...column, cells: entries.map(column.cell) }))
      // Empty ones are left out.
      .filter(({ cells }) => cells.some(Boolean))
    return {
      kind: 'table',
      isDense: true,
      columns: drawnColumns.map(({ label, weight }) => ({ label, weight })),
      rows: entries.map((_, row) => drawnColumns.map(({ cells }) => cells[row] ?? '')),
    }
  }

  /** A 0 is said, and that the practice does not know (null). */
  function withdrawal(days: number | null | undefined, hours?: number | null): string {
    const said = filled(
      typeof days === 'number' ? words.days(count(days)) : undefined,
      typeof hours === 'number' ? words.hours(count(hours)) : undefined,
    )
    return said.length > 0 || (days !== null && hours !== null) ? said.join(' / ') : words.unknown
  }
}
