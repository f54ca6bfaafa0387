import { type AnyObject, type ObjectSchema, ValidationError } from 'yup'

/**
 * What a schema finds wrong, as the server asks it: `path: flag`, or nothing. What yup says itself of a wrong type is a
 * sentence, and counts as `invalidType`.
 */
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
