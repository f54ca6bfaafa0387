import { expect, test } from 'vitest'
import type { GettingStarted } from '#contract/schemas/getting-started.ts'
import type { FollowUp } from '#contract/schemas/news.ts'
import { account, client, practice, staff, staffOffer } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const PATH = 'practice/a/getting-started'

onEngines('the first steps of a practice', (engine) => {
  const testServer = eachTestServer(engine)

  test('are completed by the data', async () => {
    const { db } = testServer
    await practice(db, 'a')
    const adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const state = () => testServer.readAs<GettingStarted>(adminId, PATH)
    expect(await state()).toEqual({ isDismissed: false, done: [], invited: 0, toInvite: 0 })

    const setPractice = (columns: object) => db.updateTable('practice').set(columns).where('id', '=', 'a').execute()
    await setPractice({ phone: '0182 123456', iban: 'NL91ABNA0417164300' })
    expect((await state()).done).toEqual(['account'])
    await setPractice({ logo_url: '/files/x.png' })
    await client(db, 'a', { registered: 0, email: 'jan@mail.example' })
    await client(db, 'a', { registered: 0, email: null })
    const invited = await client(db, 'a', {
      account_id: await account(db, 'piet@mail.example'),
      email: 'piet@mail.example',
      activation: 'not-invited',
    })
    await db.updateTable('client_count').set({ registered: 1, unregistered: 2 }).execute()
    expect(await state()).toMatchObject({ done: ['profile', 'clients', 'account'], invited: 0, toInvite: 2 })
    await db.updateTable('client').set({ activation: 'invited' }).where('uuid', '=', invited).execute()
    expect(await state()).toMatchObject({ invited: 1, toInvite: 2 })
    await db.updateTable('client').set({ email: null }).where('registered', '=', 0).execute()
    expect(await state()).toMatchObject({ invited: 1, toInvite: 1 })
    await staffOffer(db, await account(db, 'vet@a.example'), 'a')
    await db.insertInto('request_settings').values({ practice_id: 'a', data: '{"kinds":["QUESTION"]}' }).execute()
    const totp = { account_id: adminId, secret: 'x', last_step: 0, created_at: '2026-06-15T10:00:00.000Z' }
    await db.insertInto('totp').values(totp).execute()
    expect((await state()).done).toEqual([
      'profile',
      'clients',
      'colleagues',
      'second-factor',
      'requests',
      'account',
      'invitations',
    ])
  })

  test('are shown to admins until one of them closes the list', async () => {
    const { db } = testServer
    await practice(db, 'a')
    const [adminId, otherId] = [
      await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN'),
      await staff(db, 'a', 'other@a.example', 'CLINIC_ADMIN'),
    ]
    const staffId = await staff(db, 'a', 'staff@a.example')
    const isShownTo = async (id: string) =>
      (await testServer.readAs<FollowUp>(id, 'practice/a/follow-up')).gettingStarted ?? false
    const dismiss = (isDismissed: boolean) => testServer.callAs(adminId, 'PUT', PATH, { isDismissed })
    expect([await isShownTo(otherId), await isShownTo(staffId)]).toEqual([true, false])
    expect(await outcomeOf(dismiss(true))).toBe('204')
    expect(await isShownTo(otherId)).toBe(false)
    expect(await testServer.readAs(otherId, PATH)).toMatchObject({ isDismissed: true })
    expect(await outcomeOf(dismiss(false))).toBe('204')
    expect(await isShownTo(otherId)).toBe(true)
  })
})
