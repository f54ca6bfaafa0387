import { centsOf } from '#contract/invoice.ts'
import { namedVatRate, withVat } from '#contract/line-items.ts'
import { MAX_LINE, cleanLine } from '#contract/text.ts'
import { isRecord } from '#contract/values.ts'
import type { RecordKind } from '../records.ts'
import type { Notes } from './notes.ts'
import { readNumber, vatNameOf } from './numbers.ts'
import { readSex } from './words.ts'

// Fills in required fields other than keys. A field with a clear default gets the default without a note. A chosen
// value, or an unreadable field, adds a note. Without a clear value the field stays absent, and its line is left
// out.

type Fields = Record<string, unknown>
/** `sent` has the fields as they are in the export. */
export type FillIn = (record: Fields, notes: Notes, sent: Fields) => void

const DEFAULT_MINUTES = 15
const UNNAMED = 'Zonder naam'

/** Names of record types in Dutch, the language of the practices' exports. */
const REMINDERS: Readonly<Record<string, string>> = {
  VACCINATION: 'Vaccinatie',
  DEWORMING: 'Ontworming',
  PARASITES: 'Vlooien en teken',
  DENTAL: 'Gebit',
  CHECK_UP: 'Controle',
  LAB: 'Onderzoek',
  MEDICATION: 'Medicatie',
  INSURANCE: 'Verzekering',
  FARM_PLAN: 'Bedrijfsplan',
}
const LOGBOOK: Readonly<Record<string, string>> = {
  TREATMENT: 'Behandeling',
  DELIVERY: 'Aflevering',
  VACCINATION: 'Vaccinatie',
  VISIT: 'Bezoek',
  LAB: 'Onderzoek',
  NOTE: 'Notitie',
}

const isAbsent = (value: unknown) => value === undefined || value === ''
const firstOf = (record: Fields, ...names: string[]): string | undefined =>
  names.map((name) => record[name]).find((value): value is string => typeof value === 'string' && value !== '')

function client(record: Fields, notes: Notes): void {
  record['locked'] ??= false
  if (!isAbsent(record['lastName'])) return
  const isNamed = !isAbsent(firstOf(record, 'companyName', 'callName', 'firstName'))
  record['lastName'] = isNamed ? '' : UNNAMED
  if (!isNamed) notes.add('lastName', 'replaced', UNNAMED)
}

/** Words and amounts are shorter. The limit bounds the work of the patterns on a value. */
const MAX_WORDS = 200

/** Returns the start of a value as text. Uses the first entry of a list; returns '' for objects and absent values. */
function textOf(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return ['string', 'number', 'boolean'].includes(typeof one) ? String(one).trim().slice(0, MAX_WORDS) : ''
}

/** Values of a date of death which mean that the animal is alive. */
const ALIVE =
  /^(false|nee|neen|no|n|niet|geen|none|null|0+|-+|levend|levend dier|leeft|alive|n\.?\s?v\.?\s?t\.?|n\/a)$/i

function patient(record: Fields, notes: Notes, sent: Fields): void {
  // An unreadable date of death means that the animal has died, unless the text says otherwise.
  const isDead = notes.all.some(({ field, code }) => field === 'deceasedDate' && code === 'invalidDate')
  if (isDead && !ALIVE.test(textOf(sent['deceasedDate']))) {
    record['active'] = false
    notes.add('active', 'replaced', 'false')
  }
  if (record['neutered'] === undefined && typeof sent['sex'] === 'string') {
    const { neutered } = readSex(textOf(sent['sex']))
    if (neutered !== undefined) record['neutered'] = neutered
  }
  if (!isAbsent(record['name'])) return
  const name = firstOf(record, 'lifeNumber', 'chipNumber', 'passportNumber') ?? UNNAMED
  record['name'] = name
  notes.add('name', 'replaced', name)
}

function reminder(record: Fields): void {
  record['active'] ??=
    !['DONE', 'CANCELLED', 'EXPIRED'].includes(String(record['status'])) && isAbsent(record['completedDate'])
  record['description'] ??= REMINDERS[String(record['type'])] ?? firstOf(record, 'productName') ?? 'Herinnering'
}

