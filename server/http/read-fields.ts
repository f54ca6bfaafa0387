import { ArraySchema, ObjectSchema, Schema, ValidationError } from 'yup'
import { isRecord } from '#contract/values.ts'
import type { FieldProblem } from '#contract/schemas/problem.ts'

/** Maximum number of problems in one response; reading stops there. */
const MAX_PROBLEMS = 100
const OPTIONS = { strict: true, abortEarly: false, recursive: false, disableStackTrace: true } as const

/** Used part of yup's `ObjectSchema`; comparing the full types takes long. */
export interface FieldsSchema<T> {
  fields: object
  validateSync(value: unknown, options: typeof OPTIONS): T
}

/**
 * Reads a value by its schema and drops unknown fields at every depth. Checks the length of a text or list before its
 * content, so the schema bounds the work for any input.
 */
export function readFields<T>(schema: FieldsSchema<T>, value: unknown): { value: T; problems: FieldProblem[] } {
  const problems = new Map<string, FieldProblem>()
  const read = (part: unknown, given: unknown, pointer: string): unknown => {
    if (!(part instanceof Schema)) throw new TypeError(`No schema for ${pointer}`)
    if (problems.size >= MAX_PROBLEMS) return undefined
    const flags = flagsOf(part, given)
    for (const code of flags) problems.set(`${pointer} ${code}`, { pointer, code })
    if (flags.length > 0) return undefined
    if (part instanceof ArraySchema && Array.isArray(given))
      return given.map((entry, index) => read(part.innerType, entry, `${pointer}/${index}`))
    if (part instanceof ObjectSchema && isRecord(given)) return readObject(part, given, pointer)
    return given
  }
  const readObject = ({ fields }: { fields: object }, given: Record<string, unknown>, pointer: string) => {
    const found: Record<string, unknown> = {}
    for (const [name, field] of Object.entries<unknown>({ ...fields })) {
      // Own fields only, to exclude values from the prototype.
      const part = read(field, Object.hasOwn(given, name) ? given[name] : undefined, `${pointer}/${name}`)
      if (part !== undefined) found[name] = part
    }
    return found
  }
  const found = read(schema, value, '#')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without problems, each part was accepted by its schema
  return { value: found as T, problems: [...problems.values()].slice(0, MAX_PROBLEMS) }
}

/** Returns the failed tests of a schema itself, without those of its fields and entries. */
function flagsOf(schema: Schema, value: unknown): string[] {
  if (typeof value === 'string' && value.length > maxLengthOf(schema)) return ['tooLong']
  try {
    schema.validateSync(value, OPTIONS)
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    // Our messages are codes; yup's own type errors are sentences that may quote the value.
    return [...new Set(error.errors.map((message) => (/^\w+$/.test(message) ? message : 'invalidType')))]
  }
}

function maxLengthOf({ tests }: Schema): number {
  const max = tests.find((test) => test.OPTIONS?.name === 'max')?.OPTIONS?.params?.['max']
  return typeof max === 'number' ? max : Number.POSITIVE_INFINITY
}
