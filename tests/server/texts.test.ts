import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { client, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const BROKEN = ['half \uD800', '\uDC00 half', 'NUL \0']
const SEVERAL_LINES = ['two\nlines', 'two\r\nlines', 'two\u2028lines']

onEngines('texts', (engine) => {
  let testServer: TestServer
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    await client(testServer.db, 'a', { last_name: 'Bos 🐕' })
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const put = (body: object) => testServer.call('PUT', 'practice/a', { token, body: { name: 'Praktijk a', ...body } })
  const refusal = async (answer: Response) => {
    const { code, errors } = (await answer.json()) as Problem
    return [answer.status, code, errors]
  }

  test.each([...BROKEN, ...SEVERAL_LINES])('%j is no name, title, phone number or address', async (text) => {
    for (const field of ['name', 'title', 'phone']) {
      const errors = [{ pointer: `#/${field}`, code: 'invalidText' }]
      expect(await refusal(await put({ [field]: text }))).toEqual([400, 'validation-failed', errors])
    }
    expect((await put({ website: `https://a.example/${text}` })).status).toBe(400)
    const signIn = await testServer.call('POST', 'user/authenticate', { body: { username: text, password: 'x' } })
    const errors = [{ pointer: '#/username', code: 'invalidText' }]
    expect(await refusal(signIn)).toEqual([400, 'validation-failed', errors])
  })

  test('a text of the practice may have several lines, and any whole character', async () => {
    for (const text of [...SEVERAL_LINES, '🐕‍🦺 é \u0001']) {
      const answer = await put({ name: '🐕 Praktijk', text })
      expect([answer.status, await answer.json()]).toMatchObject([200, { name: '🐕 Praktijk', text }])
    }
    for (const text of BROKEN) expect((await put({ text })).status).toBe(400)
  })

  const ask = (path: string) => testServer.call(path.startsWith('password') ? 'POST' : 'GET', path, { token })
  const PLACES: [place: string, good: string][] = [
    ['practice/a/clients?lastName=', 'bos'],
    ['clients?practiceId=a&lastName=', 'bos'],
    ['clients?practiceId=', 'a'],
    ['clients?practiceId=a&lastName=', '%F0%9F%90%95'],
    ['password/forgot?email=', 'nobody@mail.example'],
    ['user/client?practiceId=', 'b'],
    ['practice/a/clients?page=0&unknown=', '%0A'],
  ]

  test.each(PLACES)('%s takes no half character, no escape that is none, and no NUL', async (place, good) => {
    for (const escaped of ['%ED%A0%80', '%ED%B0%80', '%FF', '%', '%zz', '%00']) {
      const answer = await ask(`${place}${good}${escaped}`)
      expect([escaped, answer.status]).toEqual([escaped, 400])
    }
    expect([200, 204, 404]).toContain((await ask(place + good)).status)
  })

  test.each(PLACES.slice(0, -1))('%s takes one line', async (place, good) => {
    for (const escaped of ['%0Ax', '%0D%0Ax', '%E2%80%A8x']) {
      const answer = await ask(`${place}${good}${escaped}`)
      expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([400, 'invalid-parameter'])
    }
  })

  test('what is looked for may hold any other character', async () => {
    const answer = await ask(`clients?practiceId=a&lastName=${encodeURIComponent('Bos 🐕')}`)
    expect(await answer.json()).toMatchObject({ content: [{ lastName: 'Bos 🐕' }] })
    for (const text of ['100%', 'a%zz', '\u0001'])
      expect((await ask(`clients?practiceId=a&lastName=${encodeURIComponent(text)}`)).status).toBe(200)
  })

  test('an address of a practice that is no text is not found', async () => {
    for (const id of ['a%0A', 'a%ED%A0%80', '%FF']) expect((await ask(`practice/${id}`)).status).toBe(404)
    expect((await ask('practice/a')).status).toBe(200)
  })

  test('a website has no user and no password', async () => {
    for (const website of ['https://user:secret@a.example', 'https://user@a.example']) {
      const errors = [{ pointer: '#/website', code: 'invalidUrl' }]
      expect(await refusal(await put({ website }))).toEqual([400, 'validation-failed', errors])
    }
    expect((await put({ website: 'https://a.example/@user' })).status).toBe(200)
  })
})
