import { isRecord } from '#contract/values.ts'
import type { Call } from '#server/context.ts'
import { ProblemError } from './problem.ts'
import { type FieldsSchema, readFields } from './read-fields.ts'

const MAX_DEPTH = 20

/**
 * Returns the validated JSON body, without unknown fields at any depth. A settings body without any known field is
 * rejected, because it was probably meant for another endpoint.
 */
export function readBody<T>(c: Call, schema: FieldsSchema<T>, isOfSettings = false): T {
  const body = bodyOf(c)
  if (isOfSettings && isRecord(body) && !Object.keys(schema.fields).some((name) => Object.hasOwn(body, name))) {
    throw new ProblemError('validation-failed', { errors: [{ pointer: '#', code: 'required' }] })
  }
  return valid(schema, body)
}

function bodyOf(c: Call): unknown {
  if (!isJson(c.req.header('content-type'))) throw new ProblemError('unsupported-media-type')
  return parse(c.get('body'))
}

// JSON is UTF-8 only (RFC 8259 §8.1).
function isJson(contentType = ''): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  return type === 'application/json' && parameters.every((parameter) => /^(charset="?utf-8"?)?$/.test(parameter))
}

function parse(bytes: Uint8Array): unknown {
  try {
    // Keeps a byte order mark, so that JSON.parse rejects it.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw new ProblemError('malformed-json')
  }
}

function valid<T>(schema: FieldsSchema<T>, body: unknown): T {
  if (!isRecord(body)) throw new ProblemError('validation-failed', { errors: [{ pointer: '#', code: 'invalidType' }] })
  if (isDeeperThan(body, MAX_DEPTH)) throw new ProblemError('bad-request')
  const { value, problems } = readFields(schema, body)
  if (problems.length > 0) throw new ProblemError('validation-failed', { errors: problems })
  return value
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}
