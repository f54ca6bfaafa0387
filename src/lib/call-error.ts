import { isCancelledError } from '@tanstack/react-query'
import type { ProblemCode } from '#contract/problem.ts'
import type { FieldProblem } from '#contract/schemas/problem.ts'
import { isRecord } from '#contract/values.ts'

/** A failed call whose error has been shown. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** Null without a response. */
  readonly status: number | null
  readonly code: ProblemCode | null
  /** Validation flags by field name; errors of no field have an empty name. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds until a retry is allowed, from `Retry-After`. */
  readonly retryAfter: number | null
  /** Whether a message of the page shows the failure. */
  isShown = false
  /** Body of the response, for callers that know further members of the problem. */
  readonly problem: Readonly<Record<string, unknown>>

  // Has no `cause`, because that would contain the request with its token, and errors are logged to consoles.
  constructor(status: number | null, problem?: unknown, retryAfter?: string | null) {
    super(status === null ? 'No answer' : `HTTP ${status}`)
    this.status = status
    this.retryAfter = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null
    const { code, errors, bag } = readProblem(problem)
    this.problem = bag
    this.code = code
    this.fields = Object.fromEntries(errors.map((error) => [fieldOf(error), error.code]))
  }
}

/** Whether the server is unreachable: no connection, or a gateway error of a proxy without a problem code. */
export const isServerUnreachable = (error: unknown): boolean =>
  isPartUnreachable(error) ||
  (error instanceof CallError &&
    error.code === null &&
    (error.status === null || (error.status >= 502 && error.status <= 504)))

/** A call cancelled by leaving the page, by a newer search, or by the end of the session. Nothing is shown. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

/** Whether an error needs no further report: a shown failure or a cancelled call. */
export const isHandled = (error: unknown): boolean =>
  error instanceof CallError || error instanceof CancelledError || isCancelledError(error)

/** Reads problem details (RFC 9457), and similar members from the responses of other APIs. */
function readProblem(body: unknown) {
  const bag = isRecord(body) ? body : {}
  const code = bag['code']
  const errors = Array.isArray(bag['errors']) ? bag['errors'] : []
  return {
    bag,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown code of another API matches no comparison
    code: typeof code === 'string' ? (code as ProblemCode) : null,
    errors: errors.filter(
      (error): error is FieldProblem => typeof error === 'object' && error !== null && typeof error.code === 'string',
    ),
  }
}

const fieldOf = ({ pointer, parameter }: FieldProblem) => String(pointer ?? parameter ?? '').replace(/^#?\/?/, '')

/** Without a connection, a chunk could not be loaded; tools/build/page-files.ts sets this name. */
export const isPartUnreachable = (error: unknown) => error instanceof Error && error.name === 'NoServer'
