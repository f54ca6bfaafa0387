import { ValidationError } from 'yup'
import type { FieldProblem } from '#contract/problem.ts'
import type { Call } from '#server/context.ts'
import { ProblemError } from './problem.ts'

const MAX_DEPTH = 20

/** What is used of yup's `ObjectSchema`, whose types take long to compare. */
interface BodySchema<T> {
  fields: object
  validateSync(value: unknown, options: { strict: true; abortEarly: false }): T
}

/** The validated JSON body, without unknown keys. */
export async function validBody<T>(c: Call, schema: BodySchema<T>): Promise<T> {
  if (!isJson(c.req.header('content-type'))) throw new ProblemError('unsupported-media-type')
  return valid(schema, parse(c.get('body')))
}

// UTF-8 only, RFC 8259 §8.1.
function isJson(contentType = ''): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  return type === 'application/json' && parameters.every((parameter) => /^(charset="?utf-8"?)?$/.test(parameter))
}

function parse(bytes: Uint8Array): unknown {
  try {
    // Strict: a byte order mark is kept, so that JSON.parse refuses it.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw new ProblemError('malformed-json')
  }
}

function valid<T>(schema: BodySchema<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ProblemError('validation-failed', { errors: [{ pointer: '#', code: 'invalidType' }] })
  }
  if (isDeeperThan(body, MAX_DEPTH)) throw new ProblemError('bad-request')
  // Allow-list of the schema's own keys, against prototype pollution by `__proto__`.
  const known = Object.fromEntries(
    Object.entries(body).filter(([key]) => Object.hasOwn(schema.fields, key) && key !== '__proto__'),
  )
  try {
    return schema.validateSync(known, { strict: true, abortEarly: false })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ProblemError('validation-failed', { errors: fieldProblems(error) })
  }
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}

function fieldProblems(error: ValidationError): FieldProblem[] {
  const each = error.inner.length > 0 ? error.inner : [error]
  const problems = each.map(({ path = '', message }) => ({
    pointer: `#/${path.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`,
    // Our messages are flags; yup's own type errors are sentences that may quote the value.
    code: /^\w+$/.test(message) ? message : 'invalidType',
  }))
  return problems.filter(
    ({ pointer, code }, index) =>
      problems.findIndex((other) => other.pointer === pointer && other.code === code) === index,
  )
}
