import type { JsonSchema } from '#server/openapi/json-schema.ts'
import { openApi } from '#server/openapi/openapi.ts'

// Invalid responses, such as another API may send: each field of each response is made wrong in every way. New fields
// of the contract need no change here.

const document = openApi()
const schemas: Readonly<Record<string, JsonSchema>> = document.components.schemas

/** Returns the schema that a `$ref` names. */
export const resolved = (schema: JsonSchema): JsonSchema => {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : schemas[name]!
}

type Bag = Readonly<Record<string, unknown>>
export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeOf = ({ type }: JsonSchema) => [type].flat().find((name) => name !== 'null')
const isNullable = ({ type }: JsonSchema) => [type].flat().includes('null')

/** Path of a value in a response: field names, and `*` for all items of a list or map. */
export type Path = readonly string[]

export interface Field {
  path: Path
  schema: JsonSchema
}

export function fieldsOf(schema: JsonSchema, path: Path = []): Field[] {
  const own = resolved(schema)
  const each = own.items ?? own.additionalProperties
  return [
    { path, schema: own },
    ...Object.entries(own.properties ?? {}).flatMap(([name, inner]) => fieldsOf(inner, [...path, name])),
    ...(each ? fieldsOf(each, [...path, '*']) : []),
  ]
}

interface Call {
  /** For example `GET /clients/{clientId}`. */
  name: string
  schema: JsonSchema
  matches: (pathname: string) => boolean
}

interface Described {
  get?: { responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }> }
}

/** All GET calls with the schema of their response. */
export const CALLS: readonly Call[] = Object.entries(document.paths).flatMap(([path, { get }]: [string, Described]) => {
  const schema = get?.responses['200']?.content?.['application/json']?.schema
  const pattern = new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return schema ? [{ name: `GET ${path}`, schema, matches: (pathname: string) => pattern.test(pathname) }] : []
})

export interface Kind {
  name: string
  /** Whether this kind of error applies to a schema. */
  isOf: (schema: JsonSchema) => boolean
  corrupt: (value: unknown, schema: JsonSchema) => unknown
}

const any = () => true
const ofType =
  (...types: string[]) =>
  (schema: JsonSchema) =>
    types.includes(typeOf(schema) ?? '')
const isText = ofType('string')
const isNumber = ofType('number', 'integer')

const text = (name: string, put: string): Kind => ({ name, isOf: isText, corrupt: () => put })

/** Id of an element that exists only if a text was read as HTML. */
export const INJECTED = 'injected'
const ADDRESS = 'javascript:alert(1)'
const HTML = `<img id="${INJECTED}" src="x" onerror="alert(1)"><script id="${INJECTED}"></script>{{7*7}}\${7*7}`
const LONG = 'W'.repeat(10_000)
const RIGHT_TO_LEFT = '\u202Eמרפאה العيادة\u202C'
const EMOJI = '👩🏽‍⚕️🐕‍🦺🇳🇱\uD83D'

const OTHER: Bag = { string: { text: 'x' }, number: ['x'], integer: ['x'], boolean: 'perhaps', array: 'x', object: 'x' }
const ANOTHER: Bag = { string: [['x']], number: {}, integer: {}, boolean: [], array: { 0: 'x' }, object: ['x'] }
const other = (name: string, put: Bag): Kind => ({
  name,
  isOf: any,
  corrupt: (_, schema) => put[typeOf(schema) ?? 'string'],
})

export const KINDS: readonly Kind[] = [
  { name: 'missing', isOf: any, corrupt: () => undefined },
  { name: 'null', isOf: any, corrupt: () => null },
  other('of another type', OTHER),
  other('of a third type', ANOTHER),
  text('10,000 characters', LONG),
  text('hostile text', `${ADDRESS}//${RIGHT_TO_LEFT}${EMOJI}${HTML}`),
  text('a javascript: URL', ADDRESS),
  text('an unknown word', 'QUOKKA'),
  text('a property name of Object', 'constructor'),
  text('blank', ' '),
  { name: 'a number as text', isOf: isNumber, corrupt: String },
  { name: 'a text as number', isOf: isText, corrupt: () => 12_345 },
  { name: 'a number in words', isOf: isNumber, corrupt: () => 'many' },
  { name: 'a negative number', isOf: isNumber, corrupt: () => -3.7 },
  { name: 'a huge number', isOf: isNumber, corrupt: () => 1e15 },
]

