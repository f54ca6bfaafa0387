import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import type { SchemaDescription } from 'yup'
import { emailsIn, isEmail } from '#contract/email.ts'
import { centsOf, openCentsOf } from '#contract/invoice.ts'
import { UUID, cleanLine, cleanText, isPersonName } from '#contract/text.ts'
import { isPaymentUrl, isWebsite, readWebsite } from '#contract/website.ts'
import { SENTINEL, readDate, readDateTime, readTime } from './dates.ts'
import { isVatCode, readNumber, withoutUnit } from './numbers.ts'
import type { Notes } from './notes.ts'
import { firstTelephones } from './telephones.ts'
import { readUuid } from './uuids.ts'
import { readBoolean, readSex, wordReader } from './words.ts'

/** Reads a value of an export. Returns undefined for an absent value, or for a value left out with a note. */
export type Reader = (value: unknown, field: string, notes: Notes) => unknown

export interface Leaf {
  /** Tests of the field's schema by name, with their parameters. */
  tests: ReadonlyMap<string, Record<string, unknown>>
  description: SchemaDescription
}

const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const TWO_SPACES = '  '
/** Characters that separate e-mail addresses or surround them. */
const REMARKS = /[,;:<>()"]|\.$/
const NO_UUID = '00000000-0000-0000-0000-000000000000'

/** Returns whether a number of a text field keeps every digit in JSON. */
const isExact = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER

/** Returns a reader that calls `read` with non-empty text. Numbers are converted to text. */
const ofText =
  (clean: (text: string) => string, read: (text: string, field: string, notes: Notes) => unknown): Reader =>
  (value, field, notes) => {
    if (typeof value !== 'string' && !isExact(value)) return notes.add(field, 'notString')
    const text = clean(String(value))
    return text === '' ? undefined : read(text, field, notes)
  }

const limit = ({ tests }: Leaf, name = 'max') => Number(tests.get(name)?.[name] ?? Number.POSITIVE_INFINITY)

/** Tests of values that keep a meaning when their end is cut off. */
const TRUNCATED = new Set(['text', 'lines', 'person-name', 'telephone', 'email'])
/** Number of raw characters allowed beyond the maximum length. */
const BESIDE = 1000

/**
 * Cuts long values before `read`, because cleaning and matching long texts is slow. The raw text may exceed the
 * maximum, because white space and invisible characters do not count.
 */
function bounded(leaf: Leaf, name: string, read: Reader): Reader {
  const max = leaf.description.type === 'string' ? limit(leaf) : Number.POSITIVE_INFINITY
  const hasMax = Number.isFinite(max)
  const maximum = (hasMax ? 2 * max : 0) + BESIDE
  const value = String(hasMax ? max : maximum)
  return (given, field, notes) => {
    if (typeof given !== 'string' || given.length <= maximum) return read(given, field, notes)
    const text = given.trim()
    if (text.length <= maximum) return read(text, field, notes)
    if (hasMax && !TRUNCATED.has(name)) return notes.add(field, 'tooLong', value)
    const before = notes.all.length
    const found = read(text.slice(0, maximum), field, notes)
    if (found !== undefined && notes.all.length === before) notes.add(field, 'shortened', value)
    return found
  }
}

function shorten(text: string, max: number): string {
  // The cut may have split a surrogate pair.
  const cut = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

function textReader(leaf: Leaf, isOneLine: boolean): Reader {
  const max = limit(leaf)
  const slow = ofText(isOneLine ? cleanLine : cleanText, (text, field, notes) => {
    if (text.length <= max) return text
    notes.add(field, 'shortened', String(max))
    return shorten(text, max)
  })
  return (value, field, notes) =>
    typeof value === 'string' && value.length <= max && PLAIN.test(value) && !value.includes(TWO_SPACES)
      ? value
      : slow(value, field, notes)
}

const codeReader = (leaf: Leaf): Reader =>
  ofText(cleanLine, (text, field, notes) => {
    const code = asWritten(text)
    if (code === undefined) return notes.add(field, 'invalidNumber')
    return code.length <= limit(leaf) ? code : notes.add(field, 'tooLong', String(limit(leaf)))
  })

const IN_POWERS = /^(\d)[.,](\d+)E\+?(\d{1,2})$/i

/**
 * Undoes the formatting of a spreadsheet: `528210001234567.0`, `="528…"`. Returns undefined if digits are lost, as
 * in `5.28E+14`.
 */
function asWritten(text: string): string | undefined {
  const bare = text
    .replace(/^="(.*)"$/, '$1')
    .replace(/^(\d{3,})[.,]0+$/, '$1')
    .replace(/^'(?=\d+$)/, '')
  const [, first, digits = '', power] = IN_POWERS.exec(bare) ?? []
  if (first === undefined) return bare
  return Number(power) === digits.length ? first + digits : undefined
}

const nameReader = (leaf: Leaf): Reader => {
  const read = textReader(leaf, true)
  return (value, field, notes) => {
    const text = read(value, field, notes)
    return typeof text === 'string' && !isPersonName(text) ? notes.add(field, 'invalidText') : text
  }
}

/** Returns a reader that joins a list of texts before calling `read`. */
const joined =
  (read: Reader): Reader =>
  (value, field, notes) => {
    const isList = Array.isArray(value) && value.every((each) => typeof each === 'string' || isExact(each))
    return read(isList ? value.join('; ') : value, field, notes)
  }

const telephoneReader = (leaf: Leaf): Reader =>
  ofText(cleanLine, (text, field, notes) => {
    const max = limit(leaf)
    if (text.length <= max) return text
    const first = firstTelephones(text, max)
    if (first === undefined) return notes.add(field, 'tooLong', String(max))
    notes.add(field, 'shortened', String(max))
    return first
  })

const emailReader = (leaf: Leaf): Reader =>
  ofText(cleanText, (text, field, notes) => {
    if (isEmail(text) && !REMARKS.test(text) && text.length <= limit(leaf)) return text
    const [first, ...others] = emailsIn(text)
    if (first === undefined) return notes.add(field, 'invalidEmail')
    if (first.length > limit(leaf)) return notes.add(field, 'tooLong', String(limit(leaf)))
    if (others.length > 0) notes.add(field, 'severalEmails')
    return first
  })

const websiteReader = (leaf: Leaf): Reader =>
  ofText(cleanLine, (text, field, notes) => {
    const address = isWebsite(text) ? text : readWebsite(text)
    if (address === undefined) return notes.add(field, 'invalidUrl')
    return address.length <= limit(leaf) ? address : notes.add(field, 'tooLong', String(limit(leaf)))
  })

const paymentUrlReader = (leaf: Leaf): Reader => {
  const read = websiteReader(leaf)
  return (value, field, notes) => {
    const address = read(value, field, notes)
    return typeof address === 'string' && !isPaymentUrl(address) ? notes.add(field, 'insecureUrl') : address
  }
}

/** Reads a UUID in lower case and without braces. The zero UUID of .NET counts as absent. */
const uuidReader = ofText(cleanLine, (text, field, notes) => {
  const uuid = readUuid(text)
  if (uuid === NO_UUID) return undefined
  if (uuid === SAMPLE_CLIENT_ID) return notes.add(field, 'reservedId')
  return UUID.test(uuid) ? uuid : notes.add(field, 'invalidUuid')
})

const dayReader: Reader = (value, field, notes) => {
  if (typeof value !== 'string' && typeof value !== 'number') return notes.add(field, 'invalidDate')
  const written = typeof value === 'string' ? cleanLine(value) : value
  if (written === '') return undefined
  const day = readDate(written)
  if (day === SENTINEL) return notes.add(field, 'unknownDate', String(value).slice(0, 10))
  return day ?? notes.add(field, 'invalidDate')
}

const momentReader =
  ({ description }: Leaf): Reader =>
  (value, field, notes) => {
    if (typeof value !== 'string' && typeof value !== 'number') return notes.add(field, 'invalidDateTime')
    const written = typeof value === 'string' ? cleanLine(value) : value
    if (written === '') return undefined
    const moment = readDateTime(written, { needsTime: !description.optional })
    if (moment === SENTINEL) return notes.add(field, 'unknownDate', String(value).slice(0, 10))
    return moment ?? notes.add(field, 'invalidDateTime')
  }

const timeReader: Reader = (value, field, notes) => {
  if (typeof value !== 'string' && typeof value !== 'number') return notes.add(field, 'invalidTime')
  const written = cleanLine(String(value))
  return written === '' ? undefined : (readTime(written) ?? notes.add(field, 'invalidTime'))
}

const fieldName = (field: string) => field.slice(field.lastIndexOf('.') + 1)

function numberReader({ tests }: Leaf): Reader {
  const isMoney = tests.has('money')
  const least = tests.get('min')
  const maximum = Number(tests.get('max')?.['max'] ?? (isMoney ? 1e9 - 0.01 : Number.MAX_VALUE))
  const isRight = (number: number) =>
    Number.isFinite(number) &&
    Math.abs(number) <= maximum &&
    !(tests.has('integer') && !Number.isInteger(number)) &&
    (least?.['min'] === undefined || number >= Number(least['min'])) &&
    (least?.['more'] === undefined || number > Number(least['more']))
  return (value, field, notes) => {
    if (fieldName(field) === 'vatRate' && isVatCode(String(value))) return notes.add(field, 'vatCode')
    const inCents = fieldName(field) === 'openAmount' ? openCentsOf : centsOf
    let number: number | undefined
    if (typeof value === 'number') number = value
    else if (typeof value === 'string') {
      const { text, factor } = withoutUnit(fieldName(field), cleanLine(value))
      if (text === '') return undefined
      const read = readNumber(text, { isMoney })
      number = read === undefined || factor === 1 ? read : Number((read * factor).toPrecision(12))
    }
    if (number === undefined) return notes.add(field, 'notNumber')
    // A fraction of a cent is rounding noise, and practice systems store four decimals.
    if (isMoney) number = (inCents(number) ?? Number.NaN) / 100
    return isRight(number) ? number || 0 : notes.add(field, isMoney ? 'invalidAmount' : 'invalidNumber')
  }
}

const booleanReader: Reader = (value, field, notes) => {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && cleanText(value) === '') return undefined
  return readBoolean(value, field) ?? notes.add(field, 'notBoolean')
}

function choiceReader({ description }: Leaf): Reader {
  const values = description.oneOf.map(String)
  const known = new Set(values)
  const wordOf = wordReader(values)
  return (value, field, notes) => {
    if (typeof value === 'string' && known.has(value)) return value
    if (typeof value !== 'string' && typeof value !== 'number')
      return notes.add(field, 'unknownValue', values.join(', '))
    const text = cleanLine(String(value))
    if (text === '') return undefined
    const word = wordOf(text) ?? (known.has('FEMALE') ? wordOf(readSex(text).sex) : undefined)
    if (word === undefined) notes.add(field, known.has('OTHER') ? 'readAsOther' : 'unknownValue', values.join(', '))
    return word ?? (known.has('OTHER') ? 'OTHER' : undefined)
  }
}

/** Returns the reader of a field by the tests of its schema; undefined if no reader fits. */
export function leafReader(leaf: Leaf): Reader | undefined {
  const { description, tests } = leaf
  if (description.type === 'boolean') return bounded(leaf, '', booleanReader)
  if (description.type === 'number') return bounded(leaf, '', numberReader(leaf))
  if (description.type !== 'string') return undefined
  if (description.oneOf.length > 0) return bounded(leaf, '', choiceReader(leaf))
  const [name = '', readerOf] = STRINGS.find(([test]) => tests.has(test)) ?? []
  if (!readerOf) return undefined
  const read = bounded(leaf, name, readerOf(leaf))
  return LISTED.has(name) ? joined(read) : read
}

/** Tests of fields that accept a list of texts as a single text. */
const LISTED = new Set(['email', 'telephone'])
/** Readers in order of precedence, because a website also passes the test `code`. */
const STRINGS: readonly (readonly [test: string, reader: (leaf: Leaf) => Reader])[] = [
  ['uuid', () => uuidReader],
  ['date', () => dayReader],
  ['time', () => timeReader],
  ['date-time', momentReader],
  ['email', emailReader],
  ['website', websiteReader],
  ['payment-url', paymentUrlReader],
  ['telephone', telephoneReader],
  ['code', codeReader],
  ['person-name', nameReader],
  ['lines', (leaf) => textReader(leaf, false)],
  ['text', (leaf) => textReader(leaf, true)],
]
