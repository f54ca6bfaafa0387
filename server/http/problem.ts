import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { KeyScope } from '#contract/imports.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import type {
  ClosedEstimate,
  ClosedRequest,
  FieldProblem,
  Problem,
  LockingPractice,
} from '#contract/schemas/problem.ts'
import type { VisitQuestions } from '#contract/schemas/visit.ts'
import type { FactorMethod } from '#contract/sign-in.ts'
import { databaseProblem } from '#server/db/problem.ts'
import { storageProblem } from '#server/files/store.ts'
import type { Log } from '#server/ports.ts'
import type { Call } from '#server/context.ts'

interface ProblemDetails {
  errors?: readonly FieldProblem[]
  headers?: Record<string, string>
  lastSequence?: number
  scope?: KeyScope
  challenge?: string
  methods?: FactorMethod[]
  closed?: ClosedRequest
  estimate?: ClosedEstimate
  practice?: LockingPractice | undefined
  questions?: VisitQuestions
  /** Overrides the usual status of the code. */
  status?: ContentfulStatusCode
}

/** Thrown to respond with a problem from the catalogue. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

export const invalidParameters = (...errors: { parameter: string; code: string }[]) =>
  new ProblemError('invalid-parameter', { errors })

export const tooManyRequests = (waitMs: number) =>
  new ProblemError('rate-limited', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } })

const RETRY_AFTER: Partial<Record<ProblemCode, string>> = { unavailable: '2', overloaded: '1', draining: '5' }

/** Maximum characters of the errors in one response. This bounds the response, because all other fields are short. */
const MAX_ERRORS_LENGTH = 12 * 1024

function firstErrors(errors: readonly FieldProblem[]): FieldProblem[] {
  let length = 0
  const end = errors.findIndex((error) => (length += JSON.stringify(error).length) > MAX_ERRORS_LENGTH)
  return errors.slice(0, end < 0 ? errors.length : end)
}

/** Returns a problem response (RFC 9457); the instance is the request id. */
export function problem(
  c: Call,
  code: ProblemCode,
  {
    errors,
    headers,
    status,
    lastSequence,
    scope,
    challenge,
    methods,
    closed,
    estimate,
    practice,
    questions,
  }: ProblemDetails = {},
): Response {
  const [usual, title] = PROBLEMS[code]
  const instance = `urn:uuid:${c.get('requestId')}`
  const body: Problem = {
    type: `urn:portal:problem:${code}`,
    title,
    status: status ?? usual,
    code,
    instance,
    ...(errors && { errors: firstErrors(errors) }),
    ...(lastSequence !== undefined && { lastSequence }),
    ...(scope !== undefined && { scope }),
    ...(challenge !== undefined && { challenge, methods: methods ?? [] }),
    ...(closed && { closed }),
    ...(estimate && { estimate }),
    ...(practice && { practice }),
    ...(questions && { questions }),
  }
  const retryAfter = RETRY_AFTER[code]
  return c.body(JSON.stringify(body), status ?? usual, {
    'content-type': 'application/problem+json',
    ...(usual === 401 && { 'www-authenticate': 'Token' }),
    ...(retryAfter && { 'retry-after': retryAfter }),
    ...headers,
  })
}

/**
 * Handles errors of requests. Logs unexpected errors without their message, which may contain user input, and passes
 * their code to `recordFailure`.
 */
export function handleError(
  error: unknown,
  c: Call,
  log: Log,
  recordFailure: (code: ProblemCode) => void = () => {},
): Response {
  if (error instanceof ProblemError) return problem(c, error.code, error.details)
  const code = storageProblem(error) ?? databaseProblem(error) ?? 'internal'
  if (code !== 'bad-request') {
    // Covers conflicts that no rule handles: a concurrent request inserted or deleted the row.
    recordFailure(code)
    log(code === 'conflict' ? 'warn' : 'error', code, { id: c.get('requestId'), ...withoutMessage(error) })
  }
  return problem(c, code)
}

/** Returns an error without its message, which may contain user input. */
export function withoutMessage(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  // Name of the violated constraint in PostgreSQL, without values.
  const constraint = 'constraint' in error ? String(error.constraint) : undefined
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  return { error: error.name, code, constraint, at: frames?.slice(0, 8).map((line) => line.trim().slice(3)) }
}
