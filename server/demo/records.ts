import type { Invoice } from '#contract/schemas/invoice.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import type { AttachmentType } from '#contract/document.ts'
import type { ExportRecord, ExportRecords } from '#server/import/records.ts'
import type { PatientRecord } from './animals.ts'
import type { Days } from './days.ts'
import type { Random } from './random.ts'
import { DATA, type ReminderText, documentTypesOf, textsOf } from './species.ts'

export const VETERINARIANS = ['drs. A. Bakker', 'drs. M. de Wit', 'dr. S. Yılmaz']

type RecordOf<Kind extends keyof ExportRecords> = { record: Kind } & ExportRecords[Kind]
type Animal = Pick<PatientRecord, 'uuid' | 'clientUuid' | 'name' | 'species'>

const of = ({ uuid, clientUuid, name }: Animal) => ({ clientUuid, patientUuid: uuid, patientName: name })

/**
 * Makes a reminder due `day` days from today. An inactive one is done, cancelled or expired. Without `text`, the text
 * is random.
 */
export function makeReminder(
  random: Random,
  days: Days,
  animal: Animal,
  {
    day,
    active,
    text = random.pick(textsOf(animal.species).reminders),
  }: { day: number; active: boolean; text?: ReminderText },
): RecordOf<'reminder'> {
  const { type, description } = text
  const ended = random.pick(['DONE', 'DONE', 'DONE', 'CANCELLED', 'EXPIRED'] as const)
  const status = active ? (day < 21 && random.chance(0.6) ? 'SENT' : 'OPEN') : ended
  return {
    record: 'reminder',
    uuid: random.uuid(),
    ...of(animal),
    date: days(day),
    active,
    type,
    description,
    status,
    ...(status === 'SENT' && { sentAt: `${days(Math.min(day, 0) - 14)}T09:00:00Z` }),
    ...(status === 'DONE' && { completedDate: days(day) }),
  }
}

const cents = (euros: number) => Math.round(euros * 100) / 100

export type InvoiceState = 'paid' | 'unpaid' | 'part-paid' | 'credit'

const CONSULT = 48.4
const DISCOUNT = 10

/**
 * Returns lines that add up to the amounts by rate, without further random numbers. The second animal, if any, has the
 * treatment and the medicine.
 */
function linesOf(
  vat: NonNullable<Invoice['vat']>,
  [animal, other = animal]: readonly Animal[],
  subject: string,
): LineItem[] {
  const line = (
    of: Animal | undefined,
    rate: number,
    item: Pick<LineItem, 'description' | 'unitPrice' | 'discount' | 'amount'>,
  ) => ({
    ...(of && { patientUuid: of.uuid, patientName: of.name }),
    quantity: Math.sign(item.amount),
    ...item,
    vatRate: rate,
  })
  return vat.flatMap(({ rate, base, amount }) => {
    const whole = cents(base + amount)
    const price = Math.abs(whole)
    if (rate === 9) return line(other, rate, { description: 'Medicijnen voor thuis', unitPrice: price, amount: whole })
    if (price < 2 * CONSULT) return line(other, rate, { description: subject, unitPrice: price, amount: whole })
    const rest = cents(price - CONSULT)
    const discount = rest > 10 * DISCOUNT && whole > 0 ? DISCOUNT : 0
    return [
      line(animal, rate, {
        description: subject === 'Consult' ? 'Onderzoek' : 'Consult',
        unitPrice: CONSULT,
        amount: Math.sign(whole) * CONSULT,
      }),
      line(other, rate, {
        description: subject,
        unitPrice: cents(rest + discount),
        ...(discount > 0 && { discount }),
        amount: Math.sign(whole) * rest,
      }),
    ]
  })
}

/** Makes an invoice with a treatment at 21 % VAT and, often, take-home medicines at 9 %. */
export function makeInvoice(
  random: Random,
  days: Days,
  animal: Animal,
  { day, state, number, other }: { day: number; state: InvoiceState; number: string; other?: Animal },
): RecordOf<'invoice'> {
  const { clientUuid, species } = animal
  const animals = other ? [animal, other] : [animal]
  const sign = state === 'credit' ? -1 : 1
  const vat: NonNullable<Invoice['vat']> = []
  const add = (rate: 21 | 9, base: number) => vat.push({ rate, base, amount: cents((base * rate) / 100) })
  add(21, (sign * random.int(2000, 32_000)) / 100)
  if (random.chance(0.5)) add(9, (sign * random.int(500, 6000)) / 100)
  const totalExclVat = cents(vat.reduce((sum, { base }) => sum + base, 0))
  const totalInclVat = cents(vat.reduce((sum, { base, amount }) => sum + base + amount, 0))
  const isPaid = state === 'paid' || state === 'credit'
  const paidAmount = isPaid ? totalInclVat : state === 'part-paid' ? cents(totalInclVat / 2) : 0
  const invoice: RecordOf<'invoice'> = {
    record: 'invoice',
    uuid: random.uuid(),
    clientUuid,
    status: isPaid ? 'PAID' : 'UNPAID',
    number,
    date: days(day),
    dueDate: days(day + 14),
    totalInclVat,
    totalExclVat,
    vat,
    paidAmount,
    openAmount: cents(totalInclVat - paidAmount),
    currency: 'EUR',
    patientNames: animals.map((each) => each.name),
    description: state === 'credit' ? 'Creditfactuur' : random.pick(textsOf(species).invoiceSubjects),
    ...(isPaid && {
      paidDate: days(Math.min(day + random.int(0, 14), 0)),
      paymentMethod: random.pick(['PIN', 'BANK', 'ONLINE']),
    }),
  }
  const subject = (state === 'credit' ? undefined : invoice.description) ?? 'Behandeling'
  return { ...invoice, lines: linesOf(vat, animals, subject) }
}

