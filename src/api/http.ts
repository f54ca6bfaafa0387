import * as paths from '#contract/paths.ts'
import { apiRoot } from '#src/lib/api-root.ts'
import { type CallError, CancelledError, isHandled } from '#src/lib/call-error.ts'
import { linkedController, sessionSignal } from '#src/lib/cancellation.ts'
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#src/lib/constants.ts'
import { type CallContext, failureOf, http, isMissing } from '#src/lib/http.ts'
import { requestEnded, requestStarted } from '#src/lib/messages.ts'
import { readToken } from '#src/lib/token.ts'
import { type Call, searchParamsOf, takeEarlyAnswer } from './first-calls.ts'

export type { Silent } from '#src/lib/http.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

export interface CallOptions extends Pick<Call, 'search'>, Pick<CallContext, 'expects' | 'silent' | 'nullOn404'> {
  json?: unknown
  signal?: AbortSignal
  /** Sent instead of the session's token: the one of a reset link. */
  token?: string
  /** The version that is changed (`If-Match`). */
  ifMatch?: string
  /** The version of what is answered: its `ETag`. */
  onVersion?: (version: string) => void
  /** Of what is going to be sent elsewhere; this call has no body. */
  contentType?: string
  /** Sent as it is, in place of JSON; a slow connection takes its time with it. */
  body?: Blob
  /** That it succeeded is all there is to know, and told by its status: whatever comes with that is not read. */
  isUnread?: boolean
  /** A file is answered, and no JSON. */
  isFile?: boolean
  /** Nothing waits for it, and so no indicator tells of it. */
  isBeside?: boolean
}

/** Of a call that reads. */
export type GetOptions = Pick<CallOptions, 'signal' | 'silent' | 'isBeside'>

/** Those of the API, without the slash at the end. */
const root = apiRoot.replace(/\/$/, '')

const WITHOUT_TOKEN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate, paths.forgotPassword])

export const isUnauthenticated = ({ status }: CallError) => status === 401

/** Its form says it at its fields, or on top of them. */
export const namesFields = ({ fields }: CallError) => Object.keys(fields).length > 0

/** Some APIs answer an address as it is, and nothing of JSON begins like one. */
const isBareUrl = (body: string) => /^(https?:\/)?\//.test(body)

async function call(method: Method, path: string, options: CallOptions = {}): Promise<unknown> {
  const { json, body: file, ifMatch, onVersion } = options
  const contentType = options.contentType ?? file?.type
  const isSessionToken = options.token === undefined && !WITHOUT_TOKEN.has(path)
  const token = options.token ?? (isSessionToken ? readToken() : null)
  // A screen that is being left after the session's end may still ask; the server is not asked without a token.
  if (isSessionToken && token === null) throw new CancelledError('Not signed in')
  const session = sessionSignal()
  const own = options.signal && linkedController(options.signal, session)
  const signal = own ? own.signal : session
  const { expects, silent, nullOn404 } = options
  // A forgotten password has no session, but its 401 is shown as the end of one (spec §8).
  const endsSession = isSessionToken || path === paths.forgotPassword
  const context: CallContext = { path, token, endsSession, signal, expects, silent, nullOn404 }
  // User routes are exempt from the loading indicator and the time-out (spec §7).
  const isUserRoute = paths.isUserPath(path)
  const timeout = isUserRoute ? false : file ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS
  const isIndicated = !isUserRoute && options.isBeside !== true
  if (isIndicated) requestStarted(method.toUpperCase(), path)
  try {
    const answer = await http(`${root}/${path}`, {
      method,
      searchParams: searchParamsOf(options),
      headers: {
        ...(contentType && { 'content-type': contentType }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      timeout,
      totalTimeout: timeout,
      // With a token that the tab has not, or no longer: the tab may be gone before the answer.
      keepalive: options.token !== undefined,
      signal,
      context: { call: context },
      fetch: (input, init) => (input instanceof Request ? takeEarlyAnswer(input) : undefined) ?? fetch(input, init),
      ...(json === undefined ? {} : { json }),
      ...(file && { body: file }),
    })
    const version = answer.headers.get('etag')
    if (version !== null) onVersion?.(version)
    if (options.isUnread) return undefined
    if (options.isFile) return await answer.blob()
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
  get: (asked: string | Call, options?: Omit<CallOptions, 'json'>) =>
    typeof asked === 'string' ? call('get', asked, options) : call('get', asked.path, { ...options, ...asked }),
  post: (path: string, options?: CallOptions) => call('post', path, options),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `isFile` has it
  file: (path: string, options: CallOptions) => call('post', path, { ...options, isFile: true }) as Promise<Blob>,
  put: (path: string, options?: CallOptions) => call('put', path, { ...options, isUnread: true }),
  delete: (path: string, options?: Omit<CallOptions, 'json'>) => call('delete', path, { ...options, isUnread: true }),
}
