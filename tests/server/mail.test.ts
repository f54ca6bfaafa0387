import { describe, expect, test, vi } from 'vitest'
import type { Mail } from '#server/ports.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { sendersOf } from '#server/mail/mail-headers.ts'
import { MailRejectedError } from '#server/mail/mail-rejected-error.ts'
import { hashToken } from '#server/mail/password-link.ts'
import { account, practice, staff } from '#harness/builders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ANNA = 'anna@mail.example'
const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

onEngines('the outbox', (engine) => {
  const testServer = eachTestServer(engine)
  const deliver = () => deliverOutbox(testServer.ports)
  const waiting = () => rowsOf(testServer.db, 'outbox')
  const links = async () => [
    ...(await rowsOf(testServer.db, 'password_link')),
    ...(await rowsOf(testServer.db, 'invitation_link')),
  ]
  async function queueFor(kind: Mail['kind'] = 'activation') {
    const password = kind === 'activation' && { password_hash: null }
    const accountId = await account(testServer.db, ANNA, { language: 'en', ...password })
    await practice(testServer.db, 'de-krekel', { name: 'De Krekel', phone: '030 555 01 23' })
    await queueMail(testServer.db, { kind, accountId, practiceId: 'de-krekel', now: testServer.now })
    return accountId
  }
  /** Queues a mail to each of several new accounts, one millisecond apart. */
  const queueMany = async (names: string[], kind: Mail['kind'] = 'reset') => {
    for (const [number, name] of names.entries()) {
      const accountId = await account(testServer.db, `${name}@mail.example`)
      await queueMail(testServer.db, { kind, accountId, now: later(testServer.now, number) })
    }
  }
  const names = (name: string, count: number) => Array.from({ length: count }, (_, number) => `${name}${number}`)

  test.each([
    ['activation', 14 * DAY],
    ['reset', 30 * MINUTE],
  ] as const)('creates the link of a %s mail when sending it', async (kind, lifetime) => {
    const account_id = await queueFor(kind)
    expect(await links()).toEqual([])
    await deliver()
    const mails = await testServer.mails()
    expect(mails).toMatchObject([{ kind, to: ANNA, language: 'en', practiceName: 'De Krekel' }])
    const { link } = mails[0]!
    const token = new URL(link!).searchParams.get('token')!
    expect(link).toBe(`http://portal.test/auth/reset-password?token=${token}#username=anna%40mail.example`)
    expect(token).toMatch(/^[\w-]{43}$/)
    const expires_at = later(testServer.now, lifetime).toISOString()
    expect(await links()).toMatchObject([{ account_id, token_hash: await hashToken(token), expires_at }])
    expect(await waiting()).toEqual([])
  })

  test('creates no link for mails of other kinds', async () => {
    const accountId = await queueFor('access')
    const kinds = [
      ...(['password-changed', 'password-changed-links-ended', 'passkey-added', 'passkey-removed'] as const),
      ...(['second-factor-on', 'second-factor-off', 'second-factor-reset', 'recovery-codes-made'] as const),
      ...(['import-key-made', 'import-key-ending', 'import-key-maker-left', 'import-unconfirmed'] as const),
      ...(['admin-change', 'account-number-changed', 'retention-tightened'] as const),
    ]
    for (const kind of kinds)
      await queueMail(testServer.db, { kind, accountId, practiceId: 'de-krekel', now: testServer.now })
    await deliver()
    const sent = (await testServer.mails()).map(({ kind, link }) => [kind, link] as const)
    expect(new Map(sent)).toEqual(new Map(['access' as const, ...kinds].map((kind) => [kind, null])))
    expect(await links()).toEqual([])
  })

  test.each([
    ['activation', 'client', 'info@krekel.example', 'De Krekel via Dierenportaal', 'info@krekel.example'],
    ['access', 'client', 'info@krekel.example', 'De Krekel via Dierenportaal', 'info@krekel.example'],
    ['access', 'client', null, 'De Krekel via Dierenportaal', undefined],
    ['access', 'client', 'geen', 'De Krekel via Dierenportaal', undefined],
    ['address-changed', 'client', 'info@krekel.example', 'De Krekel via Dierenportaal', 'info@krekel.example'],
    ['address-changed', 'staff', 'info@krekel.example', 'De Krekel via Dierenportaal', 'info@krekel.example'],
    ['staff-offer', 'staff', 'info@krekel.example', 'Dierenportaal', undefined],
    ['account-number-changed', 'staff', 'info@krekel.example', 'Dierenportaal', undefined],
  ] as const)(
    'sends %s to %s of a practice with the e-mail address %j, with sender name %j',
    async (kind, to, email, from, replyTo) => {
      const id = await queueFor(kind)
      await changeRows(testServer.db, 'practice', { email })
      const member = { practice_id: 'de-krekel', staff_role: 'CLINIC_ADMIN' } as const
      if (to === 'staff') await changeRows(testServer.db, 'account', member, { id })
      await deliver()
      const [mail] = await testServer.mails()
      const senders = sendersOf(mail!, { name: 'Dierenportaal', address: 'portaal@portal.example' })
      expect([senders.from.name, senders.replyTo?.address]).toEqual([from, replyTo])
    },
  )

  test('adds the practice and the role of the recipient', async () => {
    await queueFor()
    await practice(testServer.db, 'de-waag')
    const accountId = await staff(testServer.db, 'de-krekel', 'femke@mail.example')
    for (const practiceId of ['de-krekel', null, 'de-waag'])
      await queueMail(testServer.db, { kind: 'password-changed', accountId, practiceId, now: testServer.now })
    await deliver()
    const found = (await testServer.mails()).map(
      ({ to, isToStaff, practicePhone }) => `${to} ${isToStaff ? 'works there' : 'is a client'} ${practicePhone}`,
    )
    expect(found.toSorted()).toEqual([
      'anna@mail.example is a client 030 555 01 23',
      'femke@mail.example is a client null',
      'femke@mail.example works there 030 555 01 23',
      // A mail about the account, which has one practice.
      'femke@mail.example works there 030 555 01 23',
    ])
  })

  test.each([
    ['reset', 61 * MINUTE, 0],
    ['reset', 55 * MINUTE, 1],
    ['activation', 73 * 60 * MINUTE, 0],
    ['activation', 71 * 60 * MINUTE, 1],
  ] as const)('with a %s mail queued %i ms ago sends %i mails and gives up the others', async (kind, age, times) => {
    await queueFor(kind)
    testServer.advance(age)
    await deliver()
    expect([(await testServer.mails()).length, await waiting()]).toEqual([times, []])
    expect(testServer.logged.filter(({ event }) => event === 'mail-given-up')).toHaveLength(1 - times)
  })

  describe('when mails cannot be sent', () => {
    test('retries later without logging an e-mail address', async () => {
      await queueFor()
      const send = vi.spyOn(testServer.ports.mail, 'send').mockRejectedValueOnce(new Error(`${ANNA} refused`))
      await deliver()
      await deliver()
      expect(send).toHaveBeenCalledTimes(1)
      expect(testServer.logged).toMatchObject([{ level: 'error', event: 'mail-failed' }])
      expect(JSON.stringify(testServer.logged)).not.toContain('anna')
      testServer.advance(6 * MINUTE)
      await deliver()
      expect([(await testServer.mails()).length, await waiting()]).toEqual([1, []])
    })

    test('stops after three failures', async () => {
      await queueMany(names('client', 6))
      const send = vi.spyOn(testServer.ports.mail, 'send').mockRejectedValueOnce(new Error('refused'))
      await deliver()
      expect(await testServer.mails()).toHaveLength(5)
      testServer.advance(6 * MINUTE)
      await deliver()
      await queueMany(names('owner', 6))
      send.mockReset()
      send.mockRejectedValue(new Error('down'))
      await deliver()
      expect(send).toHaveBeenCalledTimes(3)
      expect(await waiting()).toHaveLength(6)
    })

    test('doubles the delay for an e-mail address after each rejection', async () => {
      const { send } = testServer.ports.mail
      const tries: string[] = []
      testServer.ports.mail.send = async (mail) => {
        tries.push(mail.to)
        if (mail.to.startsWith('client')) throw new MailRejectedError('451 4.2.1', false)
        await send(mail)
      }
      await queueMany([...names('client', 4), 'owner'], 'activation')
      await deliver()
      expect((await testServer.mails()).map(({ to }) => to)).toEqual(['owner@mail.example'])

      const triedAt: number[] = []
      const start = testServer.now
      for (let minute = 0; minute < 24 * 60; minute += 5) {
        tries.length = 0
        testServer.now = later(start, minute * MINUTE)
        await deliver()
        if (tries.length > 0) triedAt.push(minute)
        expect(tries.length).not.toBe(5)
      }
      expect(triedAt).toEqual([5, 15, 35, 75, 155, 315, 555, 795, 1035, 1275])
      testServer.now = later(start, 73 * 60 * MINUTE)
      await deliver()
      const reasons = await rowsOf(testServer.db, 'given_up_mail', ['reason'])
      expect(reasons.map(({ reason }) => reason)).toEqual(Array(4).fill('451 4.2.1'))
    })
  })

  test('sends requested links before the invitations of an import', async () => {
    await practice(testServer.db, 'a')
    for (const name of names('client', 50)) {
      const invited = await account(testServer.db, `${name}@mail.example`, { password_hash: null })
      await queueMail(testServer.db, { kind: 'activation', accountId: invited, practiceId: 'a', now: testServer.now })
    }
    const accountId = await account(testServer.db, ANNA, { password_hash: null })
    await queueMail(testServer.db, { kind: 'activation-asked', accountId, now: later(testServer.now, 1) })
    await queueMail(testServer.db, { kind: 'reset', accountId, now: later(testServer.now, 2) })
    await deliver()
    const sent = (await testServer.mails()).map(({ kind, practiceName }) => `${kind} ${practiceName}`)
    expect(sent.slice(0, 3)).toEqual(['activation-asked null', 'reset null', 'activation Praktijk a'])
    expect(sent).toHaveLength(52)
  })

  test('sends a mail that was last tried while the clock was a day ahead', async () => {
    await queueFor()
    const send = vi.spyOn(testServer.ports.mail, 'send').mockRejectedValueOnce(new Error('down'))
    testServer.advance(DAY)
    await deliver()
    testServer.advance(-DAY)
    await deliver()
    expect(send).toHaveBeenCalledTimes(2)
    expect(await waiting()).toEqual([])
  })

  test('gives up no mail if its own clock is years ahead of the database clock', async () => {
    testServer.now = new Date()
    await queueMany(['anna'])
    testServer.advance(1000 * DAY)
    await deliver()
    expect(await testServer.mails()).toHaveLength(1)
  })

  test('sends each mail once despite concurrent calls and servers', { tags: ['database'] }, async () => {
    await queueMany(names('client', 20))
    const other = { ...testServer.ports, db: testServer.db.withTables() }
    await Promise.all([deliver(), deliver(), deliverOutbox(other), deliverOutbox(other)])
    const mails = await testServer.mails()
    expect([mails.length, new Set(mails.map(({ id }) => id)).size]).toEqual([20, 20])
  })

  test('also sends mails that are queued in the meantime', async () => {
    const accountId = await queueFor()
    const { send } = testServer.ports.mail
    let isFirst = true
    testServer.ports.mail.send = async (mail) => {
      await send(mail)
      if (!isFirst) return
      isFirst = false
      await queueMail(testServer.db, { kind: 'password-changed', accountId, now: testServer.now })
      void deliver()
    }
    await deliver()
    expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['activation', 'password-changed'])
  })

  test('logs an unexpected error instead of rejecting', async () => {
    const fail = () => {
      throw new Error('gone')
    }
    await deliverOutbox({ ...testServer.ports, db: new Proxy(testServer.db, { get: () => fail }) })
    expect(testServer.logged).toMatchObject([{ level: 'error', event: 'outbox-failed' }])
  })
})
