import { expect, test, vi } from 'vitest'
import type { Mail } from '#server/ports.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { sendersOf } from '#server/mail/mail-headers.ts'
import { MailRefusedError } from '#server/mail/refused.ts'
import { createPasswordLink, hashToken } from '#server/mail/password-link.ts'
import { account, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

async function withMail(testServer: TestServer, kind: Mail['kind'] = 'activation') {
  const hasPassword = kind !== 'activation'
  const columns = { language: 'en', ...(!hasPassword && { password_hash: null }) } as const
  const accountId = await account(testServer.db, 'anna@mail.example', columns)
  await practice(testServer.db, 'de-krekel', { name: 'De Krekel', phone: '030 555 01 23' })
  await queueMail(testServer.db, { kind, accountId, practiceId: 'de-krekel', now: testServer.now })
  return accountId
}

const waiting = (testServer: TestServer) => testServer.db.selectFrom('outbox').selectAll().execute()
const link = async ({ db }: TestServer) => [
  ...(await db.selectFrom('password_link').selectAll().execute()),
  ...(await db.selectFrom('invitation_link').selectAll().execute()),
]

onEngines('the outbox', (engine) => {
  test.each([
    ['activation', 14 * DAY],
    ['reset', 30 * MINUTE],
  ] as const)('makes the link of a mail of the kind %s when it is sent', async (kind, lifetime) => {
    await using testServer = await openTestServer(engine)
    const accountId = await withMail(testServer, kind)
    expect(await link(testServer)).toEqual([])
    await deliverOutbox(testServer.ports)

    const [mail, ...others] = await testServer.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind, to: 'anna@mail.example', language: 'en', practiceName: 'De Krekel' })
    const token = new URL(mail!.link!).searchParams.get('token')!
    expect(mail!.link).toBe(`http://portal.test/auth/reset-password?token=${token}#username=anna%40mail.example`)
    expect(token).toMatch(/^[\w-]{43}$/)
    const expires_at = later(testServer.now, lifetime).toISOString()
    expect(await link(testServer)).toMatchObject([
      { account_id: accountId, token_hash: await hashToken(token), expires_at },
    ])
    expect(await waiting(testServer)).toEqual([])
  })

  test.each([
    'access',
    'password-changed',
    'password-changed-links-ended',
    'passkey-added',
    'passkey-removed',
    'second-factor-on',
    'second-factor-off',
    'second-factor-reset',
    'recovery-codes-made',
    'import-key-made',
    'import-key-ending',
    'import-key-maker-left',
    'import-unconfirmed',
    'admin-change',
    'account-number-changed',
    'retention-tightened',
  ] as const)('a mail of the kind %s has no link of its own', async (kind) => {
    await using testServer = await openTestServer(engine)
    await withMail(testServer, kind)
    await deliverOutbox(testServer.ports)
    expect(await testServer.mails()).toMatchObject([{ kind, link: null }])
    expect(await link(testServer)).toEqual([])
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
    'a mail of the kind %s to %s, of a practice with the address %j, is from %j',
    async (kind, to, email, from, replyTo) => {
      await using testServer = await openTestServer(engine)
      const accountId = await withMail(testServer, kind)
      await testServer.db.updateTable('practice').set({ email }).execute()
      if (to === 'staff')
        await testServer.db
          .updateTable('account')
          .set({ practice_id: 'de-krekel', staff_role: 'CLINIC_ADMIN' })
          .where('id', '=', accountId)
          .execute()
      await deliverOutbox(testServer.ports)
      const [mail] = await testServer.mails()
      const senders = sendersOf(mail!, { name: 'Dierenportaal', address: 'portaal@portal.example' })
      expect([senders.from.name, senders.replyTo?.address]).toEqual([from, replyTo])
    },
  )

  test('it knows the practice, and whether it is to somebody who works there', async () => {
    await using testServer = await openTestServer(engine)
    await withMail(testServer)
    await practice(testServer.db, 'de-waag')
    const accountId = await staff(testServer.db, 'de-krekel', 'femke@mail.example')
    for (const practiceId of ['de-krekel', null, 'de-waag'])
      await queueMail(testServer.db, { kind: 'password-changed', accountId, practiceId, now: testServer.now })
    await deliverOutbox(testServer.ports)
    const told = (await testServer.mails()).map(
      ({ to, isToStaff, practicePhone }) => `${to} ${isToStaff ? 'works there' : 'is a client'} ${practicePhone}`,
    )
    expect(told.toSorted()).toEqual([
      'anna@mail.example is a client 030 555 01 23',
      'femke@mail.example is a client null',
      'femke@mail.example works there 030 555 01 23',
      'femke@mail.example works there null',
    ])
  })

  test('a newer link takes the place of the older', async () => {
    await using testServer = await openTestServer(engine)
    const accountId = await withMail(testServer)
    const first = await createPasswordLink(testServer.db, accountId, 'reset', testServer.now)
    const second = await createPasswordLink(testServer.db, accountId, 'reset', testServer.now)
    expect(first).not.toBe(second)
    expect(await link(testServer)).toMatchObject([{ token_hash: await hashToken(second) }])
  })

  test('what fails is tried again later, and not before', async () => {
    await using testServer = await openTestServer(engine)
    await withMail(testServer)
    const send = vi.spyOn(testServer.ports.mail, 'send').mockRejectedValueOnce(new Error('anna@mail.example refused'))
    await deliverOutbox(testServer.ports)
    await deliverOutbox(testServer.ports)
    expect(send).toHaveBeenCalledTimes(1)
    expect(testServer.logged).toMatchObject([{ level: 'error', event: 'mail-failed' }])
    expect(JSON.stringify(testServer.logged)).not.toContain('anna')
    testServer.now = later(testServer.now, 6 * MINUTE)
    await deliverOutbox(testServer.ports)
    expect(await testServer.mails()).toHaveLength(1)
    expect(await waiting(testServer)).toEqual([])
  })

  test.each([
    ['reset', 61 * MINUTE, 0],
    ['reset', 55 * MINUTE, 1],
    ['activation', 73 * 60 * MINUTE, 0],
    ['activation', 71 * 60 * MINUTE, 1],
  ] as const)('a mail of the kind %s that could not be sent for %i ms is sent %i times', async (kind, age, times) => {
    await using testServer = await openTestServer(engine)
    await withMail(testServer, kind)
    testServer.now = later(testServer.now, age)
    await deliverOutbox(testServer.ports)
    expect(await testServer.mails()).toHaveLength(times)
    expect(await waiting(testServer)).toEqual([])
    expect(testServer.logged.filter(({ event }) => event === 'mail-given-up')).toHaveLength(1 - times)
  })

  test('one address that is refused does not hold up the others; a carrier that is down does', async () => {
    await using testServer = await openTestServer(engine)
    for (let number = 0; number < 6; number += 1) {
      const accountId = await account(testServer.db, `client${number}@mail.example`)
      await queueMail(testServer.db, { kind: 'reset', accountId, now: later(testServer.now, number) })
    }
    const send = vi.spyOn(testServer.ports.mail, 'send').mockRejectedValueOnce(new Error('refused'))
    await deliverOutbox(testServer.ports)
    expect(await testServer.mails()).toHaveLength(5)

    testServer.now = later(testServer.now, 6 * MINUTE)
    await deliverOutbox(testServer.ports)
    for (let number = 0; number < 6; number += 1) {
      const accountId = await account(testServer.db, `owner${number}@mail.example`)
      await queueMail(testServer.db, { kind: 'reset', accountId, now: later(testServer.now, number) })
    }
    send.mockReset()
    send.mockRejectedValue(new Error('down'))
    await deliverOutbox(testServer.ports)
    expect(send).toHaveBeenCalledTimes(3)
    expect(await waiting(testServer)).toHaveLength(6)
  })

  test('addresses that are refused wait, each twice as long as before, and keep nobody else waiting', async () => {
    await using testServer = await openTestServer(engine)
    const send = testServer.ports.mail.send
    const tries: string[] = []
    testServer.ports.mail.send = async (mail) => {
      tries.push(mail.to)
      if (mail.to.startsWith('client')) throw new MailRefusedError('451 4.2.1', false)
      await send(mail)
    }
    for (const [number, name] of ['client0', 'client1', 'client2', 'client3', 'owner'].entries()) {
      const accountId = await account(testServer.db, `${name}@mail.example`)
      await queueMail(testServer.db, { kind: 'activation', accountId, now: later(testServer.now, number) })
    }
    await deliverOutbox(testServer.ports)
    expect((await testServer.mails()).map(({ to }) => to)).toEqual(['owner@mail.example'])

    const triedAt: number[] = []
    const start = testServer.now.getTime()
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      tries.length = 0
      testServer.now = new Date(start + minute * MINUTE)
      await deliverOutbox(testServer.ports)
      if (tries.length > 0) triedAt.push(minute)
      expect(tries.length).not.toBe(5)
    }
    expect(triedAt).toEqual([5, 15, 35, 75, 155, 315, 555, 795, 1035, 1275])
    testServer.now = new Date(start + 73 * 60 * MINUTE)
    await deliverOutbox(testServer.ports)
    const givenUp = await testServer.db.selectFrom('given_up_mail').select('reason').execute()
    expect(givenUp.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => '451 4.2.1'))
  })

  test('a link that somebody asked for goes before the invitations of an import', async () => {
    await using testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    const accountId = await account(testServer.db, 'anna@mail.example', { password_hash: null })
    for (let number = 0; number < 50; number += 1) {
      const client = await account(testServer.db, `client${number}@mail.example`, { password_hash: null })
      await queueMail(testServer.db, { kind: 'activation', accountId: client, practiceId: 'a', now: testServer.now })
    }
    await queueMail(testServer.db, { kind: 'activation-asked', accountId, now: later(testServer.now, 1) })
    await queueMail(testServer.db, { kind: 'reset', accountId, now: later(testServer.now, 2) })
    await deliverOutbox(testServer.ports)
    const sent = (await testServer.mails()).map(({ kind, practiceName }) => `${kind} ${practiceName}`)
    expect(sent.slice(0, 3)).toEqual(['activation-asked null', 'reset null', 'activation Praktijk a'])
    expect(sent).toHaveLength(52)
  })

  test('a mail that a clock took a day ahead is not kept by it', async () => {
    await using testServer = await openTestServer(engine)
    await withMail(testServer)
    const send = vi.spyOn(testServer.ports.mail, 'send').mockRejectedValueOnce(new Error('down'))
    testServer.now = later(testServer.now, DAY)
    await deliverOutbox(testServer.ports)
    testServer.now = later(testServer.now, -DAY)
    await deliverOutbox(testServer.ports)
    expect(send).toHaveBeenCalledTimes(2)
    expect(await waiting(testServer)).toEqual([])
  })

  test('a clock that is years ahead of the database’s gives nothing up', async () => {
    await using testServer = await openTestServer(engine)
    const accountId = await account(testServer.db, 'anna@mail.example')
    testServer.now = new Date()
    await queueMail(testServer.db, { kind: 'reset', accountId, now: testServer.now })
    testServer.now = later(testServer.now, 1000 * DAY)
    await deliverOutbox(testServer.ports)
    expect(await testServer.mails()).toHaveLength(1)
  })

  test('calls that overlap send each mail once, also in several processes', { tags: ['database'] }, async () => {
    await using testServer = await openTestServer(engine)
    for (let number = 0; number < 20; number += 1) {
      const accountId = await account(testServer.db, `client${number}@mail.example`)
      await queueMail(testServer.db, { kind: 'reset', accountId, now: testServer.now })
    }
    // Another process is another outbox on the same database.
    const other = { ...testServer.ports, db: testServer.db.withTables() }
    await Promise.all([
      deliverOutbox(testServer.ports),
      deliverOutbox(testServer.ports),
      deliverOutbox(other),
      deliverOutbox(other),
    ])
    const mails = await testServer.mails()
    expect(new Set(mails.map(({ id }) => id)).size).toBe(20)
    expect(mails).toHaveLength(20)
  })

  test('a mail that is queued while others are sent goes with them', async () => {
    await using testServer = await openTestServer(engine)
    const accountId = await withMail(testServer)
    const send = testServer.ports.mail.send
    let isFirst = true
    testServer.ports.mail.send = async (mail) => {
      await send(mail)
      if (!isFirst) return
      isFirst = false
      await queueMail(testServer.db, { kind: 'password-changed', accountId, now: testServer.now })
      void deliverOutbox(testServer.ports)
    }
    await deliverOutbox(testServer.ports)
    expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['activation', 'password-changed'])
  })

  test('never rejects', async () => {
    await using testServer = await openTestServer(engine)
    const broken = new Proxy(testServer.db, {
      get: () => () => {
        throw new Error('gone')
      },
    })
    await deliverOutbox({ ...testServer.ports, db: broken })
    expect(testServer.logged).toMatchObject([{ level: 'error', event: 'outbox-failed' }])
  })
})
