import { type CsvFieldType, type CsvKind, csvFieldType } from '#contract/csv-import.ts'
import { isTotalText } from '#contract/line-items.ts'
import { foldText } from '#contract/fold-name.ts'
import type { ImportReason } from '#contract/imports.ts'
import type { CsvMapping } from '#contract/schemas/csv-import.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import { type Checked, checkValue } from '../check.ts'
import { readUuid } from '../normalise/uuids.ts'
import { reasonOf } from '../reasons.ts'
import { keyText, readCell, withoutFormula } from './cells.ts'
import type { CsvRow } from '#server/ports.ts'
import { type Texts, checkLine, createRepeatedInvoices, hasLines, isLine, splitTexts } from './invoice-lines.ts'
import type { Found, References } from './references.ts'

interface Conversion {
  mapping: CsvMapping
  /** Unique names of the columns, in the order of the cells. */
  columns: readonly string[]
  practiceId: string
  references: References
  /** Returns a UUID that depends on nothing but the text. */
  idOf(text: string): string
}

type Values = Record<string, unknown>

/** Fields whose columns are passed as a list, because the reader separates e-mail addresses and telephone numbers. */
const LISTS = new Set(['email', 'phone', 'mobile'])

/**
 * Returns a function that converts a row to the objects of export lines, and checks them as such. The function
 * returns none for an empty row and for a client that a former row repeats word for word.
 */
export function createConverter(conversion: Conversion): (row: CsvRow) => Checked[] {
  const { mapping, columns } = conversion
  const { kind } = mapping
  const mapped = mapping.columns.flatMap(({ column, field }) => {
    const type = csvFieldType(kind, field)
    const isPercentage = field === 'discount' && column.includes('%')
    return type === undefined ? [] : [{ field, at: columns.indexOf(column), isPercentage }]
  })
  const words = new Map(mapping.values.map(({ field, from, to }) => [`${field} ${from.trim().toLowerCase()}`, to]))
  const fields = new Set(mapped.map(({ field }) => field))
  const isRepeated = createRepetitions(conversion)
  const convertInvoice = createInvoices(conversion, fields)

  const textsOf = (cells: readonly string[]): Texts => {
    const texts = new Map<string, string[]>()
    for (const { field, at, isPercentage } of mapped) {
      const cell = withoutFormula(cells[at]?.trim() ?? '')
      const word = words.get(`${field} ${cell.toLowerCase()}`) ?? cell
      if (word === '') continue
      const text = isPercentage && !word.endsWith('%') ? `${word}%` : word
      const present = texts.get(field)
      if (present) present.push(text)
      else texts.set(field, [text])
    }
    return texts
  }

  return ({ line, cells, problem }) => {
    if (problem) return [wrong(kind, { line, field: '', column: problem.column, ...reasonOf(problem.code) })]
    const texts = textsOf(cells)
    if (texts.size === 0) return []
    if (kind === 'invoiceLine') return [ownLine(line, texts, conversion)]
    if (hasLines(kind, fields)) return convertInvoice(line, texts)
    const { values, failed, isDerived } = recordOf(texts, conversion)
    if (failed) return [wrong(kind, { line, field: failed.field, ...reasonOf(failed.code) }, values['uuid'])]
    const repetition = isRepeated(values, isDerived)
    if (repetition === 'same') return []
    if (repetition === 'other') return [wrong(kind, { line, field: 'uuid', ...reasonOf('ambiguous') })]
    return [withoutDefaults(checkValue(line, values), fields)]
  }
}

/** Returns a function that converts rows which each contain an invoice and one of its lines. */
function createInvoices(conversion: Conversion, fields: ReadonlySet<string>) {
  const compare = createRepeatedInvoices(conversion.idOf)
  return (line: number, texts: Texts): Checked[] => {
    const { own, line: lineTexts } = splitTexts(texts)
    const unnamed = withoutInvoice(line, 'number', own.get('uuid') ?? own.get('number'))
    if (unnamed) return [unnamed]
    const { values, failed } = recordOf(own, conversion)
    const uuid = textOf(values['uuid'])
    const { isFirst, differing } = compare(uuid, values)
    const lines = isLine(lineTexts)
      ? [
          lineOf(line, lineTexts, conversion, {
            invoiceUuid: uuid,
            clientUuid: values['clientUuid'],
            dateOfInvoice: values['date'],
            notes: differing.map((field) => ({ field, code: 'contradicts' })),
          }),
        ]
      : []
    if (!isFirst) {
      if (lines.length > 0 || differing.length === 0) return lines
      return differing.map((field) => wrong('invoiceLine', { line, field, ...reasonOf('contradicts') }))
    }
    const invoice = failed
      ? wrong('invoice', { line, field: failed.field, ...reasonOf(failed.code) }, uuid)
      : withoutDefaults(checkValue(line, values), fields)
    return [invoice, ...lines]
  }
}

