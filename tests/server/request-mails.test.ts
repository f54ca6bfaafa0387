import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RequestKind, RequestOutcome, RequestState } from '#contract/request.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { givenUpMails } from '#server/mail/given-up.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { MailRefusedError } from '#server/mail/refused.ts'
import { writeMail } from '#server/mail/texts.ts'
import type { Ports } from '#server/ports.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { answerRequest } from '#server/requests/change.ts'
import { tellPractices } from '#server/requests/tell.ts'
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
import { type TestServer, type TestServerOptions, onEngines, openTestServer } from '#harness/test-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ADMINS = ['admin@a.example', 'other@a.example']

// The clock of the tests stands at Monday 15 June 2026, at noon where the practices are.
onEngines('mails of requests', (engine) => {
  let testServer: TestServer
  let ownerId: string
  let userId: string
  let clientId: string
  let number: number

  const open = async (options?: TestServerOptions) => {
    testServer = await openTestServer(engine, options)
    const { db } = testServer
    number = 0
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
  beforeEach(() => open())
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = (ms: number) => void (testServer.now = new Date(testServer.now.getTime() + ms))
  const at = (time: string) => void (testServer.now = new Date(time))

  async function sent(kind: RequestKind = 'QUESTION', ofClient = clientId) {
    number += 1
    const uuid = await request(testServer.db, {
      clientId: ofClient,
      accountId: ownerId,
      kind,
      number,
      sent_at: testServer.now.toISOString(),
      data: JSON.stringify({ text: 'Mag Bella mee?' }),
    })
    await numbered()
    return uuid
  }
  const numbered = () =>
    testServer.db
      .insertInto('request_number')
      .values({ practice_id: 'a', number })
      .onConflict((conflict) => conflict.column('practice_id').doUpdateSet({ number }))
      .execute()
  async function become(uuid: string, state: RequestState) {
    number += 1
    await testServer.db.updateTable('request').set({ state, number }).where('uuid', '=', uuid).execute()
    await numbered()
  }
  const set = (settings: Partial<RequestSettings>) =>
    requestSettings(testServer.db, 'a', { kinds: ['QUESTION'], ...settings })
  const confirmed = (address: string) =>
    testServer.db
      .insertInto('practice_mailbox')
      .values({ practice_id: 'a', address, confirmed_at: testServer.now.toISOString() })
      .execute()
  const run = async (ports: Ports = testServer.ports) => {
    await tellPractices(ports)
    await deliverOutbox(ports)
  }
  /** Those since the last call. */
  let read = 0
  beforeEach(() => (read = 0))
  const mails = async () => {
    const all = await testServer.mails()
    const since = all.slice(read)
    read = all.length
    return since
  }
  const told = async () => (await mails()).map(({ kind, to }) => `${kind} ${to}`).toSorted()
  const NEW = ['requests-new admin@a.example', 'requests-new other@a.example']
  const UNSEEN = NEW.map((line) => line.replace('new', 'unseen'))
  const nothing = async () => {
    await run()
    expect(await told()).toEqual([])
  }

  describe('to the practice, of what is new:', () => {
    test('how many wait by kind, to each of its admins, with nothing of what is in them', async () => {
      await sent('REPEAT_MEDICINE')
      await sent('QUESTION')
      await sent('QUESTION')
      await run()
      const all = await mails()
      expect(all.map(({ to }) => to).toSorted()).toEqual(['admin@a.example', 'other@a.example'])
      for (const mail of all) {
        expect(mail.requests).toEqual([
          { kind: 'QUESTION', count: 2 },
          { kind: 'REPEAT_MEDICINE', count: 1 },
        ])
        const { text } = writeMail(mail, 'http://portal.test')
        expect(text).toContain('Nog niet gezien:\n- Vraag: 2\n- Medicijn opnieuw: 1\n')
        expect(text).toContain('http://portal.test/admin/requests\n')
        expect(text).not.toMatch(/Bella|Bakker|anna/)
      }
      await nothing()
    })

    test('at most one a quarter of an hour', async () => {
      await sent()
      await run()
      expect(await told()).toEqual(NEW)
      later(MINUTE)
      await sent()
      await sent()
      later(14 * MINUTE - 1)
      await nothing()
      later(1)
      await run()
      expect(await told()).toEqual(NEW)
      later(15 * MINUTE)
      await nothing()
    })

    test('to the address that it has set, and to nobody else', async () => {
      await set({ mailTo: 'balie@a.example' })
      await confirmed('balie@a.example')
      await sent()
      await run()
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      expect(mail).toMatchObject({ to: 'balie@a.example', language: 'nl', practiceName: 'De Waag' })
    })

    test('goes to the admins until its own address has confirmed', async () => {
      await set({ mailTo: 'balie@a.example' })
      await sent()
      await run()
      const asked = (await mails()).map(({ kind, to }) => [kind, to])
      expect(asked).toEqual(expect.arrayContaining([['mailbox-confirmation', 'balie@a.example']]))
      const told = asked.flatMap(([kind, to = '']) => (kind === 'requests-new' ? to : []))
      expect(told.toSorted()).toEqual(ADMINS)
      const link = (await testServer.mails()).find(({ kind }) => kind === 'mailbox-confirmation')!.link!
      const confirm = () =>
        testServer.call('POST', 'letter/confirmation', { token: new URL(link).hash.slice('#mailbox='.length) })
      expect(await (await confirm()).json()).toEqual({ practiceName: 'De Waag', username: 'balie@a.example' })
      expect((await confirm()).status).toBe(422)
      later(15 * MINUTE)
      await sent()
      await run()
      expect((await mails()).map(({ kind, to }) => [kind, to])).toEqual([['requests-new', 'balie@a.example']])
    })

    test('goes to the address of staff who have joined, but not of staff who were only invited', async () => {
      await set({ mailTo: 'Invited@A.example' })
      const invited = await account(testServer.db, 'invited@a.example')
      await staffOffer(testServer.db, invited, 'a')
      await sent()
      await run()
      const to = async () =>
        (await mails())
          .filter(({ kind }) => kind === 'requests-new')
          .map((mail) => mail.to)
          .toSorted()
      expect(await to()).toEqual(ADMINS)
      await membership(testServer.db, invited, 'a')
      later(15 * MINUTE)
      await sent()
      await run()
      expect(await to()).toEqual(['Invited@A.example'])
    })

    test('does not go to an address that was replaced while the mail waited', async () => {
      await set({ mailTo: 'balie@a.example' })
      await confirmed('balie@a.example')
      await sent()
      await tellPractices(testServer.ports)
      const data = JSON.stringify({ kinds: ['QUESTION'], mailTo: 'nieuw@a.example' })
      await testServer.db.updateTable('request_settings').set({ data }).execute()
      await deliverOutbox(testServer.ports)
      expect(await mails()).toEqual([])
      await run()
      const told = (await mails()).filter(({ kind }) => kind === 'requests-new').map(({ to }) => to)
      expect(told.toSorted()).toEqual(ADMINS)
    })

    test('one that this address refuses is given up, and told to the operator', async () => {
      await set({ mailTo: 'balie@a.example' })
      await confirmed('balie@a.example')
      await sent()
      testServer.ports.mail.send = () => Promise.reject(new MailRefusedError('550 5.1.1', true))
      await run()
      expect(await givenUpMails(testServer.db)).toMatchObject([
        { kind: 'requests-new', to: 'balie@a.example', practiceId: 'a', reason: '550 5.1.1' },
      ])
    })

    test('nothing of what was seen or withdrawn before, also where the mail waits already', async () => {
      await become(await sent(), 'seen')
      await become(await sent(), 'withdrawn')
      await nothing()
      const uuid = await sent()
      await tellPractices(testServer.ports)
      await become(uuid, 'seen')
      await deliverOutbox(testServer.ports)
      expect(await told()).toEqual([])
    })

    test('nothing of a client who was removed, and nothing to a locked practice', async () => {
      const removed = await client(testServer.db, 'a', { registered: 0 })
      await sent('QUESTION', removed)
      await nothing()
      await sent()
      await testServer.db.updateTable('practice').set({ locked: 1 }).execute()
      await nothing()
      await testServer.db.updateTable('practice').set({ locked: 0 }).execute()
      await run()
      expect(await told()).toEqual(NEW)
    })

    test('while mails cannot be sent one waits, and tells of all that has come', async () => {
      const { send } = testServer.ports.mail
      testServer.ports.mail.send = () => Promise.reject(new Error('down'))
      for (let times = 0; times < 4; times += 1) {
        await sent()
        await run()
        later(16 * MINUTE)
      }
      testServer.ports.mail.send = send
      await run()
      const all = await mails()
      expect(all.map(({ to }) => to).toSorted()).toEqual(['admin@a.example', 'other@a.example'])
      expect(all[0]!.requests).toEqual([{ kind: 'QUESTION', count: 4 }])
    })

    test('of three servers at once one tells it', { tags: ['database'] }, async () => {
      await sent()
      const server = () => ({ ...testServer.ports, db: testServer.db.withTables() })
      await Promise.all([run(server()), run(server()), run(server())])
      await run()
      expect(await told()).toEqual(NEW)
    })
  })

  describe('to the practice, of what is unseen past its limit:', () => {
    beforeEach(async () => {
      await sent()
      await run()
      await mails()
    })

    test('one a day, until it is seen', async () => {
      later(DAY)
      await nothing()
      later(1)
      await run()
      expect(await told()).toEqual(UNSEEN)
      for (let hours = 0; hours < 11; hours += 1) {
        later(HOUR)
        await nothing()
      }
      at('2026-06-17T05:59:59.999Z')
      await nothing()
      later(1)
      await run()
      const [mail] = await mails()
      expect(mail).toMatchObject({ kind: 'requests-unseen', link: 'http://portal.test/admin/requests' })
      expect(mail!.requests).toEqual([{ kind: 'QUESTION', count: 1 }])
      await testServer.db.updateTable('request').set({ state: 'seen' }).execute()
      later(DAY)
      await nothing()
    })

    test('its owner and the practice read of it that it is, and the badge counts it', async () => {
      const read = async (path: string, token: string) => await (await testServer.call('GET', path, { token })).json()
      const shown = async () => {
        const ofStaff = await testServer.signIn(userId)
        return [
          await read(`clients/${clientId}/requests`, await testServer.signIn(ownerId)),
          await read('practice/a/requests', ofStaff),
          await read('practice/a/request-count', ofStaff),
        ]
      }
      later(DAY)
      expect(await shown()).toMatchObject([
        { content: [expect.not.objectContaining({ overdue: true })] },
        { content: [expect.not.objectContaining({ overdue: true })] },
        { waiting: 1, unseen: 0 },
      ])
      later(1)
      expect(await shown()).toMatchObject([
        { content: [{ overdue: true }] },
        { content: [{ overdue: true }] },
        { waiting: 1, unseen: 1 },
      ])
      await testServer.db.updateTable('request').set({ state: 'seen' }).execute()
      expect(await shown()).toMatchObject([
        { content: [expect.not.objectContaining({ overdue: true })] },
        { content: [expect.not.objectContaining({ overdue: true })] },
        { waiting: 1, unseen: 0 },
      ])
    })

    test('by the days that the practice has set, in which a weekend does not count', async () => {
      await set({ seenWithinDays: 5 })
      at('2026-06-22T10:00:00.000Z')
      await nothing()
      later(1)
      await run()
      expect(await told()).toEqual(UNSEEN)
    })

    test('what was seen before the mail is sent is not told', async () => {
      later(DAY + 1)
      await tellPractices(testServer.ports)
      await testServer.db.updateTable('request').set({ state: 'seen' }).execute()
      await deliverOutbox(testServer.ports)
      expect(await told()).toEqual([])
    })

    test('of three servers at once one tells it', { tags: ['database'] }, async () => {
      later(DAY + 1)
      const server = () => ({ ...testServer.ports, db: testServer.db.withTables() })
      await Promise.all([run(server()), run(server()), run(server())])
      expect(await told()).toEqual(UNSEEN)
    })
  })

  describe('to the owner, of an answer:', () => {
    const answered = async (outcome: RequestOutcome = 'answered') => {
      const uuid = await sent()
      const body = { outcome, text: 'Ja, tot morgen' }
      const token = await testServer.signIn(userId)
      expect((await testServer.call('POST', `practice/a/requests/${uuid}/answer`, { token, body })).status).toBe(200)
      return uuid
    }
    /** With a mail that cannot go before `change` is made. */
    const answeredBefore = async (change: () => Promise<unknown>) => {
      const { send } = testServer.ports.mail
      testServer.ports.mail.send = () => Promise.reject(new Error('down'))
      await answered()
      await testServer.mails()
      testServer.ports.mail.send = send
      await change()
      later(6 * MINUTE)
      await deliverOutbox(testServer.ports)
    }

    test.each(['answered', 'declined'] as const)(
      'that it was %s, with the link and not what it says',
      async (state) => {
        const uuid = await answered(state)
        await deliverOutbox(testServer.ports)
        const [mail, ...others] = await mails()
        expect(others).toEqual([])
        expect(mail).toMatchObject({ kind: 'request-answered', to: 'anna@mail.example', language: 'en' })
        const { text } = writeMail(mail!, 'http://portal.test')
        expect(text).toContain(`http://portal.test/client/requests/${uuid}\n`)
        expect(text).not.toMatch(/tot morgen|Bella/)
      },
    )

    test('nothing where the client was locked or removed, or the practice locked, before it could be sent', async () => {
      const { db } = testServer
      for (const [table, change, back] of [
        ['client', { locked: 1 }, { locked: 0 }],
        ['client', { registered: 0 }, { registered: 1 }],
        ['practice', { locked: 1 }, { locked: 0 }],
      ] as const) {
        await answeredBefore(() => db.updateTable(table).set(change).execute())
        expect(await told()).toEqual([])
        await db.updateTable(table).set(back).execute()
      }
      await answeredBefore(async () => {})
      expect(await told()).toEqual(['request-answered anna@mail.example'])
    })

    test('nothing to an account that has gone, and none where it was withdrawn', async () => {
      const { db } = testServer
      const withdrawn = await sent()
      const path = `clients/${clientId}/requests/${withdrawn}/withdrawal`
      expect((await testServer.call('POST', path, { token: await testServer.signIn(ownerId) })).status).toBe(200)
      await db.updateTable('client').set({ account_id: null }).execute()
      await db.deleteFrom('account').where('id', '=', ownerId).execute()
      await answered()
      expect(await told()).toEqual([])
      expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
    })

    test.each([
      ['different answers', ['Ja', 'Nee', 'Later'], [200, 409, 409]],
      ['the same answer three times', ['Ja', 'Ja', 'Ja'], [200, 200, 200]],
    ])('once, when %s arrive at once', { tags: ['database'] }, async (_, texts, statuses) => {
      const uuid = await sent()
      const token = await testServer.signIn(userId)
      const answers = await Promise.all(
        texts.map((text) => {
          const body = { outcome: 'answered', text }
          return testServer.call('POST', `practice/a/requests/${uuid}/answer`, { token, body })
        }),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(statuses)
      expect(await told()).toEqual(['request-answered anna@mail.example'])
    })

    test('each within the hour, of the budget of the practice, before its invitations', async () => {
      await testServer[Symbol.asyncDispose]()
      await open({ limits: { practiceMailsPerDay: 2 } })
      for (const name of ['piet', 'klaas']) {
        const to = await account(testServer.db, `${name}@mail.example`)
        const mail = { id: name, kind: 'access', account_id: to, practice_id: 'a' } as const
        await testServer.db
          .insertInto('outbox')
          .values({ ...mail, created_at: testServer.now.toISOString() })
          .execute()
      }
      later(MINUTE)
      for (const requestId of [await sent(), await sent()])
        await inTransaction(testServer.db, (trx) =>
          answerRequest(trx, { practiceId: 'a', requestId, outcome: 'answered', text: 'Ja', now: testServer.now }),
        )
      await deliverOutbox(testServer.ports)
      expect(await told()).toEqual(Array(2).fill('request-answered anna@mail.example'))
      await answered()
      later(HOUR)
      await deliverOutbox(testServer.ports)
      expect(await told()).toEqual([])
      later(DAY)
      await deliverOutbox(testServer.ports)
      expect((await mails()).map(({ to }) => to)).toContain('anna@mail.example')
    })
  })
})