export function makeVisitForm(random: Random, days: Days, animal: Animal, day: number): RecordOf<'visitForm'> {
  const { medicine = '', ...illness } = random.pick(textsOf(animal.species).illnesses)
  const given = DATA.medicines[medicine]
  return {
    record: 'visitForm',
    uuid: random.uuid(),
    ...of(animal),
    date: days(day),
    number: `V${random.int(100_000, 999_999)}`,
    veterinarian: random.pick(VETERINARIANS),
    ...illness,
    ...(given && {
      medication: [{ product: given.productName, dosage: given.dosage, days: 7 }],
      followUpDate: days(day + 14),
    }),
  }
}

export const isYearly = (type: AttachmentType): boolean => type === 'treatment-plans' || type === 'agreements'

export function makeAttachment(
  random: Random,
  days: Days,
  animal: Animal,
  { day, type = random.pick(documentTypesOf(animal.species)) }: { day: number; type?: AttachmentType },
): RecordOf<'attachment'> {
  const { name, file, mimeType = 'application/pdf' } = random.pick(textsOf(animal.species).documents[type])
  const isPlan = isYearly(type)
  return {
    record: 'attachment',
    uuid: random.uuid(),
    ...of(animal),
    date: days(day),
    type,
    name: isPlan ? `${name} ${days(day).slice(0, 4)}` : `${name} ${animal.name}`,
    fileName: `${file}-${days(day)}.${mimeType === 'image/jpeg' ? 'jpg' : 'pdf'}`,
    mimeType,
    sizeBytes: random.int(20_000, 4_000_000),
    author: random.pick(VETERINARIANS),
    ...(isPlan && { expiresDate: days(day + 365) }),
  }
}

const WHOLE = new Set(['tablet', 'pipet', 'injector'])

/** Returns a vaccination that the reminders also name, so that the animal's card can show its expiry. */
function vaccinationOf(species: Animal['species'], day: number): string {
  const known = textsOf(species).reminders.filter(({ type }) => type === 'VACCINATION')
  return known[Math.abs(day) % known.length]?.description ?? 'Jaarlijkse vaccinatie'
}

/** Makes a logbook entry. Entries of food-producing animals are mostly medicines with withdrawal periods. */
export function makeLogbookEntry(
  random: Random,
  days: Days,
  animal: Animal & Pick<PatientRecord, 'foodProducing'>,
  day: number,
): RecordOf<'logbookEntry'> {
  const entry = {
    record: 'logbookEntry',
    uuid: random.uuid(),
    patientUuid: animal.uuid,
    date: days(day),
    veterinarian: random.pick(VETERINARIANS),
  } as const
  if (!random.chance(animal.foodProducing ? 0.75 : 0.2))
    return {
      ...entry,
      ...random.pick([
        // No recent vaccinations, because their reminders would not be due yet.
        day > -300
          ? { kind: 'VISIT', description: 'Algemene controle' }
          : { kind: 'VACCINATION', description: vaccinationOf(animal.species, day) },
        { kind: 'VISIT', description: 'Controle' },
        { kind: 'LAB', description: 'Bloedonderzoek' },
        { kind: 'NOTE', description: 'Telefonisch advies' },
      ] as const),
    }
  const { amounts, ...medicine } = random.pick(textsOf(animal.species).medicines)
  return {
    ...entry,
    kind: random.pick(['TREATMENT', 'DELIVERY']),
    ...medicine,
    description: `${medicine.indication}: ${medicine.productName}`,
    batchNumber: `${random.pick(['A', 'B', 'K'])}${random.int(1000, 9999)}`,
    expiryDate: days(day + random.int(90, 700)),
    quantity: WHOLE.has(medicine.unit)
      ? random.int(amounts.min, amounts.max)
      : random.int(amounts.min * 5, amounts.max * 5) / 5,
    ...(animal.species === 'CATTLE' && { animals: `koe ${random.int(1000, 9999)}` }),
  }
}

/** Makes an animal's records of the last years, within its lifetime and without active reminders after its death. */
export function makeRecords(random: Random, days: Days, animal: PatientRecord): ExportRecord[] {
  const past = () => -random.int(1, 1400)
  const upTo = <T>(max: number, make: () => T): T[] => Array.from({ length: random.int(0, max) }, make)
  const records = [
    ...upTo(2, () => makeReminder(random, days, animal, { day: random.int(-40, 300), active: true })),
    ...upTo(2, () => makeReminder(random, days, animal, { day: past(), active: false })),
    ...upTo(3, () => {
      const day = past()
      const number = `${days(day).slice(0, 4)}-${random.int(10_000, 99_999)}`
      return makeInvoice(random, days, animal, {
        day,
        state: day > -40 && random.chance(0.5) ? 'unpaid' : 'paid',
        number,
      })
    }),
    ...upTo(1, () => makeVisitForm(random, days, animal, past())),
    ...upTo(1, () => makeAttachment(random, days, animal, { day: past() })),
    ...upTo(animal.foodProducing ? 8 : 2, () => makeLogbookEntry(random, days, animal, past())),
  ]
  const { birthDate: born = '', deceasedDate: died } = animal
  return records.filter((each) => {
    if (each.date < born) return false
    return !died || (each.date <= died && !(each.record === 'reminder' && each.active))
  })
}
