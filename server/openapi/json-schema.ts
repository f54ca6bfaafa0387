import { TIME_OF_DAY } from '#contract/opening-hours.ts'
import type { ISchema, Schema, SchemaDescription, SchemaFieldDescription } from 'yup'
import { ISO_DATE_TIME } from '#contract/dates.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/password.ts'

/** The part of JSON Schema (2020-12) that the contract needs. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  enum?: readonly unknown[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: JsonSchema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  examples?: readonly unknown[]
  allOf?: readonly JsonSchema[]
  anyOf?: readonly JsonSchema[]
  const?: unknown
  title?: string
  $ref?: string
}

type Test = SchemaDescription['tests'][number]

/** The contract's custom tests, by name, where JSON Schema can express them. */
const MEANINGS: Readonly<Record<string, JsonSchema>> = {
  integer: { type: 'integer' },
  uuid: { format: 'uuid' },
  date: { format: 'date' },
  // Not `format: date-time`: RFC 3339 requires seconds.
  'date-time': {
    pattern: ISO_DATE_TIME.source,
    description: 'ISO 8601 with an offset; seconds may be absent.',
    examples: ['2026-06-01T09:00:00Z'],
  },
  time: { pattern: TIME_OF_DAY.source },
  colour: { pattern: String.raw`^$|^#[\da-fA-F]{6}$`, examples: ['#2f6b3c'] },
  email: { pattern: String.raw`^$|^[^\s@]+@[^\s@]+$`, examples: ['jan@mail.example'] },
  website: {
    pattern: '^$|^[Hh][Tt][Tt][Pp][Ss]?:',
    description: 'An http or https URL without a user; empty for none.',
    examples: ['https://praktijk.example'],
  },
  'payment-url': {
    pattern: '^$|^[Hh][Tt][Tt][Pp][Ss]:',
    description: 'An https URL without a user; empty for none.',
    examples: ['https://betalen.example/1'],
  },
  money: { description: 'At most two decimals.' },
  // Not blank, even where the field is nullable.
  blank: { type: 'string', pattern: String.raw`\S` },
  password: {
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    pattern: String.raw`^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[!@#$%^&*])`,
    examples: ['Welkom#2027'],
  },
}

/** Keys of `.meta()` that schemas of the contract use for JSON Schema. */
interface Meta {
  /** Name of the schema in the document. Schemas that are derived from it need one of their own. */
  title?: string
  description?: string
  example?: unknown
  format?: string
  /** Schema of each value of a dictionary. */
  entry?: Schema
}

export type NamedSchemas = Map<string, JsonSchema>

/** Converts a yup schema to JSON Schema. With `named`, schemas that have a `title` are added to it and become references. */
export const jsonSchema = (schema: ISchema<unknown>, named?: NamedSchemas): JsonSchema =>
  described(schema.describe(), named)

function described(description: SchemaFieldDescription, named?: NamedSchemas): JsonSchema {
  if (!('tests' in description)) throw new TypeError('The contract has neither references nor lazy schemas')
  const { title, description: text, example, format, entry }: Meta = description.meta ?? {}
  const schema = withoutMeta(description, named)
  if (format !== undefined) schema.format = format
  if (entry) schema.additionalProperties = jsonSchema(entry, named)
  if (example !== undefined) schema.examples = [example]
  // Redundant beside a format or an enum.
  if (schema.format || schema.enum) delete schema.minLength
  if (schema.format) delete schema.pattern
  // A description belongs to the field, because several fields may refer to one named schema.
  const withText = text !== undefined && { description: text }
  if (title === undefined || !named) return { ...schema, ...withText }
  const known = named.get(title)
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new TypeError(`Two schemas are named ${title}`)
  named.set(title, schema)
  return { $ref: `#/components/schemas/${title}`, ...withText }
}

function withoutMeta(
  description: Extract<SchemaFieldDescription, { tests: unknown }>,
  named?: NamedSchemas,
): JsonSchema {
  const { type, tests, oneOf, nullable } = description
  const schema: JsonSchema = type === 'mixed' ? {} : { type: nullable ? [type, 'null'] : type }
  if (oneOf.length > 0) schema.enum = nullable ? [...oneOf, null] : oneOf
  if ('innerType' in description && description.innerType && !Array.isArray(description.innerType))
    schema.items = described(description.innerType, named)
  if ('fields' in description) {
    const fields = Object.entries(description.fields)
    if (fields.length > 0)
      schema.properties = Object.fromEntries(fields.map(([name, field]) => [name, described(field, named)]))
    const required = fields.filter(([, field]) => !('optional' in field && field.optional)).map(([name]) => name)
    if (required.length > 0) schema.required = required
  }
  for (const test of tests) {
    const { type: narrower, ...more } = meaning(type, test)
    // A nullable integer stays nullable; a non-blank text does not.
    if (narrower) schema.type = nullable && test.name !== 'blank' ? [String(narrower), 'null'] : narrower
    Object.assign(schema, more)
  }
  return schema
}

const MAXIMUM: Readonly<Record<string, keyof JsonSchema>> = { string: 'maxLength', array: 'maxItems' }

function meaning(type: string, { name = '', params = {} }: Test): JsonSchema {
  if (name === 'required') return type === 'string' ? { minLength: 1 } : {}
  const known = MEANINGS[name]
  if (known) return known
  if (params['regex'] instanceof RegExp) return { pattern: params['regex'].source }
  if (name === 'max') return { [MAXIMUM[type] ?? 'maximum']: params['max'] }
  if (name === 'min') {
    if (params['more'] !== undefined) return { exclusiveMinimum: Number(params['more']) }
    return { [type === 'array' ? 'minItems' : 'minimum']: params['min'] }
  }
  return {}
}

/** Returns a value that a schema accepts, with all its fields. `find` returns the schema that a reference names. */
export function exampleOf(schema: JsonSchema, find: (name: string) => JsonSchema): unknown {
  const { $ref, examples, enum: values, type, items = {}, properties = {} } = schema
  if ($ref !== undefined) return exampleOf(find($ref.slice($ref.lastIndexOf('/') + 1)), find)
  if (examples) return examples[0]
  if (values) return values[0]
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, find)]))
    case 'array':
      return [exampleOf(items, find)]
    case 'boolean':
      return true
    case 'string':
      return EXAMPLES[schema.format ?? ''] ?? 'text'
    default:
      return Math.min(schema.minimum ?? 1, schema.maximum ?? 1)
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-06-01',
  'date-time': '2026-06-01T09:00:00.000Z',
  uri: 'https://portal.example/',
  uuid: '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a01',
}
