import { describe, expect, test } from 'vitest'
import type { RequestState } from '#contract/request.ts'
import { typedKeys } from '#contract/values.ts'
import type { MailKind } from '#server/db/schema.ts'
import { MAIL_BUDGETS, MAIL_KINDS, maxWaitingOf } from '#server/mail/kinds.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { writeMail } from '#server/mail/texts.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'
import {
  account,
  client,
  form,
  formTask,
  estimate,
  practice,
  reminder,
  request,
  requestSettings,
  staff,
  staffOffer,
} from '#harness/builders.ts'
import { rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const TO = 'jan@mail.example'
const KINDS = typedKeys(MAIL_KINDS)

/** States of requests that a mail to the owner is about. */
const STATES: Partial<Record<MailKind, RequestState>> = { 'request-answered': 'answered', 'request-asked': 'asked' }

onEngines('each kind of mail', (engine) => {
  let drawn: (Sheet | Letters)[]
  let [owner, other] = ['', '']
  const testServer = eachTestServer(engine, () => {
    drawn = []
    const pdf = async (sheet: Sheet | Letters) => {
      drawn.push(sheet)
      return new TextEncoder().encode('%PDF-')
    }
    return { limits: { practiceMailsPerDay: 12 }, pdf }
  })

  const deliver = () => deliverOutbox(testServer.ports)
  const later = async (milliseconds: number) => {
    testServer.advance(milliseconds)
    await deliver()
  }
  const sent = async () => (await testServer.mails()).length
  const waiting = async () => (await rowsOf(testServer.db, 'outbox')).length

  /**
   * Creates a recipient with a different spelling of one mailbox each time. Invitations go to accounts without a
   * password.
   */
  async function recipient(kind: MailKind, index: number): Promise<string> {
    const isInvited = kind === 'activation' || kind === 'staff-activation' || kind === 'activation-asked'
    return await account(testServer.db, index === 0 ? TO : `jan+${index}@mail.example`, {
      password_hash: isInvited ? null : 'hash',
    })
  }

  async function mailOf(kind: MailKind, index: number) {
    const { db, now } = testServer
    const practiceId = await practice(db, `p${index}`, { reminder_mails: 1 })
    owner = await recipient(kind, index)
    other = await account(db, `other${index}@mail.example`)
    const isToOwner = kind === 'address-confirmation' ? other : owner
    const clientId = await client(db, practiceId, kind === 'letter' ? {} : { account_id: isToOwner })
    const mail = { kind, practiceId, details: { clientId }, now } as const
    const row = { asked_at: now.toISOString(), client_uuid: clientId }
    if (kind === 'address-changed') return { ...mail, details: { language: 'nl' as const }, address: TO }
    if (MAIL_KINDS[kind].invitesAs === 'staff') await staffOffer(db, owner, practiceId)
    const given = { client_uuid: clientId, code_hash: `${index}`, ends_at: '2999', account_id: owner }
    if (kind === 'letter') await db.insertInto('letter').values(given).execute()
    if (kind === 'address-confirmation' || kind === 'address-change-asked') {
      const change = { ...row, account_id: kind === 'address-confirmation' ? owner : other }
      await db.insertInto('address_change').values(change).execute()
    }
    if (kind === 'reminders') {
      await reminder(db, clientId, { date: '2026-06-20' })
      const subscribed = { subscribed_at: now.toISOString(), week: '2026-06-15', account_id: owner }
      await db
        .insertInto('reminder_subscription')
        .values({ client_uuid: clientId, ...subscribed })
        .execute()
    }
    if (kind === 'form-asked') {
      await formTask(db, clientId, await form(db, practiceId))
      return { ...mail, details: { clientId }, accountId: owner }
    }
    if (kind === 'mailbox-confirmation') {
      await requestSettings(db, practiceId, { kinds: [], mailTo: TO })
      await db.insertInto('practice_mailbox').values({ practice_id: practiceId, address: TO }).execute()
      return { kind, practiceId, address: TO, now }
    }
    if (MAIL_KINDS[kind].about?.includes('estimate')) {
      const withdrawn = kind === 'estimate-withdrawn' && ({ withdrawn: 1, withdrawn_at: now.toISOString() } as const)
      const estimateId = await estimate(db, clientId, { valid_until: '2026-06-17', ...withdrawn })
      return { ...mail, details: { estimateId, clientId }, accountId: owner }
    }
    const state = STATES[kind]
    if (MAIL_KINDS[kind].budget === 'requests' || state) {
      await requestSettings(db, practiceId, { kinds: ['QUESTION'], seenWithinDays: 1 })
      const columns = state ? { state } : { sent_at: '2026-05-01T10:00:00.000Z' }
      const requestId = await request(db, { clientId, accountId: owner, ...columns })
      return { ...mail, details: { requestId, clientId }, accountId: owner }
    }
    return { ...mail, accountId: owner }
  }

  const fits = (kind: MailKind) => MAIL_BUDGETS[MAIL_KINDS[kind].budget].perDay(12)

  test.each(KINDS)('%s is sent to one mailbox up to its limit and then delayed', async (kind) => {
    const { limit, windowMs } = MAIL_KINDS[kind].perRecipient[0]!
    expect(limit).toBeLessThan(fits(kind))
    for (let index = 0; index <= limit; index += 1) {
      await queueMail(testServer.db, await mailOf(kind, index))
      await deliver()
    }
    expect([await sent(), await waiting()]).toEqual([limit, 1])
    await later(windowMs - 1)
    expect(await sent()).toBe(limit)
    await later(1)
    expect([await sent(), await waiting()]).toEqual([limit + 1, 0])
  })

  test.each(KINDS)('%s is queued once at a time', async (kind) => {
    const mail = await mailOf(kind, 0)
    await queueMail(testServer.db, mail)
    await queueMail(testServer.db, mail)
    expect(await waiting()).toBe(1)
    await deliver()
    expect(await sent()).toBe(1)
    await queueMail(testServer.db, { ...mail, now: testServer.now })
    expect(await waiting()).toBe(1)
  })

  test.each(KINDS)('%s counts towards the budget of its practice or account', async (kind) => {
    const { budget } = MAIL_KINDS[kind]
    const { of, perDay } = MAIL_BUDGETS[budget]
    const mail = await mailOf(kind, 0)
    const used = { owner: of === 'practice' ? mail.practiceId : owner, budget, day: '2026-06-15', sent: perDay(12) }
    await testServer.db.insertInto('mail_count').values(used).execute()
    await queueMail(testServer.db, mail)
    await deliver()
    expect([await sent(), await waiting()]).toEqual([0, 1])
    await later(14 * HOUR_MS)
    expect([await sent(), await waiting()]).toEqual([1, 0])
  })

  test.each([
    ['activation', 'Anneke'],
    ['access', 'Anneke'],
    // Somebody else may have typed the address.
    ['letter', undefined],
    ['address-confirmation', undefined],
    ['activation-asked', undefined],
  ] as const)('%s greets the recipient by the first name %s', async (kind, firstName) => {
    const mail = await mailOf(kind, 0)
    await testServer.db.updateTable('client').set({ first_name: 'Anneke', email: TO }).execute()
    await testServer.db.updateTable('client').set({ registered: 1 }).where('account_id', 'is not', null).execute()
    await queueMail(testServer.db, mail)
    await deliver()
    const [delivered] = await testServer.mails()
    expect([delivered?.kind, delivered?.firstName]).toEqual([kind, firstName])
    expect(Object.values(writeMail(delivered!, 'http://portal.test')).join().includes('Anneke')).toBe(!!firstName)
  })

  test.each(typedKeys(MAIL_KINDS).filter((kind) => MAIL_KINDS[kind].budget === 'account'))(
    '%s has the look of the only practice of the account',
    async (kind) => {
      const { db } = testServer
      owner = await recipient(kind, 0)
      const mailed = async () => {
        await queueMail(db, { kind, accountId: owner, practiceId: null, now: testServer.now })
        await deliver()
        testServer.advance(HOUR_MS)
        return (await testServer.mails()).at(-1)
      }
      expect(await mailed()).toMatchObject({ practiceName: null, practiceColour: null })
      await practice(db, 'a', { colour: '#2f6b3c' })
      await client(db, 'a', { account_id: owner, registered: 1 })
      expect(await mailed()).toMatchObject({ practiceName: 'Praktijk a', practiceColour: '#2f6b3c' })
      await practice(db, 'b')
      await client(db, 'b', { account_id: owner, registered: 1 })
      expect(await mailed()).toMatchObject({ practiceName: null, practiceColour: null })
    },
  )

  describe('for postal invitations (letter)', () => {
    test('is sent to an unknown e-mail address at most three times an hour and ten times a day', async () => {
      await practice(testServer.db, 'a')
      const clientUuids = []
      for (let number = 0; number < 25; number += 1) clientUuids.push(await client(testServer.db, 'a'))
      const member = await staff(testServer.db, 'a', 'staff@a.example')
      await testServer.callAs(member, 'POST', 'practice/a/letters', { clientUuids })
      const codes = drawn.flatMap((sheet) => ('letters' in sheet ? sheet.letters : [])).map(({ code }) => code.value)
      expect(codes).toHaveLength(25)
      for (const [number, code] of codes.entries()) {
        const email = `stranger+${number}@mail.example`
        expect((await testServer.call('POST', 'letter', { body: { code, email } })).status).toBe(204)
      }
      expect(await sent()).toBe(3)
      for (let hour = 1; hour < 24; hour += 1) await later(HOUR_MS)
      expect(await sent()).toBe(10)
    })

    test('is queued for one mailbox up to a daily maximum', async () => {
      const mail = await mailOf('letter', 0)
      for (let number = 0; number < 25; number += 1)
        await queueMail(testServer.db, { ...mail, details: { clientId: `${number}` } })
      expect(await waiting()).toBe(maxWaitingOf('letter'))
    })
  })
})
