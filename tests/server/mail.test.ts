import { describe, expect, test, vi } from 'vitest'
import type { Mail } from '#server/ports.ts'
import { deliverOutbox, queueMail } from '#server/mail/outbox.ts'
import { createPasswordLink, hashToken } from '#server/mail/password-link.ts'
import { account, practice, staff } from '#testing/builders.ts'
import { engines, type House, openHouse } from '#testing/test-server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const later = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

async function withMail(house: House, kind: Mail['kind'] = 'activation') {
  const accountId = await account(house.db, 'anna@mail.example', { language: 'en' })
  await practice(house.db, 'de-krekel', { name: 'De Krekel', phone: '030 555 01 23' })
  await queueMail(house.db, { kind, accountId, practiceId: 'de-krekel', now: house.now })
  return accountId
}

const waiting = (house: House) => house.db.selectFrom('outbox').selectAll().execute()
const link = (house: House) => house.db.selectFrom('password_link').selectAll().execute()

describe.each(engines)('the outbox on %s', (engine) => {
  test.each([
    ['activation', 14 * DAY],
    ['reset', 30 * MINUTE],
  ] as const)('makes the link of a mail of the kind %s when it is sent', async (kind, lifetime) => {
    await using house = await openHouse(engine)
    const accountId = await withMail(house, kind)
    expect(await link(house)).toEqual([])
    await deliverOutbox(house.ports)

    const [mail, ...others] = await house.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind, to: 'anna@mail.example', language: 'en', practiceName: 'De Krekel' })
    const token = new URL(mail!.link!).searchParams.get('token')!
    expect(mail!.link).toBe(`http://portal.test/auth/reset-password?token=${token}#username=anna%40mail.example`)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await link(house)).toEqual([
      {
        account_id: accountId,
        token_hash: await hashToken(token),
        expires_at: later(house.now, lifetime).toISOString(),
      },
    ])
    expect(await waiting(house)).toEqual([])
  })

  test.each(['access', 'password-changed'] as const)('a mail of the kind %s has no link of its own', async (kind) => {
    await using house = await openHouse(engine)
    await withMail(house, kind)
    await deliverOutbox(house.ports)
    expect(await house.mails()).toMatchObject([{ kind, link: null }])
    expect(await link(house)).toEqual([])
  })

  test('it knows the practice, and whether it is to somebody who works there', async () => {
    await using house = await openHouse(engine)
    await withMail(house)
    await practice(house.db, 'de-waag')
    const accountId = await staff(house.db, 'de-krekel', 'femke@mail.example')
    for (const practiceId of ['de-krekel', null, 'de-waag'])
      await queueMail(house.db, { kind: 'activation', accountId, practiceId, now: house.now })
    await deliverOutbox(house.ports)
    const told = (await house.mails()).map(
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
    await using house = await openHouse(engine)
    const accountId = await withMail(house)
    const first = await createPasswordLink(house.db, accountId, 'reset', house.now)
    const second = await createPasswordLink(house.db, accountId, 'reset', house.now)
    expect(first).not.toBe(second)
    expect(await link(house)).toMatchObject([{ token_hash: await hashToken(second) }])
  })

  test('what fails is tried again later, and not before', async () => {
    await using house = await openHouse(engine)
    await withMail(house)
    const send = vi.spyOn(house.ports.mail, 'send').mockRejectedValueOnce(new Error('anna@mail.example refused'))
    await deliverOutbox(house.ports)
    await deliverOutbox(house.ports)
    expect(send).toHaveBeenCalledTimes(1)
    expect(house.logged).toMatchObject([{ level: 'error', event: 'mail-failed' }])
    expect(JSON.stringify(house.logged)).not.toContain('anna')
    house.now = later(house.now, 6 * MINUTE)
    await deliverOutbox(house.ports)
    expect(await house.mails()).toHaveLength(1)
    expect(await waiting(house)).toEqual([])
  })

  test.each([
    ['reset', 61 * MINUTE, 0],
    ['reset', 55 * MINUTE, 1],
    ['activation', 73 * 60 * MINUTE, 0],
    ['activation', 71 * 60 * MINUTE, 1],
  ] as const)('a mail of the kind %s that could not be sent for %i ms is sent %i times', async (kind, age, times) => {
    await using house = await openHouse(engine)
    await withMail(house, kind)
    house.now = later(house.now, age)
    await deliverOutbox(house.ports)
    expect(await house.mails()).toHaveLength(times)
    expect(await waiting(house)).toEqual([])
    expect(house.logged.filter(({ event }) => event === 'mail-given-up')).toHaveLength(1 - times)
  })

  test('one address that is refused does not hold up the others; a carrier that is down does', async () => {
    await using house = await openHouse(engine)
    for (let number = 0; number < 6; number += 1) {
      const accountId = await account(house.db, `client${number}@mail.example`)
      await queueMail(house.db, { kind: 'reset', accountId, now: later(house.now, number) })
    }
    const send = vi.spyOn(house.ports.mail, 'send').mockRejectedValueOnce(new Error('refused'))
    await deliverOutbox(house.ports)
    expect(await house.mails()).toHaveLength(5)

    house.now = later(house.now, 6 * MINUTE)
    await deliverOutbox(house.ports)
    for (let number = 0; number < 6; number += 1) {
      const accountId = await account(house.db, `owner${number}@mail.example`)
      await queueMail(house.db, { kind: 'reset', accountId, now: later(house.now, number) })
    }
    send.mockReset()
    send.mockRejectedValue(new Error('down'))
    await deliverOutbox(house.ports)
    expect(send).toHaveBeenCalledTimes(3)
    expect(await waiting(house)).toHaveLength(6)
  })

  test('calls that overlap send each mail once, also in several processes', async () => {
    await using house = await openHouse(engine)
    for (let number = 0; number < 20; number += 1) {
      const accountId = await account(house.db, `client${number}@mail.example`)
      await queueMail(house.db, { kind: 'reset', accountId, now: house.now })
    }
    // Another process is another outbox on the same database.
    const other = { ...house.ports, db: house.db.withTables() }
    await Promise.all([
      deliverOutbox(house.ports),
      deliverOutbox(house.ports),
      deliverOutbox(other),
      deliverOutbox(other),
    ])
    const mails = await house.mails()
    expect(new Set(mails.map(({ id }) => id)).size).toBe(20)
    expect(mails).toHaveLength(20)
  })

  test('a mail that is queued while others are sent goes with them', async () => {
    await using house = await openHouse(engine)
    const accountId = await withMail(house)
    const send = house.ports.mail.send
    let isFirst = true
    house.ports.mail.send = async (mail) => {
      await send(mail)
      if (!isFirst) return
      isFirst = false
      await queueMail(house.db, { kind: 'password-changed', accountId, now: house.now })
      void deliverOutbox(house.ports)
    }
    await deliverOutbox(house.ports)
    expect((await house.mails()).map(({ kind }) => kind)).toEqual(['activation', 'password-changed'])
  })

  test('never rejects', async () => {
    await using house = await openHouse(engine)
    const broken = new Proxy(house.db, {
      get: () => () => {
        throw new Error('gone')
      },
    })
    await deliverOutbox({ ...house.ports, db: broken })
    expect(house.logged).toMatchObject([{ level: 'error', event: 'outbox-failed' }])
  })
})
