import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportRun } from '#contract/schemas/imports.ts'
import type { MailBudget } from '#contract/schemas/mail.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import type { Page } from '#contract/paging.ts'
import { loadExport } from '#server/import/load.ts'
import { waitingMails } from '#server/mail/given-up.ts'
import { deleteOldMailCounts } from '#server/mail/limits.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { MailRejectedError } from '#server/mail/mail-rejected-error.ts'
import { account, client, importRun, practice, staff } from '#harness/builders.ts'
import { checked, clientLine, practiceLine } from '#harness/example-export.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const JAN = 'jan@mail.example'
const FEMKE = 'femke@mail.example'
const RECENTLY = '409 mailed-recently'

onEngines('mail limits', (engine) => {
  const testServer = eachTestServer(engine, { limits: { practiceMailsPerDay: 3 } })
  let admins: Record<string, string>
  const prepare = async () => {
    admins = {}
    for (const id of ['a', 'b', 'c'])
      admins[await practice(testServer.db, id)] = await staff(testServer.db, id, `admin@${id}.example`, 'CLINIC_ADMIN')
  }
  beforeEach(prepare)

  const call = (method: string, path: string, practiceId: string, body?: unknown) =>
    testServer.callAs(admins[practiceId]!, method, path, body)
  const register = (uuid: string, practiceId: string) =>
    testServer.ok(call('POST', `practice/${practiceId}/clients?clientUuid=${uuid}`, practiceId))
  const registered = async (email: string, practiceId: string) => {
    const uuid = await client(testServer.db, practiceId, { email })
    await register(uuid, practiceId)
    return uuid
  }
  /** Registers clients c1, c2, … at practice A, one millisecond apart. */
  const registerMany = async (count: number) => {
    for (let number = 1; number <= count; number += 1) {
      await registered(`c${number}@mail.example`, 'a')
      testServer.advance(1)
    }
  }
  const inviteStaff = async (username: string, practiceId: string) => {
    const invited = { username, role: 'CLINIC_USER' }
    return (await testServer.ok<StaffMember>(call('POST', `practice/${practiceId}/staff`, practiceId, invited))).id
  }
  const again = (uuid: string) => outcomeOf(call('POST', `clients/${uuid}/invitation`, 'a'))
  const staffAgain = (id: string) => outcomeOf(call('POST', `practice/a/staff/${id}/invitation`, 'a'))
  const later = async (milliseconds: number) => {
    await testServer.mails()
    testServer.advance(milliseconds)
    await deliverOutbox(testServer.ports)
  }
  const sent = async () =>
    (await testServer.mails()).map(({ kind, to, practiceName }) => `${kind} ${to} ${practiceName?.slice(-1)}`)
  const count = async () => (await sent()).length
  const budget = (practiceId: string) =>
    testServer.readAs<MailBudget>(admins[practiceId]!, `practice/${practiceId}/mail-budget`)
  const setPassword = async (newPassword = 'Welkom#2027') => {
    const { link } = (await testServer.mails()).findLast((mail) => mail.to === JAN)!
    const token = new URL(link!).searchParams.get('token')!
    await testServer.ok(testServer.call('POST', 'password/reset', { token, body: { newPassword } }))
  }
  const forgot = () => testServer.call('POST', `password/forgot?email=${JAN}`)
  /** Makes every mail fail until the returned function is called. */
  const fail = (reason: Error) => {
    const { send } = testServer.ports.mail
    testServer.ports.mail.send = () => Promise.reject(reason)
    return () => (testServer.ports.mail.send = send)
  }
  const queue = async (number: number, practiceId: string, suffix = '') => {
    const username = `c${number}@mail.example`
    const [known] = await rowsOf(testServer.db, 'account', ['id'], { username })
    const account_id = known?.id ?? (await account(testServer.db, username))
    const created_at = new Date(testServer.now.getTime() + number).toISOString()
    const mail = { id: `${number}${suffix}`, kind: 'access', account_id, practice_id: practiceId, created_at } as const
    await testServer.db.insertInto('outbox').values(mail).execute()
  }

  describe('per e-mail address', () => {
    beforeEach(async () => {
      await testServer.reopen({})
      await prepare()
    })

    test('delay all but one mail of a kind an hour, over all practices', async () => {
      await registered(JAN, 'a')
      await testServer.mails()
      await registered(JAN, 'b')
      await inviteStaff(JAN, 'c')
      expect(await sent()).toEqual([`activation ${JAN} a`])
      for (const [wait, total] of [
        [HOUR - 1, 1],
        [1, 2],
        [HOUR, 3],
        [DAY, 3],
      ] as const) {
        await later(wait)
        expect(await count()).toBe(total)
      }
      expect((await sent()).toSorted()).toEqual([
        `activation ${JAN} a`,
        `activation ${JAN} b`,
        `staff-activation ${JAN} c`,
      ])
    })

    test.each([
      ['whose account stays with a client elsewhere', true],
      ['whose account is deleted with the client', false],
    ])('delay the mail after a client is removed and registered again: client %s', async (_, isElsewhere) => {
      if (isElsewhere) await client(testServer.db, 'b', { account_id: await account(testServer.db, JAN) })
      const uuid = await registered(JAN, 'a')
      for (let times = 0; times < (isElsewhere ? 13 : 1); times += 1) {
        await testServer.mails()
        await testServer.ok(call('DELETE', `clients/${uuid}`, 'a'))
        await register(uuid, 'a')
      }
      expect(await sent()).toEqual([`${isElsewhere ? 'access' : 'activation'} ${JAN} a`])
      await later(HOUR)
      await later(HOUR)
      expect(await count()).toBe(2)
    })

    test('reject a repeated invitation within an hour', async () => {
      const [uuid, member] = [await registered(JAN, 'a'), await inviteStaff(FEMKE, 'a')]
      const both = async () => [await again(uuid), await staffAgain(member)]
      for (const wait of [0, HOUR - 1]) {
        await later(wait)
        expect(await both()).toEqual([RECENTLY, RECENTLY])
      }
      expect(await count()).toBe(2)
      await later(1)
      expect([await both(), await count()]).toEqual([['204', '204'], 4])
    })

    test('do not reveal what another practice has sent', async () => {
      const [uuid, other] = [await registered(JAN, 'a'), await registered('piet@mail.example', 'a')]
      const member = await inviteStaff(FEMKE, 'a')
      await later(HOUR)
      await registered(JAN, 'b')
      await inviteStaff(FEMKE, 'b')
      expect(await count()).toBe(5)
      for (const expected of ['204', RECENTLY])
        expect([await again(uuid), await again(other), await staffAgain(member)]).toEqual(Array(3).fill(expected))
      expect(await count()).toBe(6)
      await later(HOUR)
      expect((await sent()).slice(6).toSorted()).toEqual([`activation ${JAN} a`, `staff-activation ${FEMKE} a`])
      expect(await budget('a')).toMatchObject({ putOff: 0 })
    })

    test('do not count undelivered mails', async () => {
      const temporary = fail(new MailRejectedError('450 4.2.1', false))
      await registered(JAN, 'a')
      await testServer.mails()
      temporary()
      await later(6 * MINUTE)
      expect(await sent()).toEqual([`activation ${JAN} a`])
      const permanent = fail(new MailRejectedError('550 5.1.1', true))
      const uuid = await registered('piet@mail.example', 'a')
      await testServer.mails()
      permanent()
      expect([await again(uuid), await count()]).toEqual(['204', 2])
    })

    test('allow a mail of another kind within the hour', async () => {
      await registered(JAN, 'a')
      await testServer.mails()
      await registered(JAN, 'b')
      await setPassword()
      await registered(JAN, 'c')
      expect(await sent()).toEqual([`activation ${JAN} a`, `access ${JAN} c`])
      await later(HOUR)
      expect((await sent()).at(-1)).toBe(`access ${JAN} b`)
      expect((await testServer.mails()).at(-1)!.link).toBeNull()
    })

    test('ignore times from a clock that was days ahead', async () => {
      const uuid = await registered(JAN, 'a')
      await testServer.mails()
      const ahead = new Date(testServer.now.getTime() + 2 * DAY).toISOString()
      await changeRows(testServer.db, 'address_mail', { asked_at: ahead })
      await changeRows(testServer.db, 'recipient_mail', { sent_at: ahead })
      expect([await again(uuid), await count()]).toEqual(['204', 2])
      await registered(JAN, 'b')
      await testServer.mails()
      await changeRows(testServer.db, 'outbox', { not_before: ahead })
      await later(HOUR)
      expect(await count()).toBe(3)
    })

    test('do not delay reset links and security mails', async () => {
      await registered(JAN, 'a')
      await testServer.mails()
      await forgot()
      expect(await count()).toBe(2)
      await setPassword()
      for (const password of ['Welkom#2028', 'Welkom#2029']) {
        await forgot()
        await setPassword(password)
        await testServer.mails()
      }
      const kinds = (await sent()).slice(2).map((mail) => mail.split(' ')[0])
      expect(kinds).toEqual(['reset', 'password-changed', 'reset', 'password-changed'])
    })
  })

  describe('per practice and day', () => {
    test('delay further mails to the next days, staff first', async () => {
      await registerMany(5)
      await inviteStaff(FEMKE, 'a')
      await inviteStaff('femke@a.example', 'a')
      await testServer.mails()
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 4 })
      await registered('c1@b.example', 'b')
      expect(await count()).toBe(4)
      expect([await budget('a'), await budget('b')]).toEqual([
        { perDay: 3, left: 0, putOff: 4 },
        { perDay: 3, left: 2, putOff: 0 },
      ])
      expect(await waitingMails(testServer.db, testServer.now)).toEqual({ count: 0, since: null, deferred: 4 })

      await later(13 * HOUR)
      expect(await count()).toBe(4)
      await later(HOUR)
      expect((await sent()).slice(4)).toEqual([
        `staff-activation ${FEMKE} a`,
        'staff-activation femke@a.example a',
        'activation c4@mail.example a',
      ])
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 1 })
    })

    test('do not delay mails of another practice', async () => {
      for (const [number, practiceId] of ['a', 'a', 'a', 'a', 'b'].entries()) await queue(number, practiceId)
      await deliverOutbox(testServer.ports)
      expect((await sent()).at(-1)).toBe('access c4@mail.example b')
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 1 })
    })

    test('queue a repeated invitation once', async () => {
      await registerMany(3)
      const [uuid, member] = [await registered(JAN, 'a'), await inviteStaff(FEMKE, 'a')]
      await later(HOUR)
      expect([await again(uuid), await staffAgain(member)]).toEqual(['204', '204'])
      expect(await budget('a')).toEqual({ perDay: 3, left: 0, putOff: 2 })
      expect(await rowsOf(testServer.db, 'audit', ['id'], { action: 'staff-invited' })).toHaveLength(1)
    })

    test('never cause delayed mails to be given up', async () => {
      await registerMany(14)
      for (let day = 1; day <= 4; day += 1) await later(DAY)
      expect([await count(), await rowsOf(testServer.db, 'given_up_mail')]).toEqual([14, []])
    })

    test('count mails of an import, whose result contains the number of delayed mails', async () => {
      const lines = Array.from({ length: 5 }, (_, number) =>
        clientLine(number, { practiceId: 'a', email: `c${number}@mail.example` }),
      )
      const load = { practiceId: 'a', now: testServer.now, invited: 'staff-and-owners' } as const
      await loadExport(testServer.db, checked([practiceLine('a'), ...lines]), load)
      await deliverOutbox(testServer.ports)
      expect([await count(), await budget('a')]).toEqual([3, { perDay: 3, left: 0, putOff: 2 }])
      const result = () => testServer.readAs<ImportRun>(admins['a']!, 'practice/a/imports/1')
      const deferredMails = { count: 2, lastOn: '2026-06-16' }
      await importRun(testServer.db, 'a')
      expect(await result()).toMatchObject({ deferredMails })
      await importRun(testServer.db, 'a', { sequence: 2 })
      const { content } = await testServer.readAs<Page<ImportRun>>(admins['a']!, 'practice/a/imports')
      expect(content.map((run) => [run.sequence, run.deferredMails])).toEqual([
        [2, deferredMails],
        [1, undefined],
      ])
      await later(14 * HOUR)
      expect(await result()).not.toHaveProperty('deferredMails')
    })

    test('count a mail once, however often it is tried', async () => {
      const succeed = fail(new Error('down'))
      await registered('c1@mail.example', 'a')
      for (let tries = 0; tries < 5; tries += 1) await later(6 * MINUTE)
      succeed()
      await later(6 * MINUTE)
      expect([await count(), await budget('a')]).toMatchObject([1, { left: 2 }])
    })

    test('are shared by several servers', { tags: ['database'] }, async () => {
      for (let number = 1; number <= 5; number += 1)
        for (const suffix of ['', ' again']) await queue(number, 'a', suffix)
      const server = () => ({ ...testServer.ports, db: testServer.db.withTables() })
      await Promise.all([deliverOutbox(server()), deliverOutbox(server()), deliverOutbox(server())])
      const to = (await testServer.mails()).map((mail) => mail.to)
      expect([to.length, new Set(to).size]).toEqual([3, 3])
    })

    test('delete their counters after two days', async () => {
      await registered('c1@mail.example', 'a')
      await testServer.mails()
      const counts = async (days: number) => {
        await deleteOldMailCounts(testServer.ports, new Date(testServer.now.getTime() + days * DAY))
        const tables = ['mail_count', 'address_mail', 'recipient_mail'] as const
        return await Promise.all(tables.map(async (table) => (await rowsOf(testServer.db, table)).length))
      }
      expect([await counts(1), await counts(2)]).toEqual([
        [1, 1, 1],
        [0, 0, 0],
      ])
    })
  })
})
