import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewSharedCard } from '#contract/shared-card.ts'
import { account, client, patient, practice, reminder, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const NEW = 'Nieuw#2026'

onEngines('what opens without a session', (engine) => {
  let testServer: TestServer
  let owner: string
  let clientId: string
  let otherId: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    owner = await account(testServer.db, 'jan@mail.example')
    clientId = await client(testServer.db, 'a', { account_id: owner })
    otherId = await client(testServer.db, 'b', { account_id: owner })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  /** A calendar with an event in it and a card; answers the status of both when they are opened. */
  async function links(ofClient = clientId, accountId = owner) {
    const patientId = await patient(testServer.db, ofClient, 'Bella')
    await reminder(testServer.db, ofClient)
    const token = await testServer.signIn(accountId)
    const made = await testServer.call('POST', `clients/${ofClient}/calendar`, { token })
    const { url } = (await made.json()) as { url: string }
    const body = { parts: ['identity'] }
    const shared = await testServer.call('POST', `clients/${ofClient}/patients/${patientId}/shared-cards`, {
      token,
      body,
    })
    const { secret } = (await shared.json()) as NewSharedCard
    return async () => [
      (await testServer.fetch(new Request(url))).status,
      (await testServer.call('GET', 'shared-card', { token: secret })).status,
    ]
  }
  const kinds = async () => (await testServer.mails()).map(({ kind }) => kind)
  const reset = async () => {
    await testServer.call('POST', 'password/forgot?email=jan@mail.example')
    const token = new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
    expect((await testServer.call('POST', 'password/reset', { token, body: { newPassword: NEW } })).status).toBe(204)
  }
  const change = async (more: object = {}) => {
    const body = { currentPassword: PASSWORD, newPassword: NEW, ...more }
    return (await testServer.call('POST', 'password/change', { token: await testServer.signIn(owner), body })).status
  }
  const events = () => testServer.db.selectFrom('calendar_event').select('client_uuid').execute()

  test('ends when the password is reset, for a thief may have kept it; the mail says so', async () => {
    const open = await links()
    expect(await open()).toEqual([200, 200])
    expect(await events()).toHaveLength(1)
    await reset()
    expect(await open()).toEqual([404, 404])
    expect(await events()).toEqual([])
    expect(await kinds()).toEqual(['reset', 'password-changed-links-ended'])
    const trail = await testServer.db.selectFrom('audit').select(['action', 'client_uuid']).orderBy('id').execute()
    expect(trail.map((entry) => `${entry.action} ${entry.client_uuid}`)).toEqual([
      `card-shared ${clientId}`,
      `card-revoked ${clientId}`,
    ])
  })

  test('of others goes on, and where there was none the mail says nothing of it', async () => {
    const other = await account(testServer.db, 'piet@mail.example')
    const open = await links(await client(testServer.db, 'a', { account_id: other }), other)
    await reset()
    expect(await open()).toEqual([200, 200])
    expect(await kinds()).toEqual(['reset', 'password-changed'])
  })

  describe('with a client whose removal is undone', () => {
    let token: string
    beforeEach(async () => {
      token = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    })

    /** Answers what undoes it. */
    const removed = async (id: string, { practiceId = 'a', by = token } = {}) => {
      expect((await testServer.call('DELETE', `clients/${id}`, { token: by })).status).toBe(204)
      const { removal } = await testServer.db
        .selectFrom('removed_client')
        .select('removal_id as removal')
        .where('client_uuid', '=', id)
        .executeTakeFirstOrThrow()
      return async () => {
        const undone = await testServer.call('POST', `practice/${practiceId}/removals/${removal}/undo`, { token: by })
        expect(undone.status).toBe(200)
      }
    }

    test('does not come back', async () => {
      const open = await links()
      const undo = await removed(clientId)
      await undo()
      expect(await open()).toEqual([200, 200])
      const undoLater = await removed(clientId)
      await reset()
      expect(await kinds()).toEqual(['reset', 'password-changed-links-ended'])
      await undoLater()
      expect(await open()).toEqual([404, 404])
    })

    test.each([true, false])(
      'nor where its account went with another one later, and came back; reset: %s',
      async (isReset) => {
        const open = await links()
        const undo = await removed(clientId)
        const by = await testServer.signIn(await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN'))
        const undoOther = await removed(otherId, { practiceId: 'b', by })
        await undoOther()
        if (isReset) await reset()
        await undo()
        expect(await open()).toEqual(isReset ? [404, 404] : [200, 200])
      },
    )

    test('comes back where the password of somebody else was reset', async () => {
      const other = await account(testServer.db, 'piet@mail.example')
      const theirs = await client(testServer.db, 'a', { account_id: other })
      const open = await links(theirs, other)
      const undo = await removed(theirs)
      await reset()
      await undo()
      expect(await open()).toEqual([200, 200])
      expect(await kinds()).toEqual(['reset', 'password-changed'])
    })

    test('is told of in the mail also where there is no other', async () => {
      await links()
      await removed(clientId)
      await testServer.db.deleteFrom('calendar_feed').execute()
      await reset()
      expect(await kinds()).toEqual(['reset', 'password-changed-links-ended'])
    })
  })

  test('goes on when the password is changed, unless that is asked for', async () => {
    const open = await links()
    expect(await change()).toBe(204)
    expect(await open()).toEqual([200, 200])
    expect(await kinds()).toEqual(['password-changed'])
  })

  test('ends with the change where that is asked for', async () => {
    const open = await links()
    expect(await change({ currentPassword: 'wrong', endLinks: true })).toBe(422)
    expect(await open()).toEqual([200, 200])
    expect(await change({ endLinks: true })).toBe(204)
    expect(await open()).toEqual([404, 404])
    expect(await kinds()).toEqual(['password-changed-links-ended'])
  })
})
