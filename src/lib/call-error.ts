import { isCancelledError } from '@tanstack/react-query'
import type { ProblemCode } from '#contract/problem.ts'
import type { FieldProblem } from '#contract/schemas/problem.ts'
import { isRecord } from '#contract/values.ts'

/** A call that failed, after it was shown. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** Null where there was no answer at all. */
  readonly status: number | null
  readonly code: ProblemCode | null
  /** What is wrong with which field, as validation flags; by an empty name what is wrong with none. */
  readonly fields: Readonly<Record<string, string>>
  /** In how many seconds it may be tried again, where the server says so. */
  readonly retryAfter: number | null
  /** Whether a message of the page says that the call failed. */
  isShown = false
  /** As it was answered, for who knows what else its code comes with. */
  readonly problem: Readonly<Record<string, unknown>>

  // No `cause`: it holds the request with its token, and errors end up in consoles.
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

/** No connection, or a server that is stopped: what stands in front of it answers without a problem's code. */
export const isServerAway = (error: unknown): boolean =>
  isPartUnreachable(error) ||
  (error instanceof CallError &&
    error.code === null &&
    (error.status === null || (error.status >= 502 && error.status <= 504)))

/** A call that was cancelled: by leaving the page, a newer search, or the end of the session. Nothing is shown. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

/** There is nothing left to tell of it: it was shown, or was cancelled. */
export const isHandled = (error: unknown): boolean =>
  error instanceof CallError || error instanceof CancelledError || isCancelledError(error)

/** Problem details (RFC 9457) of our server; of another API's answer whatever is like them. */
function readProblem(body: unknown) {
  const bag = isRecord(body) ? body : {}
  const code = bag['code']
  const errors = Array.isArray(bag['errors']) ? bag['errors'] : []
  return {
    bag,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another API's code equals none of those it is compared with
    code: typeof code === 'string' ? (code as ProblemCode) : null,
    errors: errors.filter(
      (error): error is FieldProblem => typeof error === 'object' && error !== null && typeof error.code === 'string',
    ),
  }
}

const fieldOf = ({ pointer, parameter }: FieldProblem) => String(pointer ?? parameter ?? '').replace(/^#?\/?/, '')

/** A part of the portal could not be loaded for want of a connection: so tools/build/flatten-dynamic-imports.ts names it. */
export const isPartUnreachable = (error: unknown) => error instanceof Error && error.name === 'NoServer'
