import type { ISchema, SchemaDescription } from 'yup'
import { ISO_DATE_TIME } from '#contract/fields.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/password-length.ts'

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
  $ref?: string
}

type Description = SchemaDescription & {
  fields?: Record<string, Description>
  innerType?: Description
}
type Test = Description['tests'][number]

/** What the contract's own tests mean, by their names, as far as JSON Schema has words for it. */
const MEANINGS: Readonly<Record<string, JsonSchema>> = {
  integer: { type: 'integer' },
  uuid: { format: 'uuid' },
  date: { format: 'date' },
  // No format: RFC 3339 wants seconds, and those may be absent.
  'date-time': { pattern: ISO_DATE_TIME.source, description: 'ISO 8601 with an offset; seconds may be absent.' },
  email: { pattern: String.raw`^$|^[^\s@]+@[^\s@]+$` },
  website: { pattern: '^$|^[Hh][Tt][Tt][Pp][Ss]?:', description: 'An http or https address; empty for none.' },
  money: { description: 'At most two decimals.' },
  // Also where a field may be null to be emptied: this one may not.
  blank: { type: 'string', pattern: String.raw`\S` },
  password: {
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    pattern: String.raw`^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[!@#$%^&*])`,
  },
}

/** A schema of the contract in the words of OpenAPI 3.1. */
export function jsonSchema(schema: ISchema<unknown>): JsonSchema {
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
    // Whole numbers may be absent as well; what may not be blank may not.
    if (narrower) schema.type = nullable && test.name !== 'blank' ? [String(narrower), 'null'] : narrower
    Object.assign(schema, more)
  }
  // Neither a format nor a list of values has an empty text.
  if (schema.format || schema.enum) delete schema.minLength
  return schema
}

function meaning(type: string, { name = '', params = {} }: Test): JsonSchema {
  if (name === 'required') return type === 'string' ? { minLength: 1 } : {}
  if (name === 'matches') return { pattern: (params['regex'] as RegExp).source }
  if (name === 'max') return { [type === 'string' ? 'maxLength' : 'maximum']: params['max'] }
  if (name === 'min') {
    if (params['more'] !== undefined) return { exclusiveMinimum: Number(params['more']) }
    return { [type === 'array' ? 'minItems' : 'minimum']: params['min'] }
  }
  return MEANINGS[name] ?? {}
}
