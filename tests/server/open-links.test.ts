import { beforeEach, describe, expect, test } from 'vitest'
import type { NewShareLink } from '#contract/schemas/share-link.ts'
import { account, client, patient, practice, reminder } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const PASSWORDS = { currentPassword: 'Welkom#2026', newPassword: 'Nieuw#2026' }
const [OPEN, ENDED] = [
  [200, 200],
  [404, 404],
]

onEngines('calendar and share links without a session', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, clientId, otherId, theirsId, theirClientId] = ['', '', '', '', '']
  beforeEach(async () => {
    const { db } = testServer
    for (const id of ['a', 'b']) await practice(db, id)
    ownerId = await account(db, 'jan@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId })
    otherId = await client(db, 'b', { account_id: ownerId })
    theirsId = await account(db, 'piet@mail.example')
    theirClientId = await client(db, 'a', { account_id: theirsId })
  })

  /** Creates a calendar with an event and a share link; returns a function that reads both statuses. */
  async function links(ofClient = clientId, accountId = ownerId) {
    const post = <T>(path: string, body?: object) =>
      testServer.ok<T>(testServer.callAs(accountId, 'POST', `clients/${ofClient}/${path}`, body))
    const patientId = await patient(testServer.db, ofClient, 'Bella')
    await reminder(testServer.db, ofClient)
    const { url } = await post<{ url: string }>('calendar')
    const { secret } = await post<NewShareLink>(`patients/${patientId}/shared-cards`, { parts: ['identity'] })
    return async () => [
      (await testServer.fetch(new Request(url))).status,
      (await testServer.call('GET', 'shared-card', { token: secret })).status,
    ]
  }
  const kinds = async () => (await testServer.mails()).map(({ kind }) => kind)
  const reset = async () => {
    await testServer.call('POST', 'password/forgot?email=jan@mail.example')
    const token = new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
    const { newPassword } = PASSWORDS
    await testServer.ok(testServer.call('POST', 'password/reset', { token, body: { newPassword } }))
  }
  const change = async (more: object = {}) =>
    (await testServer.callAs(ownerId, 'POST', 'password/change', { ...PASSWORDS, ...more })).status
  const removed = async (id: string, practiceId = 'a') => {
    const admin = await account(testServer.db, `${crypto.randomUUID()}@staff.example`, {
      practice_id: practiceId,
      staff_role: 'CLINIC_ADMIN',
    })
    await testServer.ok(testServer.callAs(admin, 'DELETE', `clients/${id}`))
    const removal = (await testServer.rows('removed_client')).find((row) => row.client_uuid === id)!.removal_id
    return () => testServer.ok(testServer.callAs(admin, 'POST', `practice/${practiceId}/removals/${removal}/undo`))
  }

  test('end when the owner resets the password, as the mail says', async () => {
    const [open, openTheirs] = [await links(), await links(theirClientId, theirsId)]
    expect([await open(), await openTheirs()]).toEqual([OPEN, OPEN])
    expect(await testServer.rows('calendar_event')).toHaveLength(2)
    await reset()
    expect([await open(), await openTheirs()]).toEqual([ENDED, OPEN])
    expect(await testServer.rows('calendar_event')).toMatchObject([{ client_uuid: theirClientId }])
    expect(await kinds()).toEqual(['reset', 'password-changed-links-ended'])
    const accessLog = testServer.db
      .selectFrom('audit')
      .select('action')
      .where('client_uuid', '=', clientId)
      .orderBy('id')
    expect(await accessLog.execute()).toEqual([{ action: 'card-shared' }, { action: 'card-revoked' }])
  })

  test('are not mentioned in the mail if the account has none', async () => {
    await links(theirClientId, theirsId)
    await reset()
    expect(await kinds()).toEqual(['reset', 'password-changed'])
  })

  test('remain valid after a password change unless the owner ends them', async () => {
    const open = await links()
    expect(await change({ currentPassword: 'wrong', endLinks: true })).toBe(422)
    expect(await open()).toEqual(OPEN)
    expect(await change({ endLinks: true })).toBe(204)
    expect(await open()).toEqual(ENDED)
    const again = await links()
    expect(await change({ currentPassword: PASSWORDS.newPassword, newPassword: 'Ander#2026' })).toBe(204)
    expect(await again()).toEqual(OPEN)
    expect(await kinds()).toEqual(['password-changed-links-ended', 'password-changed'])
  })

  describe('of a removed client', () => {
    test('work again after an undo, unless the password was reset in between', async () => {
      const open = await links()
      await (
        await removed(clientId)
      )()
      expect(await open()).toEqual(OPEN)
      const undo = await removed(clientId)
      await reset()
      expect(await kinds()).toEqual(['reset', 'password-changed-links-ended'])
      await undo()
      expect(await open()).toEqual(ENDED)
    })

    test.each([true, false])(
      'follow that rule if another client of the account was restored; reset: %s',
      async (isReset) => {
        const open = await links()
        const undo = await removed(clientId)
        const undoOther = await removed(otherId, 'b')
        await undoOther()
        if (isReset) await reset()
        await undo()
        expect(await open()).toEqual(isReset ? ENDED : OPEN)
      },
    )

    test('work again if only another account reset its password', async () => {
      const open = await links(theirClientId, theirsId)
      const undo = await removed(theirClientId)
      await reset()
      await undo()
      expect(await open()).toEqual(OPEN)
      expect(await kinds()).toEqual(['reset', 'password-changed'])
    })

    test('are mentioned in the mail about a reset', async () => {
      await links()
      await removed(clientId)
      await testServer.db.deleteFrom('calendar_feed').execute()
      await reset()
      expect(await kinds()).toEqual(['reset', 'password-changed-links-ended'])
    })
  })
})