/** Converts a row with only a line, which names its invoice. */
function ownLine(line: number, texts: Texts, conversion: Conversion): Checked {
  const [uuid, number] = [oneOf(texts, 'invoiceUuid'), oneOf(texts, 'invoiceNumber')]
  const unnamed = withoutInvoice(line, 'invoiceNumber', texts.get('invoiceUuid') ?? texts.get('invoiceNumber'))
  if (unnamed) return unnamed
  const invoiceUuid = uuid === undefined ? keyOfNumber('invoice', number ?? '', conversion) : readUuid(uuid)
  return lineOf(line, texts, conversion, { invoiceUuid, notes: [] })
}

/** Returns the problem of a row that names no invoice; undefined if the row names an invoice. */
function withoutInvoice(line: number, field: string, texts: readonly string[] | undefined): Checked | undefined {
  if (texts && !isTotalText(texts.join(' '))) return undefined
  return wrong('invoiceLine', { line, field, ...reasonOf(texts ? 'totalsRow' : 'required') })
}

interface OfLine {
  invoiceUuid: string
  clientUuid?: unknown
  dateOfInvoice?: unknown
  notes: { field: string; code: ImportReason }[]
}

/** Converts the line of a row. An unknown animal leaves a line with its animal's name. */
function lineOf(line: number, texts: Texts, conversion: Conversion, { notes, ...known }: OfLine): Checked {
  const { mapping, practiceId } = conversion
  const { clientUuid, ...given } = known
  const values: Values = { record: 'invoiceLine', practiceId, ...given }
  for (const [field, list] of splitTexts(texts).line) {
    const type = csvFieldType('invoiceLine', field)
    if (type !== undefined && type !== 'patient') values[field] = valueOf(field, list, type, mapping)
  }
  setPatientName(values, texts)
  const patient = patientOf(texts, typeof clientUuid === 'string' ? clientUuid : undefined, conversion)
  if (typeof patient === 'object') values['patientUuid'] = patient.uuid
  const isLost = typeof patient === 'string' && values['patientName'] === undefined
  const all = isLost ? [...notes, { field: 'patientUuid', code: patient }] : notes
  return checkLine({ line, texts, values, notes: all })
}

const wrong = (kind: CsvKind, { column, ...problem }: ImportProblem, key?: unknown): Checked => ({
  line: problem.line,
  problems: [{ ...problem, ...(column !== undefined && { column }) }],
  kind,
  ...(typeof key === 'string' && { key }),
})

/** Removes notes about defaults of fields without a column: they would be on every line. */
function withoutDefaults(checked: Checked, fields: ReadonlySet<string>): Checked {
  if ('problems' in checked || !checked.warnings) return checked
  const { warnings, ...rest } = checked
  const told = warnings.filter(({ code, field }) => code !== 'replaced' || fields.has(field))
  return told.length > 0 ? { ...rest, warnings: told } : rest
}

/**
 * Compares rows with the same key. Rows of one client may repeat the client, as in a list of animals. A key that is
 * derived from a name or a date must not stand for two records.
 */
function createRepetitions({ mapping: { kind }, idOf }: Conversion) {
  const seen = new Map<string, string>()
  return (values: Values, isDerived: boolean): 'same' | 'other' | undefined => {
    if (kind !== 'client' && !isDerived) return undefined
    const key = textOf(values['uuid'])
    const content = idOf(JSON.stringify(values))
    const former = seen.get(key)
    seen.set(key, content)
    if (former === undefined) return undefined
    if (former === content) return 'same'
    return isDerived ? 'other' : undefined
  }
}

interface Failed {
  field: string
  code: ImportReason
}

/** Returns the object of an export line. `isDerived`: the row has no number, so its key comes from other values. */
function recordOf(
  texts: Texts,
  conversion: Conversion,
): { values: Values; failed?: Failed | undefined; isDerived: boolean } {
  const { mapping, practiceId } = conversion
  const { kind } = mapping
  const values: Values = { record: kind, practiceId }
  for (const [field, list] of texts) {
    const type = csvFieldType(kind, field)
    if (type === undefined || type === 'client' || type === 'patient') continue
    values[field] = valueOf(field, list, type, mapping)
  }
  const failed = refer(values, texts, conversion)
  COMBINE[kind]?.(values, texts)
  const key = keyOf(values, texts, conversion)
  values['uuid'] = key.uuid
  if (kind !== 'invoice' && kind !== 'visitForm') delete values['number']
  return { values, failed: failed ?? key.failed, isDerived: key.isDerived }
}

