import { ISO_DATE_TIME } from '#contract/dates.ts'
import { UUID } from '#contract/text.ts'
import { type JsonSchema, jsonSchema } from '#server/openapi/json-schema.ts'
import type { Operation } from '#server/operations/operation.ts'

// JSON bodies as large as a limit allows, made from the schema of a call. Some are valid; the others are invalid in
// different ways.

/** Characters that slow down matching, folding or normalising if their number is not limited. */
export const HOSTILE = {
  marks: '\u0316\u0301',
  dots: '.',
  spaces: ' \u00a0',
  pictures: '\u{1f468}\u200d',
  tags: '\u{1f3f4}\u{e0067}',
  digits: '0 -',
  quotes: '<"\\',
  host: 'a@\u00fc.',
  letters: 'a',
} as const

/** Returns bodies of about the given size, and the largest permitted body, which may be smaller. */
export function largeBodies(body: NonNullable<Operation['body']>, bytes: number) {
  const schema = jsonSchema(body)
  const good = { ...sampleOf(schema) }
  const with_ = (path: readonly Step[], value: unknown) => JSON.stringify(placed(good, path, value))
  const inner = bytes - JSON.stringify(good).length - 200
  const lists = pathsOf(schema).filter(({ schema: { type } }) => isA(type, 'array'))
  const texts = pathsOf(schema).filter(({ schema: { type } }) => isA(type, 'string'))
  const times = (unit: unknown, size = JSON.stringify(unit).length + 1) =>
    Array.from({ length: Math.max(1, Math.floor(inner / size)) }, () => unit)
  const shapes = new Map([
    ['largest permitted', JSON.stringify(largest(schema, inner))],
    [
      'unknown fields',
      `{${times(0, 12)
        .map((_, index) => `"k${index}":0`)
        .join(',')}}`,
    ],
    ['one field repeated', `{${times(`"${Object.keys(good)[0]}":{}`).join(',')}}`],
    ['a deep list', `{"x":${'['.repeat(inner / 2)}${']'.repeat(inner / 2)}}`],
    ['a deep object', `${'{"x":'.repeat(inner / 6)}0${'}'.repeat(inner / 6)}`],
  ])
  for (const { path, schema: list } of lists) {
    const name = path.join('.')
    for (const [kind, wrong] of Object.entries({ numbers: 1, objects: {}, lists: [], texts: '', nulls: null }))
      shapes.set(`${name} of ${kind}`, with_(path, times(wrong)))
    shapes.set(`${name} of too many entries`, with_(path, times(sampleOf(list.items ?? {}))))
  }
  for (const { path } of texts) {
    for (const [kind, unit] of Object.entries(HOSTILE)) {
      const count = Math.max(1, Math.floor(inner / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))))
      shapes.set(`${path.join('.')} of ${kind}`, with_(path, unit.repeat(count)))
    }
  }
  return [...shapes].map(([shape, text]) => ({ shape, text }))
}

/** A field's name, or 0 for an entry of a list. */
type Step = string | 0

function pathsOf(schema: JsonSchema, path: readonly Step[] = []): { path: readonly Step[]; schema: JsonSchema }[] {
  const own = path.length > 0 ? [{ path, schema }] : []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => pathsOf(field, [...path, name]))
  return [...own, ...fields, ...(schema.items ? pathsOf(schema.items, [...path, 0]) : [])]
}

/** Returns a copy with a value at a path; lists on the path get one entry. */
export function placed(whole: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value
  if (step === 0) return [placed(Array.isArray(whole) ? whole[0] : undefined, rest, value)]
  const fields = (whole ?? {}) as Record<string, unknown>
  return { ...fields, [step]: placed(fields[step], rest, value) }
}

export const isA = (type: JsonSchema['type'], name: string) => [type].flat().includes(name)

/** Returns a short valid value with all fields. */
export function sampleOf(schema: JsonSchema): Record<string, unknown> {
  return sample(schema) as Record<string, unknown>
}

/** Returns the largest valid value within a size. */
function largest(schema: JsonSchema, bytes: number): unknown {
  for (let share = 1; ; share /= 2) {
    const of = (max = 1) => Math.max(1, Math.floor(max * share))
    const found = sample(schema, {
      text: ({ maxLength }) => 'x'.repeat(of(maxLength)),
      entries: ({ maxItems }) => of(maxItems),
    })
    if (JSON.stringify(found).length <= bytes || share < 1e-4) return found
  }
}

const SHORT: Making = { text: () => 'x', entries: () => 1 }

interface Making {
  text(schema: JsonSchema): string
  entries(schema: JsonSchema): number
}

/** Returns a valid value, by default with short texts and lists. */
export function sample(schema: JsonSchema, making: Making = SHORT): unknown {
  const { type, items = {}, properties = {}, minimum, maximum } = schema
  if (schema.enum) return schema.enum[0]
  if (isA(type, 'object'))
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, sample(field, making)]))
  // Opening hours of a weekday may not overlap, so the list has one period.
  const length = items.properties?.['opens'] ? 1 : making.entries(schema)
  if (isA(type, 'array')) return Array.from({ length }, () => sample(items, making))
  if (isA(type, 'boolean')) return true
  if (isA(type, 'string')) {
    const valid = FORMATS[schema.format ?? schema.pattern ?? schema.description ?? '']
    return valid ?? (schema.pattern ? schema.examples?.[0] : undefined) ?? making.text(schema)
  }
  return Math.min(minimum ?? 1, maximum ?? 1)
}

/** Valid texts by the format, pattern or description of the schema. */
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-06-01',
  'date-time': '2026-06-01T09:00:00Z',
  uuid: '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a01',
  [UUID.source]: '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a01',
  [ISO_DATE_TIME.source]: '2026-06-01T09:00:00Z',
  [String.raw`^$|^[^\s@]+@[^\s@]+$`]: 'jan@mail.example',
  'An IBAN (ISO 13616), with or without blanks; empty for none.': 'NL91ABNA0417164300',
  'Code of ISO 3166-1.': 'NL',
  'With the prefix of its country. A Dutch number needs valid check digits.': 'NL123456782B90',
  'Number in the trade register; eight digits in the Netherlands.': '12345678',
  '^$|^[Hh][Tt][Tt][Pp][Ss]?:': 'https://praktijk.example',
  [String.raw`^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[!@#$%^&*])`]: 'Welkom#2027',
}
