import { ArraySchema, ObjectSchema } from 'yup'

type Picker = (value: unknown) => unknown

/** Returns a function that copies a schema's fields in a canonical order, so that equal records have equal JSON. */
export function knownFields(schema: unknown): Picker {
  if (schema instanceof ArraySchema) {
    const pick = knownFields(schema.innerType)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (!(schema instanceof ObjectSchema)) return (value) => value
  const fields = Object.entries<unknown>(schema.fields)
    .map(([name, field]): [string, Picker] => [name, knownFields(field)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of fields) {
      const field: unknown = Reflect.get(value, name)
      if (field !== undefined) picked[name] = pick(field)
    }
    return picked
  }
}
