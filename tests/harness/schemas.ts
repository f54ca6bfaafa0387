import { ValidationError } from 'yup'

/** Part of yup's `ObjectSchema` that tests use. Comparing the full types takes long. */
export interface TestedSchema {
  fields: object
  cast(value: unknown): unknown
  validateSync(value: unknown, options: { strict: boolean; abortEarly?: boolean }): unknown
}

/** Returns the validation errors of a value as `path: flag`. Type errors of yup itself count as `invalidType`. */
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
