import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PracticeNews } from '#contract/news.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { checked, clientLine, practiceLine } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

onEngines('the news of a practice', (engine) => {
  let testServer: TestServer
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const news = async () => (await (await testServer.call('GET', 'practice/a/news', { token })).json()) as PracticeNews
  const daysAgo = (days: number) => new Date(testServer.now.getTime() - days * 86_400_000).toISOString()

  async function choosePassword(username: string, newPassword: string) {
    await testServer.call('POST', `password/forgot?email=${username}`)
    const mails = await testServer.mails()
    const link = new URL(mails.at(-1)!.link!)
    return await testServer.call('POST', 'password/reset', {
      token: link.searchParams.get('token')!,
      body: { newPassword },
    })
  }

  test('where nothing happened', async () => {
    expect(await news()).toEqual({
      activations: { count: 0, latest: [] },
      imports: [],
      givenUpMails: { count: 0, latest: [] },
    })
  })

  test('a client whose owner opens it is told to that practice, once; a password to none', async () => {
    const owner = await account(testServer.db, 'owner@mail.example', { password_hash: null })
    const uuid = await client(testServer.db, 'a', {
      account_id: owner,
      activation: 'invited',
      last_name: 'Vos',
      call_name: 'Jan',
    })
    await client(testServer.db, 'b', { account_id: owner, activation: 'invited' })
    expect((await choosePassword('owner@mail.example', 'Welkom#2027')).status).toBe(204)
    expect((await choosePassword('owner@mail.example', 'Welkom#2028')).status).toBe(204)
    expect((await news()).activations).toEqual({ count: 0, latest: [] })
    const ownersToken = await testServer.signIn(owner)
    for (const _ of [1, 2]) await testServer.call('GET', 'user/client?practiceId=a', { token: ownersToken })
    const told = { count: 1, latest: [{ at: testServer.now.toISOString(), client: { uuid, name: 'Jan Vos' } }] }
    expect((await news()).activations).toEqual(told)
    const rows = await testServer.db.selectFrom('audit').select(['practice_id', 'action', 'account_id']).execute()
    expect(rows.map((row) => `${row.practice_id} ${row.action} ${row.account_id}`).sort()).toEqual(['a activated null'])
  })

  test('the latest imports that changed something', async () => {
    const load = (...lines: object[]) =>
      loadExport(testServer.db, checked(lines as Parameters<typeof checked>[0]), {
        practiceId: 'a',
        now: testServer.now,
      })
    await load(practiceLine('a'), clientLine(1, { practiceId: 'a' }))
    await load(practiceLine('a'), clientLine(1, { practiceId: 'a' }))
    expect((await news()).imports).toEqual([{ at: testServer.now.toISOString(), added: 1, updated: 1 }])
    const user = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
    const elsewhere = await testServer.call('GET', 'practice/b/news', { token: user })
    expect(await elsewhere.json()).toMatchObject({ imports: [] })
  })

  test('mails that were given up, of this practice and of the last 30 days', async () => {
    const owner = await account(testServer.db, 'owner@mail.example')
    const uuid = await client(testServer.db, 'a', { account_id: owner, last_name: 'Vos' })
    await client(testServer.db, 'b', { account_id: owner })
    const staffId = await staff(testServer.db, 'a', 'other@a.example')
    const mail = (practice_id: string, account_id: string, given_up_at: string) =>
      testServer.db
        .insertInto('given_up_mail')
        .values({
          id: crypto.randomUUID(),
          kind: 'activation',
          account_id,
          practice_id,
          created_at: given_up_at,
          given_up_at,
          reason: '550',
        })
        .execute()
    await mail('a', owner, daysAgo(1))
    await mail('a', staffId, daysAgo(2))
    await mail('a', owner, daysAgo(31))
    await mail('b', owner, daysAgo(1))
    expect((await news()).givenUpMails).toEqual({
      count: 2,
      latest: [{ at: daysAgo(1), client: { uuid, name: 'Vos' } }, { at: daysAgo(2) }],
    })
  })
})
