import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as paths from '#contract/paths.ts'

const TOKEN = 'head.payload.signature'
const COOKIE = 'a+b/c=="; d'

interface Sent {
  url: string
  authorization: string | null
  xsrf: string | null
}

let sent: Sent[] = []

/** The transport as a page has it whose index.html names this root; none is what the build leaves there. */
async function transport(root?: string) {
  document.head.innerHTML = root === undefined ? '' : `<meta name="portal-api-root" content="${root}" />`
  vi.resetModules()
  const { api } = await import('./http.ts')
  return api
}

function forgetCookie() {
  document.cookie = 'XSRF-TOKEN=; expires=Thu, 01 Jan 1970 00:00:00 GMT'
}

beforeEach(() => {
  sent = []
  sessionStorage.setItem('portal-token', TOKEN)
  document.cookie = `XSRF-TOKEN=${encodeURIComponent(COOKIE)}`
  vi.stubGlobal('fetch', ({ url, headers }: Request) => {
    sent.push({ url, authorization: headers.get('authorization'), xsrf: headers.get('x-xsrf-token') })
    return Promise.resolve(Response.json({}))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  forgetCookie()
  document.head.innerHTML = ''
})

test('every call but those that nobody is signed in for carries the token, raw', async () => {
  const api = await transport('/api')
  for (const path of [paths.authenticate, paths.oauthAuthenticate, paths.forgotPassword]) await api.post(path)
  expect(sent.map(({ authorization }) => authorization)).toEqual([null, null, null])
  sent = []
  for (const path of [paths.refresh, paths.user, paths.userPractices, paths.userClient]) await api.get(path)
  for (const path of [paths.practice('p'), paths.practiceClients('p'), paths.clients, paths.client('c')]) {
    await api.get(path)
  }
  for (const path of [paths.patients('c'), paths.reminders('c')]) await api.get(path)
  await api.post(paths.changePassword, { json: {} })
  expect(new Set(sent.map(({ authorization }) => authorization))).toEqual(new Set([TOKEN]))
  expect(sent).toHaveLength(11)
})

test('choosing a new password carries the token of the link instead', async () => {
  const api = await transport('/api')
  await api.post(paths.resetPassword, { json: {}, token: 'of.the.link' })
  expect(sent[0]?.authorization).toBe('of.the.link')
})

test('a token that was stored in quotes is sent without them', async () => {
  sessionStorage.setItem('portal-token', JSON.stringify(TOKEN))
  const api = await transport('/api')
  await api.get(paths.user)
  expect(sent[0]?.authorization).toBe(TOKEN)
})

describe('the anti-forgery token', () => {
  async function writeAndRead(root?: string) {
    const api = await transport(root)
    await api.post(paths.practiceClients('p'))
    await api.put(paths.user, { json: {} })
    await api.delete(paths.client('c'))
    await api.get(paths.user)
    return sent.map(({ xsrf }) => xsrf)
  }

  test.each([undefined, '', '/api', '/portal/api/'])('with the root %j: what changes something', async (root) => {
    expect(await writeAndRead(root)).toEqual([COOKIE, COOKIE, COOKIE, null])
    const under = root ? root.replace(/\/$/, '') : '/api'
    expect(new URL(sent[3]!.url).pathname).toBe(`${under}/user`)
  })

  test.each(['https://api.example/v1', 'http://api.example', '//api.example/v1'])(
    'with the root %s, of another host: nothing',
    async (root) => {
      expect(await writeAndRead(root)).toEqual([null, null, null, null])
      expect(new URL(sent[3]!.url).host).toBe('api.example')
      expect(sent[3]?.authorization).toBe(TOKEN)
    },
  )

  test('is decoded once', async () => {
    document.cookie = `XSRF-TOKEN=${encodeURIComponent('%41%2B')}`
    expect(await writeAndRead('/api')).toEqual(['%41%2B', '%41%2B', '%41%2B', null])
  })

  test('is left out where there is none, or none that can be read', async () => {
    forgetCookie()
    expect(await writeAndRead('/api')).toEqual([null, null, null, null])
    sent = []
    document.cookie = 'XSRF-TOKEN=%E0%A4%A'
    expect(await writeAndRead('/api')).toEqual([null, null, null, null])
  })

  test('is that of its own cookie, whatever stands beside it', async () => {
    // First of all, as a browser gives them in the order in which they were set.
    forgetCookie()
    document.cookie = 'NOT-XSRF-TOKEN=wrong'
    document.cookie = 'a=XSRF-TOKEN=wrong'
    document.cookie = `XSRF-TOKEN=${encodeURIComponent(COOKIE)}`
    expect(await writeAndRead('/api')).toEqual([COOKIE, COOKIE, COOKIE, null])
    for (const name of ['NOT-XSRF-TOKEN', 'a']) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  })
})

describe('what comes with a success that says enough by itself', () => {
  test.each(['OK', '<!doctype html><p>Done</p>', '{"locked":', 'null', '', '/files/x'])(
    'is not read: %j',
    async (body) => {
      const api = await transport('/api')
      vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
      const answers = [
        api.post(paths.changePassword, { json: {}, isUnread: true }),
        api.put(paths.user, { json: {} }),
        api.delete(paths.client('c')),
      ]
      expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined])
    },
  )

  test('is waited for by no one, though it breaks off', async () => {
    const api = await transport('/api')
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
    expect(await api.delete(paths.client('c'))).toBeUndefined()
  })

  test('is read where the answer is what was asked for', async () => {
    const api = await transport('/api')
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('OK')))
    await expect(api.post(paths.authenticate)).rejects.toThrow('No answer')
    await expect(api.get(paths.user)).rejects.toThrow('No answer')
  })
})