function appointment(record: Fields, notes: Notes): void {
  record['patientUuids'] ??= []
  record['reason'] ??= 'Afspraak'
  if (record['durationMinutes'] === undefined) {
    record['durationMinutes'] = DEFAULT_MINUTES
    notes.add('durationMinutes', 'replaced', String(DEFAULT_MINUTES))
  }
  // An unreadable status may be a cancellation, so no default applies.
  if (!notes.all.some(({ field }) => field === 'status')) record['status'] ??= 'BOOKED'
}

/** Statuses of a document that is not, or not yet, an invoice. */
const NO_INVOICE = /concept|draft|forma|offerte|annul|cancel|void/i

/**
 * Codes and symbols of other currencies. Such an invoice is left out, because its amounts would be shown in euros.
 */
const OTHER_CURRENCY = /^(?!eur)[a-z]{3}$|[\p{Sc}--[€]]/iv

function invoice(record: Fields, notes: Notes, sent: Fields): void {
  if (record['currency'] === undefined && OTHER_CURRENCY.test(textOf(sent['currency'])))
    notes.replace('currency', 'otherCurrency')
  if (record['totalInclVat'] === undefined) {
    const total = totalOf(record)
    if (total !== undefined) record['totalInclVat'] = total / 100
  }
  datedRates(record, sent)
  if (!NO_INVOICE.test(textOf(sent['status']))) record['status'] ??= statusOf(record)
}

/** Gives lines without a date the VAT rate that its word meant on the day of the invoice. */
function datedRates({ date, lines }: Fields, sent: Fields): void {
  const sentLines: unknown = sent['lines']
  if (!Array.isArray(lines) || !Array.isArray(sentLines) || lines.length !== sentLines.length) return
  for (const [at, line] of lines.entries()) if (isRecord(line)) setNamedRate(line, sentLines[at], line['date'] ?? date)
}

function setNamedRate(line: Fields, sent: unknown, day: unknown): void {
  const name = isRecord(sent) ? vatNameOf(textOf(sent['vatRate'])) : undefined
  if (name !== undefined && typeof day === 'string') line['vatRate'] = namedVatRate(name, day)
}

/** Returns the total in cents, from the amounts by rate, or from the paid and open amounts. */
function totalOf({ vat, paidAmount, openAmount }: Fields): number | undefined {
  if (Array.isArray(vat) && vat.length > 0) {
    return vat.reduce<number>((sum, { base, amount }: Fields) => sum + (centsOf(base) ?? 0) + (centsOf(amount) ?? 0), 0)
  }
  const [paid, open] = [centsOf(paidAmount), centsOf(openAmount)]
  return paid === null || open === null ? undefined : paid + open
}

/** Returns the status, or undefined if the amounts do not determine it. */
function statusOf(record: Fields): string | undefined {
  const { totalInclVat, paidAmount, openAmount } = record
  const [total, paid, open] = [centsOf(totalInclVat), centsOf(paidAmount), centsOf(openAmount)]
  if (open !== null) return open === 0 ? 'PAID' : 'UNPAID'
  if (record['paidDate'] !== undefined) return 'PAID'
  if (paid === null || total === null) return undefined
  return total >= 0 && paid >= total ? 'PAID' : 'UNPAID'
}

/** Parts without which the lines would state another sum than the practice meant. */
const NEEDED_LINE = /^lines(\[\d+\](\.(amount|amountTo|description))?)?$/
/** Notes about values that were kept. */
const KEPT = new Set(['shortened', 'readAsOther'])

function estimate(record: Fields, notes: Notes, sent: Fields): void {
  if (record['currency'] === undefined && OTHER_CURRENCY.test(textOf(sent['currency'])))
    notes.replace('currency', 'otherCurrency')
  if (notes.all.some(({ field, code = '' }) => NEEDED_LINE.test(field) && !KEPT.has(code))) delete record['lines']
  const { lines } = record
  if (!Array.isArray(lines) || record['reason'] !== undefined) return
  const [first]: unknown[] = lines
  const description = isRecord(first) ? firstOf(first, 'description') : undefined
  if (description !== undefined) record['reason'] = cleanLine(description).slice(0, MAX_LINE)
}

