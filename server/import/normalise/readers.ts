import { ArraySchema, ObjectSchema, Schema, ValidationError } from 'yup'
import { isRecord } from '#contract/values.ts'
import { flagReason } from '../reasons.ts'
import { FILL_IN_PARTS, type FillIn } from './defaults.ts'
import { type Leaf, type Reader, leafReader } from './leaves.ts'
import type { Notes } from './notes.ts'

// Readers of export values, created from the schema of each field. A reader converts unambiguous values and leaves
// out the rest with a note. Each result is valid by its schema.

/** Maximum entries of a list without a maximum in its schema. */
const MAX_ENTRIES = 10_000
/** Tests that readers cover; any other test runs after reading. */
const READ_TESTS = new Set(
  'required blank max min integer money text lines code telephone person-name uuid date time date-time email website payment-url'.split(
    ' ',
  ),
)

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

/** Returns a reader that keeps null for nullable fields, and returns undefined for absent or left-out values. */
function readerOf(schema: Schema): Reader {
  const read = presentReader(schema)
  const absent = schema.describe().nullable ? null : undefined
  return (value, field, notes) => {
    if (value === undefined) return undefined
    return value === null ? absent : read(value, field, notes)
  }
}

function presentReader(schema: Schema): Reader {
  const names = schema.describe().tests.map(({ name = '' }) => name)
  const read = partsReader(schema)
  return names.every((name) => READ_TESTS.has(name)) ? read : checked(schema, read)
}

function partsReader(schema: Schema): Reader {
  if (schema instanceof ArraySchema) return listReader(schema)
  if (schema instanceof ObjectSchema)
    return objectReader(fieldReaders(schema), FILL_IN_PARTS[String(schema.describe().meta?.['title'])])
  const description = schema.describe()
  const tests = new Map(description.tests.map(({ name = '', params = {} }) => [name, params]))
  const leaf: Leaf = { tests, description }
  const read = leafReader(leaf)
  if (!read) throw new TypeError(`No reader for a field of the type ${description.type}`)
  return read
}

/** Leaves out values that fail a schema test which the reader does not cover. */
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

/** Reads lists. A single value counts as a list with one entry; unreadable entries are left out. */
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

/** With `isDivided`, entries contain no commas or blanks, so a text with separators is split. */
function entriesOf(value: unknown, isDivided: boolean): unknown[] {
  if (Array.isArray(value)) return value
  return isDivided && typeof value === 'string' ? value.split(/[\s,;|]+/).filter(Boolean) : [value]
}

/** Reads objects. An object is left out if it is empty or lacks a required field. */
const objectReader =
  (fields: readonly FieldReader[], fillIn?: FillIn): Reader =>
  (value, field, notes) => {
    if (value === '') return undefined
    if (!isRecord(value)) return notes.add(field, 'notObject')
    const before = notes.all.length
    const found = readFields(fields, value, notes, `${field}.`)
    fillIn?.(found, notes, value)
    const missing = fields.find(({ name, isRequired }) => isRequired && found[name] === undefined)
    if (!missing) return Object.keys(found).length > 0 ? found : undefined
    return notes.all.length > before ? undefined : notes.add(`${field}.${missing.name}`, 'required')
  }

/** Returns the readable fields of a value; other fields are dropped. */
export function readFields(
  fields: readonly FieldReader[],
  value: Record<string, unknown>,
  notes: Notes,
  prefix = '',
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const { name, read } of fields) {
    if (!Object.hasOwn(value, name)) continue
    const result = read(value[name], prefix + name, notes)
    if (result !== undefined) found[name] = result
  }
  return found
}
