import ky, { HTTPError, type BeforeErrorHook, type BeforeRequestHook } from 'ky'
import { isUserPath, paths } from '#contract/paths.ts'
import { apiRoot } from '#src/lib/api-root.ts'
import { CallError, CancelledError, isHandled } from '#src/lib/call-error.ts'
import { linkedController, sessionSignal } from '#src/lib/cancellation.ts'
import { REQUEST_TIMEOUT_MS } from '#src/lib/constants.ts'
import { requestEnded, requestStarted } from '#src/lib/messages.ts'
import { reportError } from '#src/lib/report-error.ts'
import { readToken, tokenEnded } from '#src/lib/token.ts'
import { takeEarlyAnswer } from './early-answers.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

/** Whether a failure is not shown; a function is asked when it is one. */
export type Silent = boolean | (() => boolean)

interface CallOptions {
  search?: Record<string, string | number | boolean | undefined>
  json?: unknown
  signal?: AbortSignal
  /** Sent instead of the session's token: the one of a reset link. */
  token?: string
  /** Such a failure is the caller's own matter: no message, and the session does not end by it. */
  expects?: (error: CallError) => boolean
  /** Its failure is not shown, for no person asked for it: the refresh of the token, loading ahead. */
  silent?: Silent
  /** The version that is changed (`If-Match`). */
  ifMatch?: string
  /** The version of what is answered: its `ETag`. */
  onVersion?: (version: string) => void
  /** Not every API has it: a 404 is no failure, but null. */
  nullOn404?: boolean
  /** Of what is going to be sent elsewhere; this call has no body. */
  contentType?: string
  /** That it succeeded is all there is to know, and told by its status: whatever comes with that is not read. */
  isUnread?: boolean
}

/** What the hooks know of a call: ky's `context`. */
interface CallContext extends Pick<CallOptions, 'expects' | 'silent' | 'nullOn404'> {
  path: string
  token: string | null
  /** Whether that is the token of the session. */
  isSessionToken: boolean
  signal: AbortSignal
}

const contextOf = ({ context }: { context: Record<string, unknown> }) => context as unknown as CallContext

const WITHOUT_TOKEN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate, paths.forgotPassword])
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
  const { token } = contextOf(options)
  if (token) request.headers.set('authorization', token)
}

const sendAntiForgeryToken: BeforeRequestHook = ({ request }) => {
  const token = request.method === 'GET' || !isRelative ? null : antiForgeryToken()
  if (token) request.headers.set('x-xsrf-token', token)
}

const isSilent = ({ silent = false }: CallContext) => (typeof silent === 'function' ? silent() : silent)

const isMissing = (error: unknown, { nullOn404 }: CallContext) =>
  nullOn404 === true && error instanceof CallError && error.status === 404

const isExpected = (error: CallError, call: CallContext) => isMissing(error, call) || call.expects?.(error) === true

export const isUnauthenticated = ({ status }: CallError) => status === 401

/** What went wrong, as the one kind of error that leaves this module; shown, and the session's end announced. */
function failureOf(cause: unknown, call: CallContext): Error {
  if (call.signal.aborted) return new CancelledError('Cancelled')
  // Never shown to a person: it may hold anything.
  // oxlint-disable-next-line no-console -- whoever builds the portal reads it there
  if (import.meta.env.DEV && !import.meta.env.VITEST) console.warn(call.path, cause)
  const error =
    cause instanceof HTTPError
      ? new CallError(cause.response.status, cause.data, cause.response.headers.get('retry-after'))
      : new CallError(null)
  if (isExpected(error, call)) return error
  if (error.status !== 401 || !call.isSessionToken) {
    if (!isSilent(call)) reportError(error, call.path)
  } else if (call.token === readToken()) {
    // A stale token's 401 says nothing about the session of today.
    tokenEnded()
  }
  return error
}

const reportFailure: BeforeErrorHook = ({ error, options }) => failureOf(error, contextOf(options))

const client = ky.create({
  prefix: apiRoot,
  // Nothing repeats itself: a person retries by a button.
  retry: 0,
  fetch: (input, init) => takeEarlyAnswer(input as Request) ?? fetch(input, init),
  hooks: {
    beforeRequest: [sendToken, sendAntiForgeryToken],
    beforeError: [reportFailure],
  },
})

/** Some APIs answer an address as it is, and nothing of JSON begins like one. */
const isBareUrl = (body: string) => /^(https?:\/)?\//.test(body)

async function call(method: Method, path: string, options: CallOptions = {}): Promise<unknown> {
  const { search = {}, json, contentType, ifMatch, onVersion } = options
  const isSessionToken = options.token === undefined && !WITHOUT_TOKEN.has(path)
  const token = options.token ?? (isSessionToken ? readToken() : null)
  // A screen that is being left after the session's end may still ask; the server is not asked without a token.
  if (isSessionToken && token === null) throw new CancelledError('Not signed in')
  const session = sessionSignal()
  const own = options.signal && linkedController(options.signal, session)
  const signal = own ? own.signal : session
  const context: CallContext = { ...options, path, token, isSessionToken, signal }
  // User routes are exempt from the loading indicator and the time-out (spec §7).
  const isUserRoute = isUserPath(path)
  const timeout = isUserRoute ? false : REQUEST_TIMEOUT_MS
  // Part of the session's start, which shows no indicator either.
  const isIndicated = !isUserRoute && path !== paths.capabilities
  if (isIndicated) requestStarted(method.toUpperCase(), path)
  try {
    const answer = await client(path, {
      method,
      searchParams: new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ),
      headers: {
        ...(contentType && { 'content-type': contentType }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      timeout,
      totalTimeout: timeout,
      // With a token that the tab has not, or no longer: the tab may be gone before the answer.
      keepalive: options.token !== undefined,
      signal,
      context: { ...context },
      ...(json === undefined ? {} : { json }),
    })
    const version = answer.headers.get('etag')
    if (version !== null) onVersion?.(version)
    if (options.isUnread) return undefined
    const body = await answer.text()
    return body === '' ? undefined : isBareUrl(body) ? body : JSON.parse(body)
  } catch (error) {
    if (isMissing(error, context)) return null
    // What is no failure of the request itself has not been through the hook: a body that breaks off, or is no JSON.
    throw isHandled(error) ? error : failureOf(error, context)
  } finally {
    if (isIndicated) requestEnded()
    // Nor is there anything left to abort: the session's signal outlives thousands of calls.
    own?.abort()
  }
}

/** The portal API. What it answers is read by `tolerate.ts`; failures were shown before they are thrown. */
export const api = {
  get: (path: string, options?: Omit<CallOptions, 'json'>) => call('get', path, options),
  post: (path: string, options?: CallOptions) => call('post', path, options),
  put: (path: string, options?: CallOptions) => call('put', path, { ...options, isUnread: true }),
  delete: (path: string, options?: Omit<CallOptions, 'json'>) => call('delete', path, { ...options, isUnread: true }),
}