function valueOf(field: string, texts: readonly string[], type: CsvFieldType, mapping: CsvMapping): unknown {
  if (texts.length > 1 && LISTS.has(field)) return texts
  return readCell(texts.join(' '), type, mapping)
}

/** Returns a value as text; lists and objects are no part of a key. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const oneOf = (texts: Texts, field: string): string | undefined => texts.get(field)?.join(' ')

/** Sets the links of a record to its client and animal. Returns the link that leads nowhere. */
function refer(values: Values, texts: Texts, conversion: Conversion): Failed | undefined {
  const { kind } = conversion.mapping
  if (kind === 'client') return undefined
  const client = clientOf(texts, conversion)
  if (typeof client === 'string') return { field: 'clientUuid', code: client }
  const patient = kind === 'patient' ? undefined : patientOf(texts, client?.uuid, conversion)
  if (typeof patient === 'string') return { field: 'patientUuid', code: patient }
  const clientUuid = client?.uuid ?? (patient && conversion.references.clientOfPatient(patient.uuid))
  if (clientUuid !== undefined) values['clientUuid'] = clientUuid
  else if (patient && kind !== 'logbookEntry') return { field: 'patientUuid', code: 'unknown' }
  if (kind === 'appointment') values['patientUuids'] = patient ? [patient.uuid] : []
  else if (patient) values['patientUuid'] = patient.uuid
  return undefined
}

function clientOf(texts: Texts, { references, practiceId, idOf }: Conversion): Found | undefined {
  const [uuid, number] = [oneOf(texts, 'clientUuid'), oneOf(texts, 'clientNumber')]
  if (uuid !== undefined) return { uuid: readUuid(uuid) }
  if (number !== undefined) {
    const found = references.clientByNumber(number)
    return found === 'unknown' ? { uuid: idOf(`${practiceId} client ${keyText(number)}`) } : found
  }
  const [email, name] = [oneOf(texts, 'clientEmail'), oneOf(texts, 'clientName')]
  if (email !== undefined) return references.clientByEmail(email)
  return name === undefined ? undefined : references.clientByName(name)
}

function patientOf(
  texts: Texts,
  clientUuid: string | undefined,
  { references, practiceId, idOf }: Conversion,
): Found | undefined {
  const [uuid, number] = [oneOf(texts, 'patientUuid'), oneOf(texts, 'patientNumber')]
  if (uuid !== undefined) return { uuid: readUuid(uuid) }
  if (number !== undefined) return { uuid: idOf(`${practiceId} patient ${keyText(number)}`) }
  const [chip, name] = [oneOf(texts, 'patientChip'), oneOf(texts, 'patientName')]
  if (chip !== undefined) return references.patientByChip(chip)
  if (name === undefined) return undefined
  return clientUuid === undefined ? 'unknown' : references.patientByName(name, clientUuid)
}

/** Values that identify a record without a number. */
const IDENTITY: Readonly<Record<Exclude<CsvKind, 'invoiceLine'>, readonly string[]>> = {
  client: ['companyName', 'firstName', 'callName', 'initials', 'lastName'],
  patient: ['clientUuid', 'name'],
  reminder: ['clientUuid', 'patientUuid', 'date', 'description', 'type'],
  appointment: ['clientUuid', 'start'],
  invoice: ['clientUuid', 'date', 'totalInclVat'],
  visitForm: ['clientUuid', 'patientUuid', 'date'],
  logbookEntry: ['patientUuid', 'date', 'kind', 'description', 'productName', 'batchNumber'],
}

const keyOfNumber = (kind: CsvKind, number: string, { practiceId, idOf }: Pick<Conversion, 'practiceId' | 'idOf'>) =>
  idOf(`${practiceId} ${kind} ${keyText(number)}`)

/** Derives the key from the practice and the number, so that a later file updates the same record. */
function keyOf(
  values: Values,
  texts: Texts,
  { mapping: { kind }, practiceId, references, idOf }: Conversion,
): { uuid: string; isDerived: boolean; failed?: Failed } {
  const [uuid, number] = [oneOf(texts, 'uuid'), oneOf(texts, kind === 'client' ? 'clientNumber' : 'number')]
  if (uuid !== undefined) return { uuid: readUuid(uuid), isDerived: false }
  if (number !== undefined) {
    const derived = keyOfNumber(kind, number, { practiceId, idOf })
    const found = kind === 'client' ? references.clientByNumber(number) : { uuid: derived }
    if (found === 'ambiguous') return { uuid: derived, isDerived: false, failed: { field: 'uuid', code: found } }
    return { uuid: found === 'unknown' ? derived : found.uuid, isDerived: false }
  }
  if (kind === 'patient') {
    const found = references.patientByName(textOf(values['name']), textOf(values['clientUuid']))
    if (typeof found === 'object') return { uuid: found.uuid, isDerived: true }
  }
  const identity = (kind === 'invoiceLine' ? [] : IDENTITY[kind]).map((field) => foldText(textOf(values[field])))
  return { uuid: idOf([practiceId, kind, '', ...identity].join('\n')), isDerived: true }
}

