import type { ISchema } from 'yup'
import { cleanText } from '#contract/text.ts'

/** Validation flags by field name, separated by spaces. */
export type FieldErrors = Readonly<Record<string, string>>

/** Loads a schema when it is first needed, so that yup is not in the chunk of the form. */
export type LoadSchema = () => Promise<Pick<ISchema<unknown>, 'validate'>>

/** Returns the values without invisible characters and white space at the ends; passwords stay as typed. */
export function cleaned<T>(values: T, name?: string): T
export function cleaned(values: unknown, name = ''): unknown {
  if (typeof values === 'string') return /password/i.test(name) ? values : cleanText(values)
  if (Array.isArray(values)) return values.map((value) => cleaned(value, name))
  if (!isPlainObject(values)) return values
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, cleaned(value, key)]))
}

/** Excludes files, which a form may also contain. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** `newest` is called once the schema has loaded. */
export async function schemaFlags(schema: LoadSchema, newest: () => unknown): Promise<FieldErrors> {
  // Without the schema the form can still be sent: the server validates too.
  const loaded = await schema().catch(() => undefined)
  try {
    await loaded?.validate(cleaned(newest()), { abortEarly: false })
    return {}
  } catch (error) {
    return flagsOf(error)
  }
}

interface SchemaError {
  inner: { path?: string | undefined; message: string }[]
}

// Recognised by its shape: `instanceof` would bring yup into this chunk.
function isSchemaError(error: unknown): error is SchemaError {
  return error instanceof Error && 'inner' in error && Array.isArray(error.inner)
}

/** Returns the flags of a schema's error by field; rethrows any other error. */
export function flagsOf(error: unknown): FieldErrors {
  if (!isSchemaError(error)) throw error
  const flags: Record<string, string> = {}
  for (const { path = '', message } of error.inner) {
    const known = flags[path]?.split(' ') ?? []
    // A missing value has no other flag.
    if (message === 'required' || known.length === 0) flags[path] = message
    else if (!known.includes('required') && !known.includes(message)) flags[path] += ` ${message}`
  }
  return flags
}