describe('a refusal', () => {
  async function refusedBy(body: string | null, { status = 400, ...headers }: Record<string, string | number> = {}) {
    const api = await transport('/api')
    const { CallError } = await import('#src/lib/call-error.ts')
    const init = { status: Number(status), headers: headers as Record<string, string> }
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)))
    const error: unknown = await api.get(paths.user).catch((caught: unknown) => caught)
    if (!(error instanceof CallError)) throw error
    return error
  }
  const asProblem = (body: unknown) => refusedBy(JSON.stringify(body), { 'content-type': 'application/problem+json' })

  test.each([
    ['nothing', null, {}],
    ['a page', '<!doctype html><h1>Bad Gateway</h1>', { 'content-type': 'text/html' }],
    ['a page that says it is JSON', '<html>', { 'content-type': 'application/json' }],
    ['a list', '[{"code":"conflict"}]', { 'content-type': 'application/json' }],
    ['a text', '"conflict"', { 'content-type': 'application/json' }],
    ['null', 'null', { 'content-type': 'application/json' }],
    ['a code that is none', '{"code":7,"errors":{}}', { 'content-type': 'application/json' }],
    ['no list of errors', '{"errors":null}', { 'content-type': 'application/json' }],
    ['errors that are none', '{"errors":[null,7,"x",[],{"pointer":"#/a"}]}', { 'content-type': 'application/json' }],
  ])('of another server that answers %s has its status, and is shown with it', async (_, body, headers) => {
    const error = await refusedBy(body, { status: 502, ...headers })
    expect([error.status, error.code, error.fields, error.message]).toEqual([502, null, {}, 'HTTP 502'])
    const { useFeedback } = await import('#src/lib/messages.ts')
    expect(useFeedback.getState().slots.error).toMatchObject({ id: 'core.errors.httpError', values: { status: 502 } })
  })

  test('says what is wrong with which field or parameter, however that is pointed at', async () => {
    const errors = [
      { pointer: '#/newPassword', code: 'minLength' },
      { pointer: '/username', code: 'required' },
      { parameter: 'email', code: 'invalidEmail' },
      { pointer: '#', code: 'invalidType' },
      { pointer: 7, code: 'tooLong' },
    ]
    expect((await asProblem({ code: 'validation-failed', errors })).fields).toEqual({
      newPassword: 'minLength',
      username: 'required',
      email: 'invalidEmail',
      '': 'invalidType',
      7: 'tooLong',
    })
    expect((await asProblem({ code: 'validation-failed', errors: [{ code: 'noMatch' }] })).fields).toEqual({
      '': 'noMatch',
    })
  })

  test.each([
    ['480', 480],
    ['0', 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    ['-5', null],
    ['1e9', null],
    ['', null],
  ])('that may be tried again after %j', async (header, seconds) => {
    expect((await refusedBy(null, { status: 429, 'retry-after': header })).retryAfter).toBe(seconds)
  })

  test('without a time has none', async () => {
    expect((await refusedBy(null, { status: 429 })).retryAfter).toBeNull()
  })
})
