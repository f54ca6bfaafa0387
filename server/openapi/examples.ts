import type { JsonSchema } from './json-schema.ts'

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
