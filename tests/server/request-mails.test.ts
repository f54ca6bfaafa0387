import { beforeEach, describe, expect, test } from 'vitest'
import type { RequestKind, RequestState } from '#contract/request.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { givenUpMails } from '#server/mail/given-up.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { MailRejectedError } from '#server/mail/mail-rejected-error.ts'
import { writeMail } from '#server/mail/texts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { answerRequest } from '#server/requests/change.ts'
import { notifyPractices } from '#server/requests/notify.ts'
import {
  account,
  client,
  membership,
  practice,
  request,
  requestSettings,
  staff,
  staffOffer,
} from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NEW = ['requests-new admin@a.example', 'requests-new other@a.example']
const UNSEEN = NEW.map((line) => line.replace('new', 'unseen'))
const TO_OWNER = ['request-answered anna@mail.example']

// The test clock is fixed at Monday 15 June 2026, noon in Amsterdam.
onEngines('mails about requests', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, userId, clientId] = ['', '', '']
  let [number, mailsRead] = [0, 0]

  const fill = async () => {
    const { db } = testServer
    number = mailsRead = 0
    await practice(db, 'a', { name: 'De Waag', phone: '030 555 01 23' })
    await practice(db, 'b')
    await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    await staff(db, 'a', 'other@a.example', 'CLINIC_ADMIN')
    userId = await staff(db, 'a', 'user@a.example')
    await staff(db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    await staffOffer(db, await account(db, 'offered@a.example'), 'a', 'CLINIC_ADMIN')
    ownerId = await account(db, 'anna@mail.example', { language: 'en' })
    clientId = await client(db, 'a', { account_id: ownerId, last_name: 'Bakker' })
  }
  beforeEach(fill)

  const nextNumber = async () => {
    number += 1
    await testServer.db
      .insertInto('request_number')
      .values({ practice_id: 'a', number })
      .onConflict((conflict) => conflict.column('practice_id').doUpdateSet({ number }))
      .execute()
    return number
  }
  const sent = async (kind: RequestKind = 'QUESTION', ofClient = clientId) =>
    await request(testServer.db, {
      clientId: ofClient,
      accountId: ownerId,
      kind,
      number: await nextNumber(),
      sent_at: testServer.now.toISOString(),
      data: JSON.stringify({ text: 'Mag Bella mee?' }),
    })
  const become = async (uuid: string, state: RequestState) =>
    await testServer.db
      .updateTable('request')
      .set({ state, number: await nextNumber() })
      .where('uuid', '=', uuid)
      .execute()
  const markAllSeen = () => testServer.db.updateTable('request').set({ state: 'seen' }).execute()
  const set = (settings: Partial<RequestSettings>) =>
    requestSettings(testServer.db, 'a', { kinds: ['QUESTION'], ...settings })
  const setDesk = async () => {
    await set({ mailTo: 'balie@a.example' })
    const confirmed = { practice_id: 'a', address: 'balie@a.example', confirmed_at: testServer.now.toISOString() }
    await testServer.db.insertInto('practice_mailbox').values(confirmed).execute()
  }
  const run = async (ports = testServer.ports) => {
    await notifyPractices(ports)
    await deliverOutbox(ports)
  }
  const runThreeServers = () =>
    Promise.all([1, 2, 3].map(() => run({ ...testServer.ports, db: testServer.db.withTables() })))
  /** Mails sent since the previous call. */
  const mails = async () => {
    const all = await testServer.mails()
    const since = all.slice(mailsRead)
    mailsRead = all.length
    return since
  }
  const mailed = async () => (await mails()).map(({ kind, to }) => `${kind} ${to}`).toSorted()
  const expectRun = async (expected: string[]) => {
    await run()
    expect(await mailed()).toEqual(expected)
  }
  /** Makes sending fail until the returned function is called. */
  const failSending = (error = new Error('down')) => {
    const { mail } = testServer.ports
    const { send } = mail
    mail.send = async () => {
      throw error
    }
    return () => void (mail.send = send)
  }

  describe('for new requests', () => {
    test('contain the number of requests by kind, without contents', async () => {
      for (const kind of ['REPEAT_MEDICINE', 'QUESTION', 'QUESTION'] as const) await sent(kind)
      await run()
      const all = await mails()
      expect(all.map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual(NEW)
      for (const mail of all) {
        expect(mail.requests).toEqual([
          { kind: 'QUESTION', count: 2 },
          { kind: 'REPEAT_MEDICINE', count: 1 },
        ])
        const { text } = writeMail(mail, 'http://portal.test')
        expect(text).toContain('Nog niet gezien:\n- Vraag: 2\n- Medicijn herhalen: 1\n')
        expect(text).toContain('http://portal.test/admin/requests\n')
        expect(text).not.toMatch(/Bella|Bakker|anna/)
      }
      await expectRun([])
    })

    test('are sent at most once in 15 minutes', async () => {
      await sent()
      await expectRun(NEW)
      testServer.advance(MINUTE)
      await sent()
      testServer.advance(14 * MINUTE - 1)
      await expectRun([])
      testServer.advance(1)
      await expectRun(NEW)
      testServer.advance(15 * MINUTE)
      await expectRun([])
    })

    test('are sent to the admins until the e-mail address of the practice is confirmed', async () => {
      await set({ mailTo: 'balie@a.example' })
      await sent()
      await expectRun(['mailbox-confirmation balie@a.example', ...NEW])
      const link = (await testServer.mails()).find(({ kind }) => kind === 'mailbox-confirmation')!.link!
      const confirm = () =>
        testServer.call('POST', 'letter/confirmation', { token: new URL(link).hash.slice('#mailbox='.length) })
      expect(await testServer.ok(confirm())).toEqual({ practiceName: 'De Waag', username: 'balie@a.example' })
      expect((await confirm()).status).toBe(422)
      testServer.advance(15 * MINUTE)
      await sent()
      await run()
      const desk = { kind: 'requests-new', to: 'balie@a.example', language: 'nl', practiceName: 'De Waag' }
      expect(await mails()).toMatchObject([desk])
    })

    test('are not sent to somebody who is only invited', async () => {
      await set({ mailTo: 'Invited@A.example' })
      const invited = await account(testServer.db, 'invited@a.example')
      await staffOffer(testServer.db, invited, 'a')
      await sent()
      await run()
      expect(await mailed()).toEqual(expect.arrayContaining(NEW))
      await membership(testServer.db, invited, 'a')
      testServer.advance(15 * MINUTE)
      await sent()
      await expectRun(['requests-new Invited@A.example'])
    })

    test('are not sent to an e-mail address that was replaced in the meantime', async () => {
      await setDesk()
      await sent()
      await notifyPractices(testServer.ports)
      const data = JSON.stringify({ kinds: ['QUESTION'], mailTo: 'nieuw@a.example' })
      await testServer.db.updateTable('request_settings').set({ data }).execute()
      await deliverOutbox(testServer.ports)
      expect(await mails()).toEqual([])
      await expectRun(['mailbox-confirmation nieuw@a.example', ...NEW])
    })

    test('are given up if the e-mail address rejects them', async () => {
      await setDesk()
      await sent()
      failSending(new MailRejectedError('550 5.1.1', true))
      await run()
      expect(await givenUpMails(testServer.db)).toMatchObject([
        { kind: 'requests-new', to: 'balie@a.example', practiceId: 'a', reason: '550 5.1.1' },
      ])
    })

    test('ignore seen and withdrawn requests, removed clients and locked practices', async () => {
      const { db } = testServer
      await become(await sent(), 'seen')
      await become(await sent(), 'withdrawn')
      await sent('QUESTION', await client(db, 'a', { registered: 0 }))
      await expectRun([])
      const uuid = await sent()
      await notifyPractices(testServer.ports)
      await become(uuid, 'seen')
      await deliverOutbox(testServer.ports)
      expect(await mailed()).toEqual([])
      testServer.advance(15 * MINUTE)
      await sent()
      await db.updateTable('practice').set({ locked: 1 }).execute()
      await expectRun([])
      await db.updateTable('practice').set({ locked: 0 }).execute()
      await expectRun(NEW)
    })

    test('are merged into one while mails cannot be sent', async () => {
      const recover = failSending()
      for (let times = 0; times < 4; times += 1) {
        await sent()
        await run()
        testServer.advance(16 * MINUTE)
      }
      recover()
      await run()
      const all = await mails()
      expect(all.map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual(NEW)
      expect(all[0]!.requests).toEqual([{ kind: 'QUESTION', count: 4 }])
    })
  })

  test('are sent once by three concurrent servers', { tags: ['database'] }, async () => {
    await sent()
    await runThreeServers()
    await run()
    expect(await mailed()).toEqual(NEW)
    testServer.advance(DAY + 1)
    await runThreeServers()
    expect(await mailed()).toEqual(UNSEEN)
  })

  describe('for overdue requests', () => {
    beforeEach(async () => {
      await sent()
      await expectRun(NEW)
    })

    test('are sent once a day at eight until the request is seen', async () => {
      testServer.advance(DAY)
      await expectRun([])
      testServer.advance(1)
      await expectRun(UNSEEN)
      for (let hours = 0; hours < 11; hours += 1) {
        testServer.advance(HOUR)
        await expectRun([])
      }
      testServer.now = new Date('2026-06-17T05:59:59.999Z')
      await expectRun([])
      testServer.advance(1)
      await run()
      expect((await mails())[0]).toMatchObject({
        kind: 'requests-unseen',
        link: 'http://portal.test/admin/requests',
        requests: [{ kind: 'QUESTION', count: 1 }],
      })
      await markAllSeen()
      testServer.advance(DAY)
      await expectRun([])
    })

    test('match the overdue mark and the count of unseen requests', async () => {
      const expectOverdue = async (isOverdue: boolean) => {
        const shown = { content: [isOverdue ? { overdue: true } : expect.not.objectContaining({ overdue: true })] }
        expect(await testServer.readAs(ownerId, `clients/${clientId}/requests`)).toMatchObject(shown)
        expect(await testServer.readAs(userId, 'practice/a/requests')).toMatchObject(shown)
        const count = { waiting: 1, unseen: Number(isOverdue) }
        expect(await testServer.readAs(userId, 'practice/a/request-count')).toMatchObject(count)
      }
      testServer.advance(DAY)
      await expectOverdue(false)
      testServer.advance(1)
      await expectOverdue(true)
      await markAllSeen()
      await expectOverdue(false)
    })

    test('depend on the working days set by the practice', async () => {
      await set({ seenWithinDays: 5 })
      testServer.now = new Date('2026-06-22T10:00:00.000Z')
      await expectRun([])
      testServer.advance(1)
      await expectRun(UNSEEN)
    })

    test('are dropped if the request was seen in the meantime', async () => {
      testServer.advance(DAY + 1)
      await notifyPractices(testServer.ports)
      await markAllSeen()
      await deliverOutbox(testServer.ports)
      expect(await mailed()).toEqual([])
    })
  })

  describe('to the owner about an answer', () => {
    const answer = (uuid: string, outcome = 'answered') =>
      testServer.callAs(userId, 'POST', `practice/a/requests/${uuid}/answer`, { outcome, text: 'Ja, tot morgen' })
    const answered = async (outcome?: string) => {
      const uuid = await sent()
      await testServer.ok(answer(uuid, outcome))
      return uuid
    }

    test.each(['answered', 'declined'])('link to a request that was %s without its text', async (outcome) => {
      const uuid = await answered(outcome)
      await deliverOutbox(testServer.ports)
      const all = await mails()
      expect(all).toMatchObject([{ kind: 'request-answered', to: 'anna@mail.example', language: 'en' }])
      const { text } = writeMail(all[0]!, 'http://portal.test')
      expect(text).toContain(`http://portal.test/client/requests/${uuid}\n`)
      expect(text).not.toMatch(/tot morgen|Bella/)
    })

    test('are dropped if client or practice was locked in the meantime', async () => {
      const { db } = testServer
      for (const [table, change, back, expected] of [
        ['client', { locked: 1 }, { locked: 0 }, []],
        ['client', { registered: 0 }, { registered: 1 }, []],
        ['practice', { locked: 1 }, { locked: 0 }, []],
        ['practice', { locked: 0 }, { locked: 0 }, TO_OWNER],
      ] as const) {
        const recover = failSending()
        await answered()
        await testServer.mails()
        recover()
        await db.updateTable(table).set(change).execute()
        testServer.advance(6 * MINUTE)
        await deliverOutbox(testServer.ports)
        expect(await mailed()).toEqual(expected)
        await db.updateTable(table).set(back).execute()
      }
    })

    test('are not sent for a withdrawal or to a deleted account', async () => {
      const { db } = testServer
      const path = `clients/${clientId}/requests/${await sent()}/withdrawal`
      await testServer.ok(testServer.callAs(ownerId, 'POST', path))
      await db.updateTable('client').set({ account_id: null }).execute()
      await db.deleteFrom('account').where('id', '=', ownerId).execute()
      await answered()
      expect(await mailed()).toEqual([])
      expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
    })

    test('are sent once if the same answer arrives three times concurrently', { tags: ['database'] }, async () => {
      const uuid = await sent()
      const answers = await Promise.all([1, 2, 3].map(() => answer(uuid)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await mailed()).toEqual(TO_OWNER)
    })

    test('use the mail budget of the practice before its invitations', async () => {
      await testServer.reopen({ limits: { practiceMailsPerDay: 2 } })
      await fill()
      for (const id of ['piet', 'klaas']) {
        const mail = { kind: 'access', account_id: await account(testServer.db, `${id}@mail.example`) } as const
        await testServer.db
          .insertInto('outbox')
          .values({ id, ...mail, practice_id: 'a', created_at: testServer.now.toISOString() })
          .execute()
      }
      testServer.advance(MINUTE)
      for (const requestId of [await sent(), await sent()]) {
        const closing = { practiceId: 'a', requestId, outcome: 'answered', text: 'Ja', now: testServer.now } as const
        await inTransaction(testServer.db, (trx) => answerRequest(trx, closing))
      }
      await deliverOutbox(testServer.ports)
      expect(await mailed()).toEqual([...TO_OWNER, ...TO_OWNER])
    })
  })
})
