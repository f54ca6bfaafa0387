import ky, { HTTPError, type BeforeErrorHook, type BeforeRequestHook } from 'ky'
import * as paths from '#contract/paths.ts'
import { apiRoot } from './api-root.ts'
import { CallError, CancelledError } from './call-error.ts'
import { reportError } from './report-error.ts'
import { readToken, tokenEnded } from './token.ts'

/** Whether a failure is not shown; a function is evaluated when the call fails. */
export type Silent = boolean | (() => boolean)

/** Data of an API call for the hooks: `call` in ky's `context`. Requests for texts and files have none, and send no token. */
export interface CallContext {
  path: string
  token: string | null
  /** Whether a 401 of this call ends the session. */
  endsSession: boolean
  signal: AbortSignal
  /** Failures that the caller handles: no message is shown, and they do not end the session. */
  expects?: ((error: CallError) => boolean) | undefined
  /** Hides failures of calls that the user did not start, such as the token refresh or a prefetch. */
  silent?: Silent | undefined
  /** Returns null for a 404, for operations that not every API has. */
  nullOn404?: boolean | undefined
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ky's context is untyped; api/http.ts sets this value
const callOf = ({ context }: { context: Record<string, unknown> }) => context['call'] as CallContext | undefined

const isRelative = !/^(https?:)?\/\//.test(apiRoot)

function antiForgeryToken(): string | null {
  try {
    const cookie = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
    return cookie ? decodeURIComponent(cookie) : null
  } catch {
    return null
  }
}

const sendToken: BeforeRequestHook = ({ request, options }) => {
  const token = callOf(options)?.token
  if (token) request.headers.set('authorization', token)
}

const sendAntiForgeryToken: BeforeRequestHook = ({ request, options }) => {
  const token = request.method === 'GET' || !callOf(options) || !isRelative ? null : antiForgeryToken()
  if (token) request.headers.set('x-xsrf-token', token)
}

const isSilent = ({ silent = false }: CallContext) => (typeof silent === 'function' ? silent() : silent)

export const isMissing = (error: unknown, { nullOn404 }: CallContext) =>
  nullOn404 === true && error instanceof CallError && error.status === 404

const isExpected = (error: CallError, call: CallContext) => isMissing(error, call) || call.expects?.(error) === true

/** Converts any cause to the error that the transport throws. Shows it, or announces the end of the session. */
export function failureOf(cause: unknown, call: CallContext): Error {
  if (call.signal.aborted) return new CancelledError('Cancelled')
  // The cause is never shown to the user, because it may contain anything.
  // oxlint-disable-next-line no-console -- for developers
  if (import.meta.env.DEV && !import.meta.env.VITEST) console.warn(call.path, cause)
  const error =
    cause instanceof HTTPError
      ? new CallError(cause.response.status, cause.data, cause.response.headers.get('retry-after'))
      : new CallError(null)
  if (isExpected(error, call)) return error
  if (error.status !== 401 || !call.endsSession) {
    if (!isSilent(call)) reportError(error, call.path)
  } else if (call.path === paths.forgotPassword || call.token === readToken()) {
    // A 401 for a replaced token does not end the current session.
    tokenEnded()
  }
  return error
}

const reportFailure: BeforeErrorHook = ({ error, options }) => {
  const call = callOf(options)
  return call ? failureOf(error, call) : error
}

/**
 * HTTP client of the portal for API calls (api/http.ts), texts and files. Exceptions: the first script (src/prefetch.ts) runs before
 * the packages are loaded, and uploads (files/put.ts) need progress events. Part of lib because intl.tsx fetches the texts.
 */
export const http = ky.create({
  // No automatic retries: the user retries with a button.
  retry: 0,
  // A redirect would send a password or token to another host, and return a response that is not from the API.
  redirect: 'error',
  hooks: {
    beforeRequest: [sendToken, sendAntiForgeryToken],
    beforeError: [reportFailure],
  },
})
