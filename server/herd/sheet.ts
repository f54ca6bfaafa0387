import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import type { IsoDate } from '#contract/dates.ts'
import { medicineName } from '#contract/logbook.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { type Parties, factsOf, filled, partiesOf, tableOf } from '#server/documents/parties.ts'
import type { Part, Sheet } from '#server/pdf/sheet.ts'
import { type Texts, textsIn } from '#server/texts.ts'
import { type Animals, numberOf, ubnOf } from './animals.ts'
import type { MedicineFilter } from './medicines.ts'

interface Drawn {
  entries: readonly PatientLogbookEntry[]
  animals: Animals
  /** The UBNs of all animals of the keeper, sorted. */
  ubns: readonly string[]
  keeper: Pick<ClientRow, 'ubn'>
  filter: MedicineFilter
  /** The number of this part, from 1. */
  part: number
  parts: number
  total: number
  today: IsoDate
}

/** Returns the medicine logbook of a herd in the layout that inspectors expect. */
export function herdSheet(drawn: Drawn, parties: Parties): Sheet {
  const { entries, ubns, filter, part, parts, total, today } = drawn
  const texts = textsIn(parties.language)
  const { text, day, count } = texts
  const title = text('client.logbook.medicine.title')
  const period = text('herd.until', { from: day(filter.startDate), to: day(filter.endDate) })
  const ofPart = parts > 1 ? text('herd.part', { part, parts }) : ''
  const labels = [text('client.logbook.medicine.signedPractice'), text('client.logbook.medicine.signedKeeper')]
  return {
    ...partiesOf(parties),
    isWide: true,
    title: filled(title, ofPart).join(', '),
    name: filled(title, period, ofPart).join(', '),
    facts: factsOf({
      [text('herd.period')]: period,
      [text('client.herd.ubn')]: filter.ubn || ubns.join(', '),
      [text('client.herd.medicine')]: filter.medicine,
      [text('herd.entries')]: count(total),
      [text('herd.drawnUpOn')]: day(today),
    }),
    parts: [
      ...(entries.length > 0
        ? table(drawn, texts)
        : [{ kind: 'note', text: text('client.logbook.medicine.noneText') } as const]),
      ...(part === parts ? [{ kind: 'signatures', labels } as const] : []),
      { kind: 'note', text: text('herd.noRights') },
    ],
  }
}

const lines = (...texts: (string | null | undefined)[]) => filled(...texts).join('\n')

function table({ entries, animals, ubns, keeper }: Drawn, { text, shortDay, count }: Texts): Part[] {
  const columns: { label: string; weight: number; cell: (entry: PatientLogbookEntry) => string }[] = [
    { label: text('client.logbook.medicine.date'), weight: 6, cell: ({ date }) => shortDay(date) },
    {
      label: text('client.logbook.medicine.animal'),
      weight: 11,
      cell: ({ patientUuid, animals: group, location }) => {
        const animal = animals.get(patientUuid)
        const ubn = ubns.length > 1 ? ubnOf(animal, keeper) : undefined
        return lines(animal?.name, numberOf(animal), ubn && `UBN ${ubn}`, group, location)
      },
    },
    {
      label: text('client.logbook.medicine.product'),
      weight: 11,
      cell: (entry) => lines(medicineName(entry), filled(entry.registrationNumber, entry.channel).join(' ')),
    },
    {
      label: text('client.logbook.medicine.indication'),
      weight: 11,
      cell: ({ indication, description, productName, dosage, route, durationDays }) =>
        lines(indication || (productName && description), filled(dosage, route, inDays(durationDays)).join(', ')),
    },
    {
      label: text('client.logbook.medicine.amount'),
      weight: 6,
      cell: ({ quantity, unit }) => filled(quantity === undefined ? undefined : count(quantity), unit).join(' '),
    },
    {
      label: text('client.logbook.medicine.batch'),
      weight: 6,
      cell: ({ batchNumber, expiryDate }) => lines(batchNumber, expiryDate && shortDay(expiryDate)),
    },
    {
      label: text('client.logbook.medicine.vetOnly'),
      weight: 8,
      cell: ({ veterinarian, supplier }) => lines(veterinarian, supplier),
    },
    { label: text('client.herd.meat'), weight: 4, cell: (entry) => withdrawal(entry.withdrawalMeatDays) },
    {
      label: text('client.herd.milk'),
      weight: 4,
      cell: (entry) => withdrawal(entry.withdrawalMilkDays, entry.withdrawalMilkHours),
    },
    { label: text('client.herd.eggs'), weight: 4, cell: (entry) => withdrawal(entry.withdrawalEggDays) },
  ]
  return tableOf(entries, columns, { isDense: true })

  function inDays(days: number | null | undefined): string | undefined {
    return typeof days === 'number' ? text('herd.days', { count: count(days) }) : undefined
  }

  /** Zero and null (unknown to the practice) both count as a stated withdrawal period. */
  function withdrawal(days: number | null | undefined, hours?: number | null): string {
    const inHours = typeof hours === 'number' ? text('herd.hours', { count: count(hours) }) : undefined
    const stated = filled(inDays(days), inHours)
    if (stated.length === 0 && (days === null || hours === null)) return text('client.logbook.medicine.unknown')
    return stated.join(' / ')
  }
}
