import type { ISchema, SchemaDescription } from 'yup'
import { ISO_DATE_TIME } from '#contract/formats.ts'
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
  $ref?: string
}

type Description = SchemaDescription & {
  fields?: Record<string, Description>
  innerType?: Description
}
type Test = Description['tests'][number]

/** The contract's custom tests, by name, where JSON Schema can express them. */
const MEANINGS: Readonly<Record<string, JsonSchema>> = {
  integer: { type: 'integer' },
  uuid: { format: 'uuid' },
  date: { format: 'date' },
  // Not `format: date-time`: RFC 3339 requires seconds.
  'date-time': { pattern: ISO_DATE_TIME.source, description: 'ISO 8601 with an offset; seconds may be absent.' },
  email: { pattern: String.raw`^$|^[^\s@]+@[^\s@]+$` },
  website: {
    pattern: '^$|^[Hh][Tt][Tt][Pp][Ss]?:',
    description: 'An http or https address without a user; empty for none.',
  },
  'payment-url': {
    pattern: '^$|^[Hh][Tt][Tt][Pp][Ss]:',
    description: 'An https address without a user; empty for none.',
  },
  iban: { description: 'An IBAN (ISO 13616), with or without blanks; empty for none.' },
  money: { description: 'At most two decimals.' },
  // Not blank, even where the field is nullable.
  blank: { type: 'string', pattern: String.raw`\S` },
  password: {
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    pattern: String.raw`^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[!@#$%^&*])`,
  },
}

/** Converts a yup schema to JSON Schema. */
export function jsonSchema(schema: ISchema<unknown>): JsonSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract has neither references nor lazy schemas
  return described(schema.describe() as Description)
}

function described({ type, tests, oneOf, nullable, fields, innerType }: Description): JsonSchema {
  const schema: JsonSchema = { type: nullable ? [type, 'null'] : type }
  if (oneOf.length > 0) schema.enum = nullable ? [...oneOf, null] : oneOf
  if (innerType) schema.items = described(innerType)
  if (fields) {
    schema.properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field)]))
    const required = Object.keys(fields).filter((name) => !fields[name]?.optional)
    if (required.length > 0) schema.required = required
  }
  for (const test of tests) {
    const { type: narrower, ...more } = meaning(type, test)
    // A nullable integer stays nullable; a non-blank text does not.
    if (narrower) schema.type = nullable && test.name !== 'blank' ? [String(narrower), 'null'] : narrower
    Object.assign(schema, more)
  }
  // Redundant beside a format or an enum.
  if (schema.format || schema.enum) delete schema.minLength
  return schema
}

const MAXIMUM: Readonly<Record<string, keyof JsonSchema>> = { string: 'maxLength', array: 'maxItems' }

function meaning(type: string, { name = '', params = {} }: Test): JsonSchema {
  if (name === 'required') return type === 'string' ? { minLength: 1 } : {}
  if (params['regex'] instanceof RegExp) return { pattern: params['regex'].source }
  if (name === 'max') return { [MAXIMUM[type] ?? 'maximum']: params['max'] }
  if (name === 'min') {
    if (params['more'] !== undefined) return { exclusiveMinimum: Number(params['more']) }
    return { [type === 'array' ? 'minItems' : 'minimum']: params['min'] }
  }
  return MEANINGS[name] ?? {}
}
