import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as laterPaths from '#contract/later-paths.ts'
import * as paths from '#contract/paths.ts'

const TOKEN = 'head.payload.signature'
const COOKIE = 'a+b/c=="; d'

let sent: { url: string; authorization: string | null; xsrf: string | null }[] = []

/** Loads the transport in a page whose head has this API root; undefined leaves the root out, like the build. */
async function transport(root?: string) {
  document.head.innerHTML = root === undefined ? '' : `<meta name="portal-api-root" content="${root}" />`
  vi.resetModules()
  const { api } = await import('./http.ts')
  return api
}

const respondWith = (body: BodyInit | null, init?: ResponseInit) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)))
const setCookie = (value: string) => (document.cookie = `XSRF-TOKEN=${value}`)
const forget = (name: string) => (document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT`)

beforeEach(() => {
  sent = []
  sessionStorage.setItem('portal-token', TOKEN)
  setCookie(encodeURIComponent(COOKIE))
  vi.stubGlobal('fetch', ({ url, headers }: Request) => {
    sent.push({ url, authorization: headers.get('authorization'), xsrf: headers.get('x-xsrf-token') })
    return Promise.resolve(Response.json({}))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  forget('XSRF-TOKEN')
  document.head.innerHTML = ''
})

describe('the session token', () => {
  const tokens = () => sent.map(({ authorization }) => authorization)

  test('is sent unchanged with every call except those made before signing in', async () => {
    const api = await transport('/api')
    for (const path of [paths.authenticate, paths.oauthAuthenticate, paths.forgotPassword]) await api.post(path)
    expect(tokens()).toEqual([null, null, null])
    sent = []
    const { refresh, user, userPractices, userClient, practice, practiceClients, clients, client } = paths
    const gets = [refresh, user, userPractices, userClient, practice('p'), practiceClients('p'), clients, client('c')]
    for (const path of [...gets, paths.patients('c'), paths.reminders('c')]) await api.get(path)
    await api.post(laterPaths.changePassword, { json: {} })
    expect(tokens()).toEqual(Array(11).fill(TOKEN))
  })

  test('is replaced by the reset token when a password is reset', async () => {
    await (await transport('/api')).post(laterPaths.resetPassword, { json: {}, token: 'of.the.link' })
    expect(tokens()).toEqual(['of.the.link'])
  })
})

describe('the XSRF token', () => {
  /** Makes three writing calls and a reading one, and returns the anti-forgery tokens of the requests. */
  async function tokensOf(root?: string) {
    const api = await transport(root)
    sent = []
    await api.post(paths.practiceClients('p'))
    await api.put(paths.user, { json: {} })
    await api.delete(paths.client('c'))
    await api.get(paths.user)
    return sent.map(({ xsrf }) => xsrf)
  }
  const withWrites = (token: string) => [token, token, token, null]
  const NONE = [null, null, null, null]

  test.each([undefined, '', '/api', '/portal/api/'])('is sent with write requests to the API root %j', async (root) => {
    expect(await tokensOf(root)).toEqual(withWrites(COOKIE))
    const under = root ? root.replace(/\/$/, '') : '/api'
    expect(new URL(sent[3]!.url).pathname).toBe(`${under}/user`)
  })

  test.each(['https://api.example/v1', 'http://api.example', '//api.example/v1'])(
    'is not sent to the API root %s on another host',
    async (root) => {
      expect(await tokensOf(root)).toEqual(NONE)
      expect(new URL(sent[3]!.url).host).toBe('api.example')
      expect(sent[3]?.authorization).toBe(TOKEN)
    },
  )

  test('is URL-decoded once, and omitted without a valid cookie', async () => {
    setCookie(encodeURIComponent('%41%2B'))
    expect(await tokensOf('/api')).toEqual(withWrites('%41%2B'))
    forget('XSRF-TOKEN')
    expect(await tokensOf('/api')).toEqual(NONE)
    setCookie('%E0%A4%A')
    expect(await tokensOf('/api')).toEqual(NONE)
  })

  test('is read from the right cookie among several', async () => {
    forget('XSRF-TOKEN')
    document.cookie = 'NOT-XSRF-TOKEN=wrong'
    document.cookie = 'a=XSRF-TOKEN=wrong'
    setCookie(encodeURIComponent(COOKIE))
    expect(await tokensOf('/api')).toEqual(withWrites(COOKIE))
    for (const name of ['NOT-XSRF-TOKEN', 'a']) forget(name)
  })
})

describe('the body of a successful response', () => {
  test.each(['OK', '<!doctype html><p>Done</p>', '{"locked":', 'null', '', '/files/x'])(
    'is ignored by calls that expect no result: %j',
    async (body) => {
      const api = await transport('/api')
      respondWith(body)
      expect(await api.post(laterPaths.changePassword, { json: {}, isUnread: true })).toBeUndefined()
      expect(await api.put(paths.user, { json: {} })).toBeUndefined()
      expect(await api.delete(paths.client('c'))).toBeUndefined()
    },
  )

  test('may be truncated if it is ignored', async () => {
    const api = await transport('/api')
    respondWith(new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) }))
    expect(await api.delete(paths.client('c'))).toBeUndefined()
  })

  test('must be complete if the call expects a result', async () => {
    const api = await transport('/api')
    respondWith('OK')
    await expect(api.post(paths.authenticate)).rejects.toThrow('No answer')
    await expect(api.get(paths.user)).rejects.toThrow('No answer')
  })
})

describe('an error response', () => {
  async function errorOf(body: unknown, { status = 400, ...headers }: Record<string, string | number> = {}) {
    const api = await transport('/api')
    const { CallError } = await import('#src/lib/call-error.ts')
    const text = body === null || typeof body === 'string' ? body : JSON.stringify(body)
    respondWith(text, { status: Number(status), headers: headers as Record<string, string> })
    const error: unknown = await api.get(paths.user).catch((caught: unknown) => caught)
    if (!(error instanceof CallError)) throw error
    return error
  }
  const fieldsOf = async (...errors: object[]) =>
    (await errorOf({ code: 'validation-failed', errors }, { 'content-type': 'application/problem+json' })).fields

  const JSON_TYPE = { 'content-type': 'application/json' }
  test.each([
    ['nothing', null, {}],
    ['a page', '<!doctype html><h1>Bad Gateway</h1>', { 'content-type': 'text/html' }],
    ['a page that claims to be JSON', '<html>', JSON_TYPE],
    ['a list', '[{"code":"conflict"}]', JSON_TYPE],
    ['a text', '"conflict"', JSON_TYPE],
    ['null', 'null', JSON_TYPE],
    ['an invalid code', '{"code":7,"errors":{}}', JSON_TYPE],
    ['no list of errors', '{"errors":null}', JSON_TYPE],
    ['invalid errors', '{"errors":[null,7,"x",[],{"pointer":"#/a"}]}', JSON_TYPE],
  ])('is reported by its status if its body has %s', async (_, body, headers) => {
    const error = await errorOf(body, { status: 502, ...headers })
    expect([error.status, error.code, error.fields, error.message]).toEqual([502, null, {}, 'HTTP 502'])
    const { useFeedback } = await import('#src/lib/messages.ts')
    expect(useFeedback.getState().slots.error).toMatchObject({ id: 'core.errors.httpError', values: { status: 502 } })
  })

  test('maps error codes to fields by pointer and to parameters by name', async () => {
    expect(
      await fieldsOf(
        { pointer: '#/newPassword', code: 'minLength' },
        { pointer: '/username', code: 'required' },
        { parameter: 'email', code: 'invalidEmail' },
        { pointer: '#', code: 'invalidType' },
        { pointer: 7, code: 'tooLong' },
      ),
    ).toEqual({
      newPassword: 'minLength',
      username: 'required',
      email: 'invalidEmail',
      '': 'invalidType',
      7: 'tooLong',
    })
    expect(await fieldsOf({ code: 'noMatch' })).toEqual({ '': 'noMatch' })
  })

  test.each([
    ['480', 480],
    ['0', 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    ['-5', null],
    ['1e9', null],
    ['', null],
    [undefined, null],
  ])('reads the Retry-After header %j as %s seconds', async (header, seconds) => {
    const headers = header === undefined ? {} : { 'retry-after': header }
    expect((await errorOf(null, { status: 429, ...headers })).retryAfter).toBe(seconds)
  })
})