const kindOf = (name: string) => KINDS.find((kind) => kind.name === name)!

/** Combines kinds: each value is made wrong by the first kind that applies to its schema. */
const together = (...names: string[]): Kind => {
  const kinds = names.map(kindOf)
  return {
    name: names.join(', '),
    isOf: (schema) => kinds.some(({ isOf }) => isOf(schema)),
    corrupt: (value, schema) => kinds.find(({ isOf }) => isOf(schema))!.corrupt(value, schema),
  }
}

/** Kinds for tests of screens. Tests of the functions that read responses use all `KINDS`. */
export const PASSES: readonly Kind[] = [
  kindOf('of another type'),
  together('hostile text', 'a negative number'),
  together('a property name of Object', 'a huge number'),
]

/** Returns a value of a schema with all fields, for data that the demo practices lack. */
export function sampleOf(schema: JsonSchema): unknown {
  const own = resolved(schema)
  const type = typeOf(own)
  if (own.properties)
    return Object.fromEntries(Object.entries(own.properties).map(([name, inner]) => [name, sampleOf(inner)]))
  if (type === 'array') return own.items ? [sampleOf(own.items)] : []
  if (type === 'object') return own.additionalProperties ? { sample: sampleOf(own.additionalProperties) } : {}
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return 1
  if (own.enum) return own.enum[0]
  if (own.format === 'date') return '2026-03-12'
  if (own.format === 'date-time' || own.pattern?.includes('T')) return '2026-03-12T09:30:00+01:00'
  return own.format === 'uuid' ? '0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01' : 'Sample'
}

/** Returns a response with one field made wrong, in every item of a list. */
export function corrupted(response: unknown, schema: JsonSchema, path: Path, kind: Kind): unknown {
  const own = resolved(schema)
  const [name, ...rest] = path
  if (name === undefined) return kind.corrupt(response, own)
  // Fills in an absent value that should contain the field.
  const value = response ?? sampleOf(own)
  if (name === '*') {
    const each = (item: unknown) => corrupted(item, own.items ?? own.additionalProperties!, rest, kind)
    if (Array.isArray(value)) return value.map(each)
    return isBag(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, each(item)])) : value
  }
  return isBag(value) ? { ...value, [name]: corrupted(value[name], own.properties![name]!, rest, kind) } : value
}

/**
 * Returns a response with every value made wrong, except for fields accepted by `isKept`. Objects and lists stay
 * complete.
 */
export function allCorrupted(
  response: unknown,
  schema: JsonSchema,
  kind: Kind,
  isKept: (name: string) => boolean,
): unknown {
  const within = (value: unknown, inner: JsonSchema, name: string): unknown => {
    const own = resolved(inner)
    const each = own.items ?? own.additionalProperties
    if (Array.isArray(value) && each) return value.map((item) => within(item, each, name))
    if (isBag(value) && each)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, within(item, each, key)]))
    if (isBag(value) && own.properties) {
      const known = Object.entries(own.properties).map(([key, part]) => [key, within(value[key], part, key)])
      return { ...value, ...Object.fromEntries(known) }
    }
    return isKept(name) || !kind.isOf(own) ? value : kind.corrupt(value, own)
  }
  return within(response, schema, '')
}

/**
 * Returns the paths of values with a type that their schema does not allow. Any text is accepted for an enum, because
 * new words may be added. Every field may be absent.
 */
export function misread(value: unknown, schema: JsonSchema, path = ''): string[] {
  const own = resolved(schema)
  const type = typeOf(own)
  if (value === undefined || (value === null && isNullable(own))) return []
  const mismatch = [`${path}: ${JSON.stringify(value)?.slice(0, 60)} is no ${type}`]
  if (type === 'array') {
    if (!Array.isArray(value)) return mismatch
    const partOf = (item: unknown, at: string) =>
      item === undefined ? [`${at} is nothing`] : misread(item, own.items ?? {}, at)
    return value.flatMap((item, index) => partOf(item, `${path}/${index}`))
  }
  if (type === 'object') {
    if (!isBag(value)) return mismatch
    const parts = own.properties ?? {}
    return Object.entries(value).flatMap(([name, part]) =>
      misread(part, parts[name] ?? own.additionalProperties ?? {}, `${path}/${name}`),
    )
  }
  if (type === 'string' || type === 'boolean') return typeof value === type ? [] : mismatch
  if (type === 'number' || type === 'integer') return Number.isFinite(value) ? [] : mismatch
  return []
}