function logbookEntry(record: Fields, notes: Notes, sent: Fields): void {
  const [unit] = /\p{L}+(?=\.?$)/u.exec(textOf(sent['quantity'])) ?? []
  if (unit && record['quantity'] !== undefined) record['unit'] ??= unit
  if (record['description'] !== undefined) return
  const description = firstOf(record, 'productName', 'indication') ?? LOGBOOK[String(record['kind'])]
  if (description === undefined) return
  record['description'] = description
  notes.add('description', 'replaced', description)
}

/** Completes a line of an invoice. The amount is that of quantity and price, less the discount. */
function lineItem(record: Fields, notes: Notes, sent: Fields): void {
  const [unit] = /\p{L}+(?=\.?$)/u.exec(textOf(sent['quantity'])) ?? []
  if (unit && unit !== 'x' && record['quantity'] !== undefined) record['unit'] ??= unit
  setNamedRate(record, sent, record['date'] ?? sent['dateOfInvoice'])
  addVat(record, notes, sent)
  const { quantity = 1, unitPrice, amount } = record
  const price = typeof unitPrice === 'number' ? Number(quantity) * unitPrice : undefined
  const discount = discountOf(record, sent, price ?? amount)
  if (discount === undefined) delete record['discount']
  else record['discount'] = discount / 100
  if (amount !== undefined || price === undefined) return
  const cents = centsOf(price - (discount ?? 0) / 100)
  if (cents !== null && Math.abs(cents) < MAX_CENTS) record['amount'] = cents / 100
}

/** Converts a price and an amount without VAT, of a line that states neither with VAT. */
function addVat(record: Fields, notes: Notes, sent: Fields): void {
  const [price, amount] = [netOf(sent['unitPriceExclVat']), netOf(sent['amountExclVat'])]
  const { vatRate: rate, discount } = record
  if ((price ?? amount) === undefined || record['amount'] !== undefined || record['unitPrice'] !== undefined) return
  if (typeof rate !== 'number') return notes.replace('amount', 'vatRateMissing')
  if (price !== undefined) record['unitPrice'] = withVat(price, rate)
  if (typeof discount === 'number') record['discount'] = withVat(discount, rate)
  const cents = amount === undefined ? null : centsOf(withVat(amount, rate))
  if (cents !== null && Math.abs(cents) < MAX_CENTS) record['amount'] = cents / 100
}

const netOf = (value: unknown): number | undefined =>
  value === undefined ? undefined : readNumber(textOf(value), { isMoney: true })

const MAX_CENTS = 1e11
const PERCENTAGE = /^-?(\d{1,3}(?:[.,]\d+)?)\s*%$/

/**
 * Returns the discount in cents with the sign of the price that it reduces, as some systems write it with a minus. A
 * percentage is that of the price.
 */
function discountOf({ discount }: Fields, sent: Fields, price: unknown): number | undefined {
  const percentage = PERCENTAGE.exec(textOf(sent['discount']))?.[1]
  const isBelow = typeof price === 'number' && price < 0
  if (percentage !== undefined) {
    const share = Number(percentage.replace(',', '.')) / 100
    return typeof price === 'number' && share <= 1 ? (centsOf(price * share) ?? undefined) : undefined
  }
  const cents = Math.abs(centsOf(discount) ?? 0)
  return cents === 0 ? undefined : isBelow ? -cents : cents
}

/** Functions that complete the objects within a record, by the title of their schema. */
export const FILL_IN_PARTS: Readonly<Record<string, FillIn>> = { LineItem: lineItem }

export const FILL_IN: Partial<Record<RecordKind, FillIn>> = {
  client,
  patient,
  reminder,
  appointment,
  invoice,
  invoiceLine: lineItem,
  estimate,
  logbookEntry,
}
