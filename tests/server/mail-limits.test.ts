import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MailBudget } from '#contract/mail-budget.ts'
import type { Problem } from '#contract/problem.ts'
import type { StaffMember } from '#contract/staff.ts'
import { loadExport } from '#server/import/load.ts'
import { waitingMails } from '#server/mail/given-up.ts'
import { deleteOldMailCounts } from '#server/mail/limits.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { MailRefusedError } from '#server/mail/refused.ts'
import { account, client, importRun, practice, staff } from '#harness/builders.ts'
import { checked, clientLine, practiceLine } from '#harness/example-export.ts'
import { type TestServer, type TestServerOptions, onEngines, openTestServer } from '#harness/test-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

onEngines('what practices have sent', (engine) => {
  let testServer: TestServer
  let admins: Record<string, string>

  const open = async (options?: TestServerOptions) => {
    testServer = await openTestServer(engine, options)
    admins = {}
    for (const id of ['a', 'b', 'c']) {
      await practice(testServer.db, id)
      admins[id] = await staff(testServer.db, id, `admin@${id}.example`, 'CLINIC_ADMIN')
    }
  }
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = async (method: string, path: string, practiceId: string, body?: unknown) =>
    await testServer.call(method, path, { token: await testServer.signIn(admins[practiceId]!), body })
  const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`
  const register = (uuid: string, practiceId: string) =>
    call('POST', `practice/${practiceId}/clients?clientUuid=${uuid}`, practiceId)
  const registered = async (email: string, practiceId: string) => {
    const uuid = await client(testServer.db, practiceId, { email })
    expect((await register(uuid, practiceId)).status).toBe(201)
    return uuid
  }
  const again = (uuid: string, practiceId: string) => call('POST', `clients/${uuid}/invitation`, practiceId)
  const inviteStaff = async (username: string, practiceId: string) => {
    const answer = await call('POST', `practice/${practiceId}/staff`, practiceId, { username, role: 'CLINIC_USER' })
    expect(answer.status).toBe(201)
    return ((await answer.json()) as StaffMember).id
  }
  const inviteStaffAgain = (id: string, practiceId: string) =>
    call('POST', `practice/${practiceId}/staff/${id}/invitation`, practiceId)
  const later = async (milliseconds: number) => {
    await testServer.mails()
    testServer.now = new Date(testServer.now.getTime() + milliseconds)
    await deliverOutbox(testServer.ports)
  }
  const sent = async () =>
    (await testServer.mails()).map(({ kind, to, practiceName }) => `${kind} ${to} ${practiceName?.slice(-1)}`)
  const budget = async (practiceId: string) =>
    (await (await call('GET', `practice/${practiceId}/mail-budget`, practiceId)).json()) as MailBudget
  const linkOf = async (to: string) =>
    new URL((await testServer.mails()).findLast((mail) => mail.to === to)!.link!).searchParams.get('token')!

  describe('to one address', () => {
    beforeEach(() => open())

    test('goes one mail of a kind an hour, over all practices and ways; the others go later', async () => {
      await registered('jan@mail.example', 'a')
      await testServer.mails()
      await registered('jan@mail.example', 'b')
      await inviteStaff('jan@mail.example', 'c')
      expect(await sent()).toEqual(['activation jan@mail.example a'])
      await later(HOUR - 1)
      expect(await sent()).toHaveLength(1)
      await later(1)
      expect(await sent()).toHaveLength(2)
      await later(HOUR)
      expect((await sent()).toSorted()).toEqual([
        'activation jan@mail.example a',
        'activation jan@mail.example b',
        'staff-activation jan@mail.example c',
      ])
      await later(DAY)
      expect(await sent()).toHaveLength(3)
    })

    test('removing and registering again causes no more', async () => {
      // The account stays, for it has a client elsewhere.
      await client(testServer.db, 'b', { account_id: await account(testServer.db, 'jan@mail.example') })
      const uuid = await registered('jan@mail.example', 'a')
      for (let times = 0; times < 13; times += 1) {
        await testServer.mails()
        expect((await call('DELETE', `clients/${uuid}`, 'a')).status).toBe(204)
        expect((await register(uuid, 'a')).status).toBe(201)
      }
      expect(await sent()).toEqual(['access jan@mail.example a'])
      await later(HOUR)
      await later(HOUR)
      expect(await sent()).toHaveLength(2)
    })

    test('nor where the account goes with the client', async () => {
      const uuid = await registered('jan@mail.example', 'a')
      await testServer.mails()
      await call('DELETE', `clients/${uuid}`, 'a')
      await register(uuid, 'a')
      expect(await sent()).toEqual(['activation jan@mail.example a'])
    })

    test('who is invited again within the hour is not, which is said; an hour later they are', async () => {
      const uuid = await registered('jan@mail.example', 'a')
      const member = await inviteStaff('femke@mail.example', 'a')
      for (const wait of [0, HOUR - 1]) {
        await later(wait)
        expect(await codeOf(await again(uuid, 'a'))).toBe('409 mailed-recently')
        expect(await codeOf(await inviteStaffAgain(member, 'a'))).toBe('409 mailed-recently')
      }
      expect(await sent()).toHaveLength(2)
      await later(1)
      expect((await again(uuid, 'a')).status).toBe(204)
      expect((await inviteStaffAgain(member, 'a')).status).toBe(204)
      expect(await sent()).toHaveLength(4)
    })

    test('no answer tells what another practice has asked for', async () => {
      const uuid = await registered('jan@mail.example', 'a')
      const other = await registered('piet@mail.example', 'a')
      const staffMember = await inviteStaff('femke@mail.example', 'a')
      await later(HOUR)
      await registered('jan@mail.example', 'b')
      await inviteStaff('femke@mail.example', 'b')
      expect(await sent()).toHaveLength(5)
      for (const expected of [204, 409]) {
        expect((await again(uuid, 'a')).status).toBe(expected)
        expect((await again(other, 'a')).status).toBe(expected)
        expect((await inviteStaffAgain(staffMember, 'a')).status).toBe(expected)
      }
      expect(await sent()).toHaveLength(6)
      await later(HOUR)
      expect((await sent()).slice(6).toSorted()).toEqual([
        'activation jan@mail.example a',
        'staff-activation femke@mail.example a',
      ])
      expect(await budget('a')).toMatchObject({ putOff: 0 })
    })

    test('what its mail server has refused does not count', async () => {
      const { send } = testServer.ports.mail
      testServer.ports.mail.send = () => Promise.reject(new MailRefusedError('450 4.2.1', false))
      await registered('jan@mail.example', 'a')
      await testServer.mails()
      testServer.ports.mail.send = send
      await later(6 * MINUTE)
      expect(await sent()).toEqual(['activation jan@mail.example a'])
    })

    test('what was given up may be asked for again at once', async () => {
      const { send } = testServer.ports.mail
      testServer.ports.mail.send = () => Promise.reject(new MailRefusedError('550 5.1.1', true))
      const uuid = await registered('jan@mail.example', 'a')
      await testServer.mails()
      testServer.ports.mail.send = send
      expect((await again(uuid, 'a')).status).toBe(204)
      expect(await sent()).toEqual(['activation jan@mail.example a'])
    })

    test('a mail of another kind goes within the hour as well', async () => {
      await registered('jan@mail.example', 'a')
      const body = { newPassword: 'Welkom#2027' }
      await testServer.call('POST', 'password/reset', { token: await linkOf('jan@mail.example'), body })
      await registered('jan@mail.example', 'b')
      expect(await sent()).toEqual(['activation jan@mail.example a', 'access jan@mail.example b'])
    })

    test('what a clock has noted that was days ahead holds nothing back', async () => {
      const uuid = await registered('jan@mail.example', 'a')
      await testServer.mails()
      const ahead = new Date(testServer.now.getTime() + 2 * DAY).toISOString()
      await testServer.db.updateTable('address_mail').set({ asked_at: ahead }).execute()
      await testServer.db.updateTable('recipient_mail').set({ sent_at: ahead }).execute()
      expect((await again(uuid, 'a')).status).toBe(204)
      expect(await sent()).toHaveLength(2)
      await registered('jan@mail.example', 'b')
      await testServer.mails()
      await testServer.db.updateTable('outbox').set({ not_before: ahead }).execute()
      await later(HOUR)
      expect(await sent()).toHaveLength(3)
    })

    test('a link that is asked for, and what is said of one’s own security, go at once', async () => {
      await registered('jan@mail.example', 'a')
      await testServer.mails()
      await testServer.call('POST', 'password/forgot?email=jan@mail.example')
      expect(await sent()).toHaveLength(2)
      const reset = (token: string, newPassword: string) =>
        testServer.call('POST', 'password/reset', { token, body: { newPassword } })
      await reset(await linkOf('jan@mail.example'), 'Welkom#2027')
      for (const password of ['Welkom#2028', 'Welkom#2029']) {
        await testServer.call('POST', 'password/forgot?email=jan@mail.example')
        expect((await reset(await linkOf('jan@mail.example'), password)).status).toBe(204)
        await testServer.mails()
      }
      expect((await sent()).slice(2).map((mail) => mail.split(' ')[0])).toEqual([
        'reset',
        'password-changed',
        'reset',
        'password-changed',
      ])
    })

    test('who has chosen a password meanwhile is told of the access, without a link', async () => {
      await registered('jan@mail.example', 'a')
      await testServer.mails()
      await registered('jan@mail.example', 'b')
      const body = { newPassword: 'Welkom#2027' }
      await testServer.call('POST', 'password/reset', { token: await linkOf('jan@mail.example'), body })
      await later(HOUR)
      expect((await sent()).at(-1)).toBe('access jan@mail.example b')
      expect((await testServer.mails()).at(-1)!.link).toBeNull()
    })
  })

  describe('in a day', () => {
    beforeEach(() => open({ limits: { practiceMailsPerDay: 3 } }))

    test('a practice has a budget; what is beyond goes on the days to come, in order', async () => {
      for (let number = 1; number <= 5; number += 1) {
        await registered(`c${number}@mail.example`, 'a')
        testServer.now = new Date(testServer.now.getTime() + 1)
      }
      await inviteStaff('femke@mail.example', 'a')
      await inviteStaff('femke@a.example', 'a')
      await testServer.mails()
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 4 })
      expect(await budget('b')).toEqual({ perDay: 3, left: 3, putOff: 0 })
      await registered('c1@b.example', 'b')
      expect(await sent()).toHaveLength(4)
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 4 })
      expect(await budget('b')).toEqual({ perDay: 3, left: 2, putOff: 0 })
      expect(await waitingMails(testServer.db, testServer.now)).toEqual({ count: 0, since: null, putOff: 4 })

      await later(13 * HOUR)
      expect(await sent()).toHaveLength(4)
      await later(HOUR)
      expect((await sent()).slice(4, 6)).toEqual([
        'staff-activation femke@mail.example a',
        'staff-activation femke@a.example a',
      ])
      expect(await sent()).toHaveLength(7)
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 1 })
    })

    test('what one has beyond it holds up no other', async () => {
      for (const [number, practiceId] of ['a', 'a', 'a', 'a', 'b'].entries()) {
        const accountId = await account(testServer.db, `c${number}@mail.example`)
        const created = new Date(testServer.now.getTime() + number).toISOString()
        const mail = { id: `${number}`, kind: 'access', account_id: accountId, practice_id: practiceId } as const
        await testServer.db
          .insertInto('outbox')
          .values({ ...mail, created_at: created })
          .execute()
      }
      await deliverOutbox(testServer.ports)
      expect((await sent()).at(-1)).toBe('access c4@mail.example b')
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 1 })
    })

    test('what waits for it is not there twice', async () => {
      for (let number = 1; number <= 3; number += 1) await registered(`c${number}@mail.example`, 'a')
      // Those of one moment go in any order.
      testServer.now = new Date(testServer.now.getTime() + 1)
      const uuid = await registered('jan@mail.example', 'a')
      const member = await inviteStaff('femke@mail.example', 'a')
      await later(HOUR)
      expect((await again(uuid, 'a')).status).toBe(204)
      expect((await inviteStaffAgain(member, 'a')).status).toBe(204)
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 2 })
      const told = testServer.db.selectFrom('audit').select('id').where('action', '=', 'staff-invited')
      expect(await told.execute()).toHaveLength(1)
    })

    test('what waits for it is not given up', async () => {
      for (let number = 1; number <= 14; number += 1) await registered(`c${number}@mail.example`, 'a')
      for (let day = 1; day <= 4; day += 1) await later(DAY)
      expect(await sent()).toHaveLength(14)
      expect(await testServer.db.selectFrom('given_up_mail').select('id').execute()).toEqual([])
    })

    test('an import has no other one', async () => {
      const lines = Array.from({ length: 5 }, (_, number) =>
        clientLine(number, { practiceId: 'a', registered: true, email: `c${number}@mail.example` }),
      )
      const load = { practiceId: 'a', now: testServer.now, invited: 'staff-and-owners' } as const
      await loadExport(testServer.db, checked([practiceLine('a'), ...lines]), load)
      await deliverOutbox(testServer.ports)
      expect(await sent()).toHaveLength(3)
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 2 })
      const result = async () => await (await call('GET', 'practice/a/imports/1', 'a')).json()
      await importRun(testServer.db, 'a')
      expect(await result()).toMatchObject({ deferredMails: { count: 2, lastOn: '2026-06-16' } })
      await importRun(testServer.db, 'a', { sequence: 2 })
      const { content } = await (await call('GET', 'practice/a/imports', 'a')).json()
      expect(content).toMatchObject([
        { sequence: 2, deferredMails: { count: 2, lastOn: '2026-06-16' } },
        { sequence: 1 },
      ])
      expect(content[1]).not.toHaveProperty('deferredMails')
      await later(14 * HOUR)
      expect(await result()).not.toHaveProperty('deferredMails')
    })

    test('a mail that is tried again is counted once', async () => {
      const { send } = testServer.ports.mail
      testServer.ports.mail.send = () => Promise.reject(new Error('down'))
      await registered('c1@mail.example', 'a')
      for (let tries = 0; tries < 5; tries += 1) await later(6 * MINUTE)
      testServer.ports.mail.send = send
      await later(6 * MINUTE)
      expect(await sent()).toHaveLength(1)
      expect(await budget('a')).toMatchObject({ left: 2 })
    })

    test('counts that matter no more are deleted', async () => {
      await registered('c1@mail.example', 'a')
      await testServer.mails()
      const counts = async () => [
        ...(await testServer.db.selectFrom('mail_count').select('owner').execute()),
        ...(await testServer.db.selectFrom('address_mail').select('practice_id').execute()),
        ...(await testServer.db.selectFrom('recipient_mail').select('kind').execute()),
      ]
      await deleteOldMailCounts(testServer.ports, new Date(testServer.now.getTime() + DAY))
      expect(await counts()).toHaveLength(3)
      await deleteOldMailCounts(testServer.ports, new Date(testServer.now.getTime() + 2 * DAY))
      expect(await counts()).toEqual([])
    })

    test('several servers count together', { tags: ['database'] }, async () => {
      for (let number = 1; number <= 5; number += 1) {
        const accountId = await account(testServer.db, `c${number}@mail.example`)
        const mail = { kind: 'access', account_id: accountId, practice_id: 'a' } as const
        // Two to each address.
        for (const id of [`${number}`, `${number} again`])
          await testServer.db
            .insertInto('outbox')
            .values({ ...mail, id, created_at: testServer.now.toISOString() })
            .execute()
      }
      const server = () => ({ ...testServer.ports, db: testServer.db.withTables() })
      await Promise.all([deliverOutbox(server()), deliverOutbox(server()), deliverOutbox(server())])
      const to = (await testServer.mails()).map((mail) => mail.to)
      expect(to).toHaveLength(3)
      expect(new Set(to).size).toBe(3)
    })
  })
})
