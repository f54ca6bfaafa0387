import * as paths from '#contract/paths.ts'
import { apiRoot } from '#src/lib/api-root.ts'
import { type CallError, CancelledError, isHandled } from '#src/lib/call-error.ts'
import { linkedController, sessionSignal } from '#src/lib/cancellation.ts'
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#src/lib/constants.ts'
import { type CallContext, failureOf, http, isMissing } from '#src/lib/http.ts'
import { requestEnded, requestStarted } from '#src/lib/messages.ts'
import { readToken } from '#src/lib/token.ts'
import { fetchOrTake } from './prefetched-responses.ts'
import { type Call, searchParamsOf } from './first-calls.ts'

export type { Silent } from '#src/lib/http.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

export interface CallOptions extends Pick<Call, 'search'>, Pick<CallContext, 'expects' | 'silent' | 'nullOn404'> {
  json?: unknown
  signal?: AbortSignal
  /** Sent instead of the session's token, such as the token of a reset link. */
  token?: string
  /** Version on which the change is based (`If-Match`). */
  ifMatch?: string
  /** Gets the version of the response (`ETag`). */
  onVersion?: (version: string) => void
  /** Content type of a file that a later upload sends; this call has no body. */
  contentType?: string
  /** Raw body instead of JSON; uses the upload timeout. */
  body?: Blob
  /** Sends the call instead of the Fetch API, and limits its time itself. */
  fetch?: typeof fetchOrTake
  /** Longest time of a call that takes the server long. */
  timeoutMs?: number
  /** Skips reading the body of the response. */
  isUnread?: boolean
  /** The response is a file instead of JSON. */
  isFile?: boolean
  /** A background request, without the loading indicator. */
  isBackground?: boolean
}

export type GetOptions = Pick<CallOptions, 'signal' | 'silent' | 'isBackground'>

/** URL of the API without a trailing slash. */
const root = apiRoot.replace(/\/$/, '')

const WITHOUT_TOKEN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate, paths.forgotPassword])

export const isUnauthenticated = ({ status }: CallError) => status === 401

/** Whether an error names invalid fields, which the form shows. */
export const namesFields = ({ fields }: CallError) => Object.keys(fields).length > 0

/** Some APIs respond with a bare URL; no JSON begins like one. */
const isBareUrl = (body: string) => /^(https?:\/)?\//.test(body)

async function call(method: Method, path: string, options: CallOptions = {}): Promise<unknown> {
  const { json, body: file, ifMatch, onVersion, fetch: send = fetchOrTake } = options
  const contentType = options.contentType ?? file?.type
  const isSessionToken = options.token === undefined && !WITHOUT_TOKEN.has(path)
  const token = options.token ?? (isSessionToken ? readToken() : null)
  // A screen that is being left after the end of the session may still make a call.
  if (isSessionToken && token === null) throw new CancelledError('Not signed in')
  const session = sessionSignal()
  const own = options.signal && linkedController(options.signal, session)
  const signal = own ? own.signal : session
  const { expects, silent, nullOn404 } = options
  // The call for a forgotten password has no session, but its 401 is handled like an expired session.
  const endsSession = isSessionToken || path === paths.forgotPassword
  const context: CallContext = { path, token, endsSession, signal, expects, silent, nullOn404 }
  // User routes are exempt from the loading indicator and the time-out.
  const isUserRoute = paths.isUserPath(path)
  const longest = options.timeoutMs ?? (file ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
  const timeout = isUserRoute || options.fetch ? false : longest
  const isIndicated = !isUserRoute && options.isBackground !== true
  if (isIndicated) requestStarted(method.toUpperCase(), path)
  try {
    const response = await http(`${root}/${path}`, {
      method,
      searchParams: searchParamsOf(options),
      headers: {
        ...(contentType && { 'content-type': contentType }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      timeout,
      totalTimeout: timeout,
      // A call with its own token, such as signing out, may outlive the tab.
      keepalive: options.token !== undefined,
      signal,
      context: { call: context },
      fetch: (input, init) => (input instanceof Request ? send(input, init) : fetch(input, init)),
      ...(json === undefined ? {} : { json }),
      ...(file && { body: file }),
    })
    const version = response.headers.get('etag')
    if (version !== null) onVersion?.(version)
    if (options.isUnread) return undefined
    if (options.isFile) return await response.blob()
    const body = await response.text()
    return body === '' ? undefined : isBareUrl(body) ? body : JSON.parse(body)
  } catch (error) {
    if (isMissing(error, context)) return null
    // The hook handles failures of the request only, not a body that breaks off or is no JSON.
    throw isHandled(error) ? error : failureOf(error, context)
  } finally {
    if (isIndicated) requestEnded()
    // Detaches from the session's signal, which outlives thousands of calls.
    own?.abort()
  }
}

/** Calls of the API. Responses are read by `response-readers.ts`; failures are shown before they are thrown. */
export const api = {
  get: (target: string | Call, options?: Omit<CallOptions, 'json'>) =>
    typeof target === 'string' ? call('get', target, options) : call('get', target.path, { ...options, ...target }),
  post: (path: string, options?: CallOptions) => call('post', path, options),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `isFile` has it
  file: (path: string, options: CallOptions) => call('post', path, { ...options, isFile: true }) as Promise<Blob>,
  put: (path: string, options?: CallOptions) => call('put', path, { ...options, isUnread: true }),
  delete: (path: string, options?: Omit<CallOptions, 'json'>) => call('delete', path, { isUnread: true, ...options }),
}
