import { type AnyObject, type ObjectSchema, ValidationError } from 'yup'

/** The validation errors of a value as `path: flag`; yup's own type errors count as `invalidType`. */
export function flags(schema: ObjectSchema<AnyObject>, value: unknown): string[] {
  try {
    schema.validateSync(value, { strict: true, abortEarly: false })
    return []
  } catch (error) {
    if (!ValidationError.isError(error)) throw error
    const found = error.inner.map(({ path, message }) => `${path}: ${/^\w+$/.test(message) ? message : 'invalidType'}`)
    return [...new Set(found)].sort()
  }
}
