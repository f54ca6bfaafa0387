import { ArraySchema, ObjectSchema, Schema } from 'yup'
import { isIsoDate, isIsoDateTime } from '#contract/dates.ts'
import { isUuid } from '#contract/text.ts'
import { isRecord } from '#contract/values.ts'

/** Reads a value. Returns undefined for an absent value, or for an unreadable one after reporting it. */
type Shape = (value: unknown, lost: () => undefined) => unknown

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: isUuid,
  date: isIsoDate,
  'date-time': isIsoDateTime,
}

/**
 * Returns a reader of stored values by their schema. Values of another type or format and unknown fields are left out.
 * An object without a required field is left out; an unreadable required list becomes empty. Limits are not checked,
 * because they may have changed since the value was stored.
 */
export function shapeOf(schema: unknown): Shape {
  if (!(schema instanceof Schema)) throw new TypeError('Only schemas have a shape')
  const { nullable, optional, meta } = schema.describe()
  const isList = schema instanceof ArraySchema
  const read = isList
    ? listOf(shapeOf(schema.innerType))
    : schema instanceof ObjectSchema
      ? objectOf(schema)
      : meta?.['entry']
        ? dictionaryOf(shapeOf(meta['entry']))
        : leaf(schema)
  return (value, lost) => {
    if (value === null && nullable) return null
    const found = value === null || value === undefined ? undefined : read(value, lost)
    return found === undefined && isList && !optional ? [] : found
  }
}

function listOf(entry: Shape): Shape {
  return (value, lost) => {
    if (!Array.isArray(value)) return lost()
    return value.map((each) => entry(each, lost)).filter((each) => each !== undefined)
  }
}

function dictionaryOf(entry: Shape): Shape {
  return (value, lost) => {
    if (!isRecord(value)) return lost()
    const found = Object.entries(value).map(([name, each]) => [name, entry(each, lost)] as const)
    return Object.fromEntries(found.filter(([, each]) => each !== undefined))
  }
}

function objectOf(schema: ObjectSchema<object>): Shape {
  const fields = Object.entries<unknown>({ ...schema.fields }).map(([name, field]) => ({
    name,
    read: shapeOf(field),
    isRequired: field instanceof Schema && !field.describe().optional,
  }))
  return (value, lost) => {
    if (!isRecord(value)) return lost()
    const found: Record<string, unknown> = {}
    for (const { name, read, isRequired } of fields) {
      const field = read(Object.hasOwn(value, name) ? value[name] : undefined, lost)
      if (field !== undefined) found[name] = field
      else if (isRequired) return lost()
    }
    return found
  }
}

function leaf(schema: Schema): Shape {
  const { oneOf, tests } = schema.describe()
  const values = new Set(oneOf)
  const format = tests.map(({ name = '' }) => FORMATS[name]).find(Boolean)
  return (value, lost) => {
    const isRight =
      schema.isType(value) &&
      (values.size === 0 || values.has(value)) &&
      (!format || (typeof value === 'string' && format(value)))
    return isRight ? value : lost()
  }
}
