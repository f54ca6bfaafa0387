import { beforeEach, expect, test } from 'vitest'
import { client, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf, fieldErrorsOf } from '#harness/test-server.ts'

const BROKEN = ['half \uD800', '\uDC00 half', 'NUL \0']
const SEVERAL_LINES = ['two\nlines', 'two\r\nlines', 'two\u2028lines']
const NO_TEXT = ['%ED%A0%80', '%ED%B0%80', '%FF', '%', '%zz', '%00']
const NO_LINE = ['%0Ax', '%0D%0Ax', '%E2%80%A8x']

onEngines('text input', (engine) => {
  const testServer = eachTestServer(engine)
  let token = ''

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    await client(testServer.db, 'a', { last_name: 'Bos 🐕' })
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })

  const put = (body: object) => testServer.call('PUT', 'practice/a', { token, body: { name: 'Praktijk a', ...body } })
  const request = (path: string) => testServer.call(path.startsWith('password') ? 'POST' : 'GET', path, { token })
  const search = (text: string) => `clients?practiceId=a&lastName=${encodeURIComponent(text)}`

  test.each([...BROKEN, ...SEVERAL_LINES])(
    '%j is rejected as a name, title, phone number, URL or user name',
    async (text) => {
      for (const field of ['name', 'title', 'phone'])
        expect(await fieldErrorsOf(put({ [field]: text }))).toEqual(['400 validation-failed', `#/${field} invalidText`])
      expect((await put({ website: `https://a.example/${text}` })).status).toBe(400)
      const signIn = testServer.call('POST', 'user/authenticate', { body: { username: text, password: 'x' } })
      expect(await fieldErrorsOf(signIn)).toEqual(['400 validation-failed', '#/username invalidText'])
    },
  )

  test('of a practice may have several lines of valid characters', async () => {
    for (const text of [...SEVERAL_LINES, '🐕‍🦺 é \u0001'])
      expect(await testServer.ok(put({ name: '🐕 Praktijk', text }))).toMatchObject({ name: '🐕 Praktijk', text })
    for (const text of BROKEN) expect((await put({ text })).status).toBe(400)
  })

  test.each([
    ['practice/a/clients?lastName=', 'bos'],
    ['clients?practiceId=a&lastName=', 'bos'],
    ['clients?practiceId=', 'a'],
    ['clients?practiceId=a&lastName=', '%F0%9F%90%95'],
    ['password/forgot?email=', 'nobody@mail.example'],
    ['user/client?practiceId=', 'b'],
  ])('in the parameter %s%s must be one line of valid characters', async (place, good) => {
    for (const escaped of NO_TEXT)
      expect([escaped, (await request(`${place}${good}${escaped}`)).status]).toEqual([escaped, 400])
    for (const escaped of NO_LINE)
      expect(await outcomeOf(request(`${place}${good}${escaped}`))).toBe('400 invalid-parameter')
    expect([200, 204, 404]).toContain((await request(place + good)).status)
  })

  test('in an unknown parameter may have several lines of valid characters', async () => {
    const place = 'practice/a/clients?page=0&unknown=%0A'
    for (const escaped of NO_TEXT) expect((await request(place + escaped)).status).toBe(400)
    expect((await request(place)).status).toBe(200)
  })

  test('of a search may contain unusual characters', async () => {
    expect(await testServer.read(search('Bos 🐕'), token)).toMatchObject({ content: [{ lastName: 'Bos 🐕' }] })
    for (const text of ['100%', 'a%zz', '\u0001']) expect((await request(search(text))).status).toBe(200)
  })

  test('in a path returns 404 if invalid', async () => {
    for (const id of ['a%0A', 'a%ED%A0%80', '%FF']) expect((await request(`practice/${id}`)).status).toBe(404)
    expect((await request('practice/a')).status).toBe(200)
  })

  test('in a URL must not contain a user and password', async () => {
    for (const website of ['https://user:secret@a.example', 'https://user@a.example'])
      expect(await fieldErrorsOf(put({ website }))).toEqual(['400 validation-failed', '#/website invalidUrl'])
    expect((await put({ website: 'https://a.example/@user' })).status).toBe(200)
  })
})
