import ky, { HTTPError, type BeforeErrorHook, type BeforeRequestHook } from 'ky'
import * as paths from '#contract/paths.ts'
import { apiRoot } from './api-root.ts'
import { CallError, CancelledError } from './call-error.ts'
import { reportError } from './report-error.ts'
import { readToken, tokenEnded } from './token.ts'

/** Whether a failure is not shown; a function is asked when it is one. */
export type Silent = boolean | (() => boolean)

/** What the hooks know of a call of the API: `call` in ky's `context`. Texts and files have none, and get no token. */
export interface CallContext {
  path: string
  token: string | null
  /** Whether its 401 is the end of the session. */
  endsSession: boolean
  signal: AbortSignal
  /** Such a failure is the caller's own matter: no message, and the session does not end by it. */
  expects?: ((error: CallError) => boolean) | undefined
  /** Its failure is not shown, for no person asked for it: the refresh of the token, loading ahead. */
  silent?: Silent | undefined
  /** Not every API has it: a 404 is no failure, but null. */
  nullOn404?: boolean | undefined
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ky's context holds anything, and api/http.ts puts this there
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

/** What went wrong, as the one kind of error that leaves the transport; shown, and the session's end announced. */
export function failureOf(cause: unknown, call: CallContext): Error {
  if (call.signal.aborted) return new CancelledError('Cancelled')
  // Never shown to a person: it may hold anything.
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
    // A stale token's 401 says nothing about the session of today.
    tokenEnded()
  }
  return error
}

const reportFailure: BeforeErrorHook = ({ error, options }) => {
  const call = callOf(options)
  return call ? failureOf(error, call) : error
}

/**
 * All that the portal asks for by HTTP: calls of the API (api/http.ts), texts, files. It is in lib, for the texts are fetched there
 * (intl.tsx). Two cannot go through it: what the first script asks for (src/early.ts), which runs before the packages are here, and
 * an upload (files/put.ts), of which ky cannot tell the progress as it sends. The service worker is no part of the page, and passes
 * on what this asks for.
 */
export const http = ky.create({
  // Nothing repeats itself: a person retries by a button.
  retry: 0,
  // It would take a password or a token to another host, and bring back an answer that is not the API's.
  redirect: 'error',
  hooks: {
    beforeRequest: [sendToken, sendAntiForgeryToken],
    beforeError: [reportFailure],
  },
})
