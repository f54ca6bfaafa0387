import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import type { Engine } from '#server/db/migrate.ts'
import { account, client, practice } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const NEW = 'Nieuw#2026'

let testServer: TestServer
let owner: string

const open = async (engine: Engine, passwords?: TestServer['ports']['passwords']) => {
  testServer = await openTestServer(engine, { ...(passwords && { passwords }) })
  await practice(testServer.db, 'a')
  owner = await account(testServer.db, 'owner@mail.example')
  await client(testServer.db, 'a', { account_id: owner })
}

const signIn = async (username: string, password: string) =>
  (await testServer.call('POST', 'user/authenticate', { body: { username, password } })).status
const status = async (token: string) => (await testServer.call('GET', 'user', { token })).status
const kinds = async () => (await testServer.mails()).map(({ kind }) => kind)
const change = (token: string, currentPassword: string, newPassword: string) =>
  testServer.call('POST', 'password/change', { token, body: { currentPassword, newPassword } })

onEngines('changing the password', (engine) => {
  beforeEach(() => open(engine))
  afterEach(() => testServer[Symbol.asyncDispose]())

  test('S-108 a wrong current one is not a matter of being signed in', async () => {
    const token = await testServer.signIn(owner)
    for (const wrong of ['wrong', `${PASSWORD} `, PASSWORD.toLowerCase()]) {
      const answer = await change(token, wrong, NEW)
      expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([422, 'current-password-invalid'])
      expect(answer.headers.has('www-authenticate')).toBe(false)
    }
    expect([await status(token), await signIn('owner@mail.example', PASSWORD)]).toEqual([200, 200])
    expect(await kinds()).toEqual([])
  })

  test('S-110 ends the other sessions of the account, and a link that was asked for', async () => {
    const [token, other] = [await testServer.signIn(owner), await testServer.signIn(owner)]
    const neighbour = await testServer.signIn(await account(testServer.db, 'other@mail.example'))
    await testServer.call('POST', 'password/forgot?email=other@mail.example')
    await testServer.mails()
    await testServer.call('POST', 'password/forgot?email=owner@mail.example')
    const link = new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
    const reset = (old: string) =>
      testServer.call('POST', 'password/reset', { token: old, body: { newPassword: 'Ander#2026' } })
    const answer = await change(token, PASSWORD, NEW)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(await Promise.all([token, other, neighbour].map((each) => status(each)))).toEqual([200, 401, 200])
    const refresh = async (old: string) => (await testServer.call('GET', 'user/refresh', { token: old })).status
    expect([await refresh(token), await refresh(other)]).toEqual([200, 401])
    const others = new URL((await testServer.mails())[0]!.link!).searchParams.get('token')!
    expect([(await reset(link)).status, (await reset(others)).status]).toEqual([401, 204])
    expect([await signIn('owner@mail.example', PASSWORD), await signIn('owner@mail.example', NEW)]).toEqual([401, 200])
    expect(await kinds()).toEqual(['reset', 'reset', 'password-changed', 'password-changed'])
  })

  test.each(['Ab1!x', 'Welkom2026', `Aa1!${'x'.repeat(97)}`])('%s is refused as a new one', async (password) => {
    const answer = await change(await testServer.signIn(owner), PASSWORD, password)
    expect(((await answer.json()) as Problem).errors).toEqual([{ pointer: '#/newPassword', code: 'invalidPassword' }])
    expect(await signIn('owner@mail.example', PASSWORD)).toBe(200)
  })

  test.each(['Welkom#2027\0', 'Welkom\0#2027', 'Welkom#2027\uDE00'])('%j is no text, and refused', async (password) => {
    const answer = await change(await testServer.signIn(owner), PASSWORD, password)
    expect([answer.status, ((await answer.json()) as Problem).errors]).toEqual([
      400,
      [{ pointer: '#/newPassword', code: 'invalidText' }],
    ])
    expect(await signIn('owner@mail.example', PASSWORD)).toBe(200)
  })

  test.each([' Welkom#2027 ', 'Welkom#2027😀'])('%j is taken, as it was typed', async (password) => {
    expect((await change(await testServer.signIn(owner), PASSWORD, password)).status).toBe(204)
    expect(await signIn('owner@mail.example', password)).toBe(200)
    expect(await signIn('owner@mail.example', 'Welkom#2027')).toBe(401)
  })

  test('the current one is refused as a new one, at its field, once it has proved to be that', async () => {
    const token = await testServer.signIn(owner)
    expect((await change(token, 'wrong', 'wrong')).status).toBe(400)
    const unproved = await change(token, NEW, NEW)
    expect([unproved.status, ((await unproved.json()) as Problem).code]).toEqual([422, 'current-password-invalid'])
    const answer = await change(token, PASSWORD, PASSWORD)
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'password-unchanged', errors: [{ pointer: '#/newPassword', code: 'passwordUnchanged' }] },
    ])
    expect(await kinds()).toEqual([])
    expect((await change(token, PASSWORD, `${PASSWORD} `)).status).toBe(204)
  })

  test('nor the same letters, put together in another way', async () => {
    const token = await testServer.signIn(owner)
    expect((await change(token, PASSWORD, 'Caf\u00E9#2026')).status).toBe(204)
    const answer = await change(token, 'Caf\u00E9#2026', 'Cafe\u0301#2026')
    expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([422, 'password-unchanged'])
  })

  test('of two at once one wins, and the other is told', { tags: ['database'] }, async () => {
    const both = Promise.withResolvers<void>()
    let arrived = 0
    await testServer[Symbol.asyncDispose]()
    await open(engine, {
      hash: async (password) => `hash of ${password}`,
      async verify(password, hash) {
        arrived += 1
        if (arrived === 2) both.resolve()
        await both.promise
        return hash === `hash of ${password}`
      },
    })
    const token = await testServer.signIn(owner)
    const chosen = [NEW, 'Ander#2026']
    const answers = await Promise.all(chosen.map((password) => change(token, PASSWORD, password)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 409])
    expect(await signIn('owner@mail.example', chosen[answers.findIndex((answer) => answer.status === 204)]!)).toBe(200)
    expect(await kinds()).toEqual(['password-changed'])
  })
})
