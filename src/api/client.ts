import ky, { HTTPError } from 'ky'
import type { FieldProblem, ProblemCode } from '#contract/problem.ts'
import { isUserPath, paths } from '#contract/paths.ts'
import { REQUEST_TIMEOUT_MS } from '#src/lib/constants.ts'
import { requestEnded, requestStarted, showMessage } from '#src/lib/messages.ts'
import { readToken } from '#src/lib/token.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

interface CallOptions {
  search?: Record<string, string | number | boolean | undefined>
  json?: unknown
  signal?: AbortSignal
  /** Sent instead of the session's token: the one of a reset link. */
  token?: string
  /** A 401 is the caller's own matter: no message, and the session does not end by it. */
  ownUnauthorised?: boolean
  /** Nobody asked for it, so nobody is told when it fails: the refresh of the token. */
  quietly?: boolean
  /** Not every API has it: a 404 is no failure, but null. */
  mayBeMissing?: boolean
  /** Of what is going to be sent elsewhere; this call has no body. */
  contentType?: string
}

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

  // No `cause`: it holds the request with its token, and errors end up in consoles.
  constructor(status: number | null, problem?: unknown, retryAfter?: string | null) {
    super(status === null ? 'No answer' : `HTTP ${status}`)
    this.status = status
    this.retryAfter = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null
    const { code, errors } = readProblem(problem)
    this.code = code
    this.fields = Object.fromEntries(errors.map((error) => [fieldOf(error), error.code]))
  }
}

/** A call that was called off: by leaving the page, a newer search, or the end of the session. Nothing is shown. */
export class CalledOff extends Error {
  override readonly name = 'CalledOff'
}

/** There is nothing left to tell of it: it was shown, or was called off. */
export const isDealtWith = (error: unknown): boolean => error instanceof CallError || error instanceof CalledOff

function readProblem(body: unknown): { code: ProblemCode | null; errors: FieldProblem[] } {
  const problem = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const code = problem['code']
  const errors = Array.isArray(problem['errors']) ? problem['errors'] : []
  return {
    code: typeof code === 'string' ? (code as ProblemCode) : null,
    errors: errors.filter(
      (error): error is FieldProblem => typeof error === 'object' && error !== null && typeof error.code === 'string',
    ),
  }
}

const fieldOf = ({ pointer, parameter }: FieldProblem) => String(pointer ?? parameter ?? '').replace(/^#?\/?/, '')

/** The root of the portal API: editable in the built index.html. */
export const apiRoot = document.querySelector<HTMLMetaElement>('meta[name="portal-api-root"]')?.content || '/api'
const isRelative = !/^(https?:)?\/\//.test(apiRoot)

const WITHOUT_TOKEN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate, paths.forgotPassword])
const SIGN_IN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate])

const client = ky.create({ prefix: apiRoot, retry: 0 })

let sessionCalls = new AbortController()

/** Calls off everything under way. The end of a session does it, so that no late answer reaches the next one. */
export function callOffAll(): void {
  sessionCalls.abort()
  sessionCalls = new AbortController()
}

/** Aborts with the session that is there now. */
export const sessionSignal = (): AbortSignal => sessionCalls.signal

/** A wait within the session: it is called off with everything else that is under way. */
export function pause(ms: number): Promise<void> {
  const session = sessionCalls.signal
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    session.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new CalledOff('Called off'))
    })
  })
}

/** The server refused the token that is still current, or the token has ended. */
export let sessionOver: () => void = () => {}

/** `listener` hears that the session is over. There is one: the end of the session. */
export function onSessionOver(listener: () => void): void {
  sessionOver = listener
}

function antiForgeryToken(): string | null {
  const cookie = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
  try {
    return cookie ? decodeURIComponent(cookie) : null
  } catch {
    return null
  }
}

function headersOf(method: Method, token: string | null): Record<string, string> {
  const xsrf = method === 'get' || !isRelative ? null : antiForgeryToken()
  return { ...(token && { authorization: token }), ...(xsrf && { 'x-xsrf-token': xsrf }) }
}

/** One failure, one message (spec §8), shown here and nowhere else. `path` is the call's, where it was one of the API. */
export function show(error: CallError, path = ''): void {
  if (error.status === null) showMessage('error', 'core.errors.generalError')
  else if (error.status === 401 && SIGN_IN.has(path)) showMessage('error', 'auth.errors.loginDetails')
  else showMessage('error', 'core.errors.httpError', { status: error.status })
}

/** Some APIs answer an address as it is, and nothing of JSON begins like one. */
const isBareAddress = (body: string) => /^(https?:\/)?\//.test(body)

async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const { search = {}, json, signal, contentType, ownUnauthorised = false, quietly = false } = options
  const needsToken = !WITHOUT_TOKEN.has(path)
  const token = options.token ?? (needsToken ? readToken() : null)
  // A screen that is being left after the session's end may still ask; the server is not asked for nobody.
  if (needsToken && token === null) throw new CalledOff('Nobody is signed in')
  const quiet = isUserPath(path)
  const session = sessionCalls.signal
  if (!quiet) requestStarted(method.toUpperCase(), path)
  try {
    const body = await client(path, {
      method,
      searchParams: new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ),
      headers: { ...headersOf(method, token), ...(contentType && { 'content-type': contentType }) },
      timeout: quiet ? false : REQUEST_TIMEOUT_MS,
      totalTimeout: quiet ? false : REQUEST_TIMEOUT_MS,
      signal: signal ? AbortSignal.any([signal, session]) : session,
      ...(json === undefined ? {} : { json }),
    }).text()
    // Many calls answer nothing at all: what they did is told by the status.
    return (body === '' ? undefined : isBareAddress(body) ? body : JSON.parse(body)) as T
  } catch (cause) {
    if (signal?.aborted || session.aborted) throw new CalledOff('Called off')
    const error =
      cause instanceof HTTPError
        ? new CallError(cause.response.status, cause.data, cause.response.headers.get('retry-after'))
        : new CallError(null)
    // Never shown to a person: nobody knows what stands in it.
    // oxlint-disable-next-line no-console -- whoever builds the portal reads it there
    if (import.meta.env.DEV && !import.meta.env.VITEST)
      console.warn(method, path, cause instanceof HTTPError ? cause.data : cause)
    if (error.status === 401 && ownUnauthorised) throw error
    if (error.status === 404 && options.mayBeMissing) return null as T
    const endsSession = error.status === 401 && token !== null && options.token === undefined
    if (!endsSession && !quietly) show(error, path)
    // A stale token's 401 says nothing about the session of today.
    if (endsSession && token === readToken()) sessionOver()
    throw error
  } finally {
    if (!quiet) requestEnded()
  }
}

/** The portal API. Answers are what the contract says; failures were shown before they are thrown. */
export const api = {
  get: <T>(path: string, options?: Omit<CallOptions, 'json'>) => call<T>('get', path, options),
  post: <T = void>(path: string, options?: CallOptions) => call<T>('post', path, options),
  put: <T = void>(path: string, options?: CallOptions) => call<T>('put', path, options),
  delete: (path: string, options?: Omit<CallOptions, 'json'>) => call<void>('delete', path, options),
}

/** Some APIs send a bare list, some a page of it. Null is passed on: the API has no such list. */
export async function listOf<T, None extends null = never>(
  answer: Promise<T[] | { content: T[] } | None>,
): Promise<T[] | None> {
  const list = await answer
  return list === null || Array.isArray(list) ? list : list.content
}