/** Combines fields that a mapping has and a record has not. */
const COMBINE: Partial<Record<CsvKind, (values: Values, texts: Texts) => void>> = {
  client(values) {
    const { lastNamePrefix, lastName } = values
    if (lastNamePrefix !== undefined && lastName !== undefined)
      values['lastName'] = `${textOf(lastNamePrefix)} ${textOf(lastName)}`
    delete values['lastNamePrefix']
  },
  patient(values) {
    const { insuranceCompany: company, insurancePolicy: policyNumber } = values
    if (company !== undefined || policyNumber !== undefined) values['insurance'] = { company, policyNumber }
    delete values['insuranceCompany']
    delete values['insurancePolicy']
  },
  reminder: setPatientName,
  visitForm(values, texts) {
    setPatientName(values, texts)
    const medication = oneOf(texts, 'medication')
    if (medication !== undefined) values['medication'] = listOf(medication).map((product) => ({ product }))
  },
  appointment(values) {
    const { start, end } = values
    if (values['durationMinutes'] === undefined && end !== undefined)
      values['durationMinutes'] = minutesBetween(textOf(start), textOf(end))
    delete values['end']
  },
  invoice(values, texts) {
    const names = oneOf(texts, 'patientNames')
    if (names !== undefined) values['patientNames'] = listOf(names)
  },
}

function setPatientName(values: Values, texts: Texts): void {
  const name = oneOf(texts, 'patientName')
  if (name !== undefined) values['patientName'] = name
}

const listOf = (text: string): string[] =>
  text
    .split(/\s*[\n;,]\s*/)
    .map((each) => each.trim())
    .filter(Boolean)

const CLOCK = /(\d{1,2})[:.u](\d{2})(?::\d{2})?(?:\s*uur)?$/i

/** Returns the minutes from one time of day to another; the text of the end if a time is unreadable. */
function minutesBetween(start: string, end: string): number | string {
  const [from, until] = [minutesOf(start), minutesOf(end)]
  return from === undefined || until === undefined || until <= from ? end : until - from
}

function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = CLOCK.exec(text.trim()) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** Fields of a mapping from which a field of a record comes, where their names differ. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  clientUuid: ['clientUuid', 'clientNumber', 'clientEmail', 'clientName', 'patientNumber', 'patientChip'],
  patientUuid: ['patientUuid', 'patientNumber', 'patientChip', 'patientName'],
  patientUuids: ['patientUuid', 'patientNumber', 'patientChip', 'patientName'],
  uuid: ['uuid', 'number', 'clientNumber', 'name', 'lastName', 'companyName', 'date', 'start'],
  lastName: ['lastNamePrefix', 'lastName'],
  durationMinutes: ['durationMinutes', 'end'],
  insurance: ['insuranceCompany', 'insurancePolicy'],
  invoiceUuid: ['invoiceUuid', 'invoiceNumber', 'uuid', 'number'],
  amount: ['amount', 'amountExclVat', 'unitPrice', 'unitPriceExclVat'],
}

/**
 * Adds to a problem of a record the header of the column that causes it, and the text of the cell if the cells of
 * its line are given.
 */
export function withColumn(
  problem: ImportProblem,
  { mapping, columns }: Pick<Conversion, 'mapping' | 'columns'>,
  cells?: readonly string[],
): ImportProblem {
  const textIn = (column: string) => cells?.[columns.indexOf(column)]?.trim()
  if (problem.column !== undefined) return { ...problem, ...given(textIn(problem.column)) }
  const field = /^[^.[]*/.exec(problem.field)?.[0] ?? ''
  const sources = SOURCES[field] ?? [field]
  const mapped = sources.map((source) => mapping.columns.filter((each) => each.field === source)).filter(isFilled)
  // A row may name its client in several ways; the first with a text was used.
  const isJoined = field === 'lastName' || field === 'insurance'
  const used = isJoined
    ? mapped.flat()
    : (mapped.find((group) => group.some(({ column }) => textIn(column))) ?? mapped[0])
  if (!used) return problem
  const names = used.map(({ column }) => column)
  return {
    ...problem,
    column: names.join(' + '),
    ...given(cells && names.map(textIn).filter(Boolean).join(' ')),
  }
}

const isFilled = (list: readonly unknown[]) => list.length > 0
const MAX_GIVEN = 200
const given = (text: string | undefined) => (text === undefined ? {} : { given: text.slice(0, MAX_GIVEN) })
