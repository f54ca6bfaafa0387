import { beforeEach, expect, test } from 'vitest'
import type { PracticeNews } from '#contract/schemas/news.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type AnyRecord, checked, clientLine, practiceLine } from '#harness/example-export.ts'
import { rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

onEngines('the news of a practice', (engine) => {
  const testServer = eachTestServer(engine)
  let members: Record<string, string>

  beforeEach(async () => {
    members = {}
    for (const id of ['a', 'b'])
      members[await practice(testServer.db, id)] = await staff(testServer.db, id, `staff@${id}.example`)
  })
  const news = (id = 'a') => testServer.readAs<PracticeNews>(members[id]!, `practice/${id}/news`)
  const daysAgo = (days: number) => new Date(testServer.now.getTime() - days * 86_400_000).toISOString()

  test('is empty if nothing happened', async () => {
    const none = { count: 0, latest: [] }
    expect(await news()).toEqual({ activations: none, imports: [], givenUpMails: none })
  })

  test('includes a client once, after the owner opens the practice', async () => {
    const { db } = testServer
    const owner = await account(db, 'owner@mail.example', { password_hash: null })
    const invited = { account_id: owner, activation: 'invited' } as const
    const uuid = await client(db, 'a', { ...invited, last_name: 'Vos', call_name: 'Jan' })
    await client(db, 'b', invited)
    for (const newPassword of ['Welkom#2027', 'Welkom#2028']) {
      await testServer.call('POST', 'password/forgot?email=owner@mail.example')
      const token = new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
      await testServer.ok(testServer.call('POST', 'password/reset', { token, body: { newPassword } }))
    }
    expect((await news()).activations).toEqual({ count: 0, latest: [] })
    for (const _ of [1, 2]) await testServer.readAs(owner, 'user/client?practiceId=a')
    const latest = [{ at: testServer.now.toISOString(), client: { uuid, name: 'Jan Vos' } }]
    expect((await news()).activations).toEqual({ count: 1, latest })
    expect(await rowsOf(db, 'audit', ['practice_id', 'action', 'account_id'])).toEqual([
      { practice_id: 'a', action: 'activated', account_id: null },
    ])
  })

  test('includes the latest imports with changes', async () => {
    const load = (...lines: AnyRecord[]) =>
      loadExport(testServer.db, checked(lines), { practiceId: 'a', now: testServer.now })
    for (const _ of [1, 2]) await load(practiceLine('a'), clientLine(1, { practiceId: 'a' }))
    expect((await news()).imports).toEqual([{ at: testServer.now.toISOString(), added: 1, updated: 1 }])
    expect((await news('b')).imports).toEqual([])
  })

  test('includes mails given up in the last 30 days', async () => {
    const { db } = testServer
    const owner = await account(db, 'owner@mail.example')
    const uuid = await client(db, 'a', { account_id: owner, last_name: 'Vos' })
    await client(db, 'b', { account_id: owner })
    const given = (practice_id: string, account_id: string, days: number) => {
      const times = { created_at: daysAgo(days), given_up_at: daysAgo(days) }
      const mail = { id: crypto.randomUUID(), kind: 'activation', practice_id, account_id, reason: '550' } as const
      return db
        .insertInto('given_up_mail')
        .values({ ...mail, ...times })
        .execute()
    }
    await given('a', owner, 1)
    await given('a', await staff(db, 'a', 'other@a.example'), 2)
    await given('a', owner, 31)
    await given('b', owner, 1)
    expect((await news()).givenUpMails).toEqual({
      count: 2,
      latest: [{ at: daysAgo(1), client: { uuid, name: 'Vos' } }, { at: daysAgo(2) }],
    })
  })
})
