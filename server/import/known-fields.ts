import { type AnySchema, ArraySchema, ObjectSchema } from 'yup'

type Picker = (value: unknown) => unknown

/** A function that copies a schema's fields in a canonical order, so that equal records are equal JSON. */
export function knownFields(schema: AnySchema): Picker {
  if (schema instanceof ArraySchema) {
    const pick = knownFields(schema.innerType as AnySchema)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (!(schema instanceof ObjectSchema)) return (value) => value
  const fields = Object.entries(schema.fields as Record<string, AnySchema>)
    .map(([name, field]): [string, Picker] => [name, knownFields(field)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const record = value as Record<string, unknown>
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of fields) if (record[name] !== undefined) picked[name] = pick(record[name])
    return picked
  }
}
