import { ValidationError } from 'yup'

/** What tests use of yup's `ObjectSchema`, whose types take long to compare. */
export interface TestedSchema {
  fields: object
  cast(value: unknown): unknown
  validateSync(value: unknown, options: { strict: boolean; abortEarly?: boolean }): unknown
}

/** The validation errors of a value as `path: flag`; yup's own type errors count as `invalidType`. */
export function flags(schema: Pick<TestedSchema, 'validateSync'>, value: unknown): string[] {
  try {
    schema.validateSync(value, { strict: true, abortEarly: false })
    return []
  } catch (error) {
    if (!ValidationError.isError(error)) throw error
    const found = error.inner.map(({ path, message }) => `${path}: ${/^\w+$/.test(message) ? message : 'invalidType'}`)
    return [...new Set(found)].sort()
  }
}
