import { ArraySchema, ObjectSchema, Schema, ValidationError } from 'yup'
import { isRecord } from '#contract/values.ts'
import { flagReason } from '../reasons.ts'
import { type Leaf, type Reader, leafReader } from './leaves.ts'
import type { Notes } from './notes.ts'

// Readers of the values of an export, made from the schema of each field. A reader converts what has one clear meaning, and leaves
// out the rest with a note. What it returns is valid by its schema.

/** Of a list without a maximum of its own. */
const MAX_ENTRIES = 10_000
/** Tests that readers take care of; any other is asked after reading. */
const READ_TESTS = new Set(
  'required blank max min integer money text lines code telephone person-name uuid date date-time email website payment-url'.split(
    ' ',
  ),
)

/** The fields of an object, each with its reader. */
export interface FieldReader {
  name: string
  read: Reader
  isRequired: boolean
}

export function fieldReaders(schema: ObjectSchema<object>): FieldReader[] {
  return Object.entries<unknown>({ ...schema.fields }).map(([name, field]) => {
    if (!(field instanceof Schema)) throw new TypeError(`The field ${name} has no schema`)
    return { name, read: readerOf(field), isRequired: !field.describe().optional }
  })
}

/** A reader that returns null where the field may be null, and undefined where it is absent or left out. */
function readerOf(schema: Schema): Reader {
  const read = presentReader(schema)
  const absent = schema.describe().nullable ? null : undefined
  return (value, field, notes) => {
    if (value === undefined) return undefined
    return value === null ? absent : read(value, field, notes)
  }
}

function presentReader(schema: Schema): Reader {
  if (schema instanceof ArraySchema) return listReader(schema)
  if (schema instanceof ObjectSchema) return objectReader(fieldReaders(schema))
  const description = schema.describe()
  const tests = new Map(description.tests.map(({ name = '', params = {} }) => [name, params]))
  const leaf: Leaf = { tests, description }
  const read = leafReader(leaf)
  if (!read) throw new TypeError(`No reader for a field of the type ${description.type}`)
  return [...tests.keys()].every((name) => READ_TESTS.has(name)) ? read : checked(schema, read)
}

/** Leaves out what the schema does not accept by a test that the reader does not know. */
const checked =
  (schema: Schema, read: Reader): Reader =>
  (value, field, notes) => {
    const found = read(value, field, notes)
    if (found === undefined) return undefined
    try {
      schema.validateSync(found, { strict: true, disableStackTrace: true })
      return found
    } catch (error) {
      if (!ValidationError.isError(error)) throw error
      notes.all.push({ field, ...flagReason(error.message, error.params) })
      return undefined
    }
  }

/** A single value stands for a list of one; entries that cannot be read are left out. */
function listReader(schema: ArraySchema<unknown[] | undefined, object>): Reader {
  const inner = schema.innerType
  if (!(inner instanceof Schema)) throw new TypeError('A list has no schema for its entries')
  const read = readerOf(inner)
  const { oneOf, tests } = inner.describe()
  const isDivided = oneOf.length > 0 || tests.some(({ name }) => name === 'uuid')
  const limits = new Map(schema.describe().tests.map(({ name, params }) => [name, params?.[name ?? '']]))
  const max = Number(limits.get('max') ?? MAX_ENTRIES)
  const min = Number(limits.get('min') ?? 0)
  return (value, field, notes) => {
    if (value === '') return undefined
    const entries = entriesOf(value, isDivided)
    if (entries.length > max) notes.add(field, 'tooMany', String(max))
    const found: unknown[] = []
    for (let at = 0; at < entries.length && at < max; at++) {
      const entry = read(entries[at], `${field}[${at}]`, notes)
      if (entry !== undefined && entry !== null) found.push(entry)
    }
    return found.length < min ? undefined : found
  }
}

/** `isDivided`: the entries have no commas or blanks, so that a text with these is several. */
function entriesOf(value: unknown, isDivided: boolean): unknown[] {
  if (Array.isArray(value)) return value
  return isDivided && typeof value === 'string' ? value.split(/[\s,;|]+/).filter(Boolean) : [value]
}

/** Left out as a whole where a required field is absent, or all are. */
const objectReader =
  (fields: readonly FieldReader[]): Reader =>
  (value, field, notes) => {
    if (value === '') return undefined
    if (!isRecord(value)) return notes.add(field, 'notObject')
    const before = notes.all.length
    const found = readFields(fields, value, notes, `${field}.`)
    const missing = fields.find(({ name, isRequired }) => isRequired && found[name] === undefined)
    if (!missing) return Object.keys(found).length > 0 ? found : undefined
    return notes.all.length > before ? undefined : notes.add(`${field}.${missing.name}`, 'required')
  }

/** The fields of a value that can be read, and no others. */
export function readFields(
  fields: readonly FieldReader[],
  value: Record<string, unknown>,
  notes: Notes,
  prefix = '',
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const { name, read } of fields) {
    if (!Object.hasOwn(value, name)) continue
    const kept = read(value[name], prefix + name, notes)
    if (kept !== undefined) found[name] = kept
  }
  return found
}
