import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { PracticeReminderMails, ReminderMails } from '#contract/reminder-mails.ts'
import { addDays } from '#contract/withdrawal.ts'
import { createApp } from '#server/app.ts'
import { purge } from '#server/purge/purge.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { MailRefusedError } from '#server/mail/refused.ts'
import { queueDueReminders } from '#server/mail/reminders/queue-due.ts'
import { weekOf } from '#server/mail/reminders/week.ts'
import { StorageError } from '#server/files/storage-error.ts'
import type { Mail, Ports } from '#server/ports.ts'
import { account, client, practice, reminder, staff } from '#harness/builders.ts'
import { PICTURES, pngOf } from './pictures.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// In the past: the database's clock, which stands above the server's, is the real one.
const MONDAY = '2025-01-06'
/** At eight in Amsterdam, in winter. */
const START = new Date(`${MONDAY}T07:00:00.000Z`)

describe('a week begins on Monday at eight in Amsterdam', () => {
  test.each([
    ['2025-01-06T06:59:59.999Z', '2024-12-30', 6],
    ['2025-01-06T07:00:00.000Z', '2025-01-06', 0],
    ['2025-01-07T06:59:00.000Z', '2025-01-06', 0],
    ['2025-01-07T07:00:00.000Z', '2025-01-06', 1],
    // The clock has gone forward and back on the Sunday before.
    ['2025-03-31T05:59:59.999Z', '2025-03-24', 6],
    ['2025-03-31T06:00:00.000Z', '2025-03-31', 0],
    ['2025-10-27T06:59:59.999Z', '2025-10-20', 6],
    ['2025-10-27T07:00:00.000Z', '2025-10-27', 0],
  ])('%s is in that of %s, day %i', (at, monday, day) => {
    expect(weekOf(new Date(at))).toEqual({ monday, day })
  })
})

onEngines('mails of what is due', (engine) => {
  let testServer: TestServer
  let sent: { to: string; at: Date; mail: Mail }[]

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    testServer.now = START
    sent = []
    testServer.ports.mail.send = async (mail) => void sent.push({ to: mail.to, at: testServer.now, mail })
    await practice(testServer.db, 'a', { name: 'De Waag', phone: '030 555 01 23', reminder_mails: 1 })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = (milliseconds: number) => (testServer.now = new Date(testServer.now.getTime() + milliseconds))
  /** On the same database, and knowing nothing of the others. */
  const server = (more: Partial<Ports> = {}): Ports => ({
    ...testServer.ports,
    db: testServer.db.withoutPlugins(),
    ...more,
  })
  const run = async (ports: Ports = testServer.ports) => {
    await queueDueReminders(ports)
    await deliverOutbox(ports)
  }

  interface Owner {
    clientId: string
    accountId: string
  }
  interface Asked {
    practiceId?: string
    language?: Language
    accountId?: string
  }
  async function owner(name: string, { practiceId = 'a', language = 'nl', accountId = '' }: Asked = {}) {
    const id = accountId || (await account(testServer.db, `${name}@mail.example`, { language }))
    const clientId = await client(testServer.db, practiceId, { account_id: id, last_name: name })
    return { clientId, accountId: id }
  }
  const path = ({ clientId }: Owner) => `clients/${clientId}/reminder-mails`
  const put = async (asked: Owner, subscribed: unknown) => {
    const token = await testServer.signIn(asked.accountId)
    return await testServer.call('PUT', path(asked), { token, body: { subscribed } })
  }
  const choice = async (asked: Owner) => {
    const token = await testServer.signIn(asked.accountId)
    return (await (await testServer.call('GET', path(asked), { token })).json()) as ReminderMails
  }
  /** Asked for in the week before. */
  async function subscribed(name: string, options?: Asked) {
    const now = testServer.now
    testServer.now = new Date(now.getTime() - 7 * DAY)
    const made = await owner(name, options)
    expect((await put(made, true)).status).toBe(204)
    testServer.now = now
    return made
  }
  const due = (clientId: string, date: string, description = 'Vaccinatie', patientName = 'Bella') => {
    const uuid = crypto.randomUUID()
    const data = JSON.stringify({ uuid, date, active: true, description, patientName })
    return reminder(testServer.db, clientId, { uuid, date, data })
  }
  const trail = async () =>
    (await testServer.db.selectFrom('audit').select(['action', 'account_id']).orderBy('id').execute()).map(
      ({ action, account_id: by }) => `${action} ${by === null ? 'by nobody' : 'by somebody'}`,
    )

  // A year has its clocks put forward and back and its odd weeks, which are the same to both engines.
  const WEEKS = engine === 'sqlite' ? 52 : 8

  test(
    `${WEEKS} weeks, three servers: who has care due gets one a week, never two, however they stop and start`,
    { tags: ['database'] },
    async () => {
      const names = ['anna', 'bas', 'cas', 'dirk', 'emma']
      for (const name of names) {
        const { clientId } = await subscribed(name)
        for (let week = 0; week < WEEKS + 2; week += 1) await due(clientId, addDays(MONDAY, 7 * week + 3))
      }
      await subscribed('nothing-due')
      const unasked = await owner('unasked')
      await due(unasked.clientId, addDays(MONDAY, 3))

      for (let week = 0; week < WEEKS; week += 1) {
        const monday = START.getTime() + week * 7 * DAY
        const killed = new AbortController()
        const ahead = server({ clock: () => new Date(testServer.now.getTime() + 5000) })
        const behind = server({ clock: () => new Date(testServer.now.getTime() - 5000) })
        // It dies between looking after them and sending.
        const dying = server({
          stopping: killed.signal,
          mail: { send: () => (killed.abort(), Promise.reject(new Error('killed'))) },
        })
        testServer.now = new Date(monday - 2 * HOUR)
        await Promise.all([run(ahead), run(behind)])
        testServer.now = new Date(monday + HOUR)
        if (week % 3 === 0) await run(dying)
        await Promise.all([run(ahead), run(server()), run(behind)])
        for (const after of [6 * MINUTE, DAY, 2 * DAY, 3 * DAY, 5 * DAY]) {
          testServer.now = new Date(monday + HOUR + after)
          await Promise.all([run(ahead), run(behind), run(server())])
        }
      }
      const weeks = (address: string) =>
        sent.filter(({ to }) => to === `${address}@mail.example`).map(({ at }) => weekOf(at).monday)
      const all = Array.from({ length: WEEKS }, (_, week) => addDays(MONDAY, 7 * week))
      for (const name of names) expect(weeks(name)).toEqual(all)
      expect(sent).toHaveLength(5 * WEEKS)
      expect(new Set(sent.map(({ mail }) => mail.id)).size).toBe(5 * WEEKS)
      expect(await testServer.db.selectFrom('outbox').selectAll().execute()).toEqual([])
      const counts = await testServer.db
        .selectFrom('reminder_mail_count')
        .select(['week', 'sent'])
        .orderBy('week')
        .execute()
      expect(counts).toEqual(all.map((week) => ({ week, sent: 5 })))
    },
  )

  test(
    'of many owners each gets one, where three servers look at once and one stops after its first batch',
    { tags: ['database'] },
    async () => {
      const rows = Array.from({ length: 260 }, (_, index) => ({ id: crypto.randomUUID(), name: `o${index}` }))
      for (const { id, name } of rows) {
        await account(testServer.db, `${name}@mail.example`, { id })
        const clientId = await client(testServer.db, 'a', { account_id: id })
        await due(clientId, addDays(MONDAY, 2))
        await testServer.db
          .insertInto('reminder_subscription')
          .values({ client_uuid: clientId, account_id: id, subscribed_at: START.toISOString(), week: '2024-12-30' })
          .execute()
      }
      let looks = 0
      const stopping = {
        ...new AbortController().signal,
        get aborted() {
          return (looks += 1) > 1
        },
      }
      await queueDueReminders(server({ stopping }))
      expect(await testServer.db.selectFrom('outbox').select('id').execute()).toHaveLength(100)
      await Promise.all([1, 2, 3].map(() => queueDueReminders(server())))
      await Promise.all([1, 2, 3].map(() => deliverOutbox(server())))
      expect(sent.map(({ to }) => to).toSorted()).toEqual(rows.map(({ name }) => `${name}@mail.example`).toSorted())
    },
  )

  test('no more wait than are quickly looked through: the others come when those are sent', async () => {
    for (const name of ['anna', 'bas']) await due((await subscribed(name)).clientId, MONDAY)
    await queueDueReminders(testServer.ports, { mostWaiting: 0 })
    expect(await testServer.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    await queueDueReminders(testServer.ports, { mostWaiting: 1 })
    expect(await testServer.db.selectFrom('outbox').selectAll().execute()).toHaveLength(2)
  })

  test('is told once when it is coming and once when it is late, and again on another day', async () => {
    const { clientId } = await subscribed('anna')
    const uuid = await due(clientId, addDays(MONDAY, 15))
    await due(clientId, addDays(MONDAY, -60), 'Ontworming')
    const weekly = async (weeks: number) => {
      sent = []
      for (let week = 0; week < weeks; week += 1) {
        await run()
        later(7 * DAY)
      }
      return sent.map(({ at, mail }) => [
        weekOf(at).monday,
        ...mail.digest!.reminders.map(({ date, late, what }) => `${what} ${date}${late ? ' late' : ''}`),
      ])
    }
    const day = addDays(MONDAY, 15)
    expect(await weekly(6)).toEqual([
      [addDays(MONDAY, 7), `Vaccinatie ${day}`],
      [addDays(MONDAY, 21), `Vaccinatie ${day} late`],
    ])
    const next = addDays(MONDAY, 50)
    await testServer.db.updateTable('reminder').set({ date: next }).where('uuid', '=', uuid).execute()
    expect(await weekly(1)).toEqual([[addDays(MONDAY, 42), `Vaccinatie ${next}`]])
    await testServer.db.updateTable('reminder').set({ active: 0 }).where('uuid', '=', uuid).execute()
    expect(await weekly(3)).toEqual([])
  })

  test('tells all that is due, in the language of the owner, without what is not yet or long since', async () => {
    const { clientId, accountId } = await subscribed('anna', { language: 'en' })
    await due(clientId, addDays(MONDAY, -57), 'Gone')
    await due(clientId, addDays(MONDAY, -56), 'Oldest')
    await due(clientId, MONDAY, 'Today', '')
    await due(clientId, addDays(MONDAY, 14), 'Latest')
    await due(clientId, addDays(MONDAY, 15), 'Not yet')
    await run()
    const { mail } = sent[0]!
    expect(mail).toMatchObject({
      kind: 'reminders',
      to: 'anna@mail.example',
      language: 'en',
      isToStaff: false,
      practiceName: 'De Waag',
      practicePhone: '030 555 01 23',
      link: null,
    })
    expect(mail.digest!.reminders).toEqual([
      { date: addDays(MONDAY, -56), late: true, animal: 'Bella', what: 'Oldest' },
      { date: MONDAY, late: false, animal: null, what: 'Today' },
      { date: addDays(MONDAY, 14), late: false, animal: 'Bella', what: 'Latest' },
    ])
    expect(mail.digest!.more).toBe(0)
    expect(mail.digest!.unsubscribeUrl).toMatch(`http://portal.test/files/unsubscribe/${clientId}/${accountId}/`)
  })

  describe('brings the logo of the practice', () => {
    async function mailedWith(kind: 'png' | 'jpg' | 'webp', picture: Uint8Array = PICTURES[kind]) {
      const key = `${crypto.randomUUID()}.${kind}`
      await testServer.ports.files.put(key, picture)
      await testServer.db.insertInto('file').values({ key, created_at: START.toISOString() }).execute()
      await testServer.db
        .updateTable('practice')
        .set({ logo_url: `/files/${key}` })
        .execute()
      for (const name of ['anna', 'bas']) await due((await subscribed(name)).clientId, MONDAY)
      await run()
      expect(sent).toHaveLength(2)
      return sent.map(({ mail }) => mail.digest!.logo)
    }

    test.each([
      ['png', 'image/png'],
      ['jpg', 'image/jpeg'],
    ] as const)('that is a %s', async (kind, type) => {
      const read = vi.spyOn(testServer.ports.files, 'get')
      for (const logo of await mailedWith(kind)) {
        expect(logo!.type).toBe(type)
        expect(logo!.bytes.length).toBeGreaterThan(0)
      }
      expect(read).toHaveBeenCalledTimes(1)
    })

    test('not one that few mail programs show', async () => {
      expect(await mailedWith('webp')).toEqual([undefined, undefined])
    })

    test('not one that weighs too much', async () => {
      // A byte of filter, none, and then what does not compress.
      const line = () => [0, ...crypto.getRandomValues(new Uint8Array(4 * 300))]
      const heavy = pngOf({ width: 300, height: 250, lines: Uint8Array.from(Array.from({ length: 250 }, line).flat()) })
      expect(await mailedWith('png', heavy)).toEqual([undefined, undefined])
    })

    test('not one that cannot be read now: the mail goes without it', async () => {
      vi.spyOn(testServer.ports.files, 'get').mockRejectedValueOnce(new StorageError('down'))
      const [first, second] = await mailedWith('png')
      expect(first).toBeUndefined()
      expect(second).toBeDefined()
    })
  })

  test('of a herd lists twenty, and counts the others', async () => {
    const { clientId } = await subscribed('anna')
    for (let number = 0; number < 23; number += 1) await due(clientId, addDays(MONDAY, 1))
    await run()
    expect(sent[0]!.mail.digest!.reminders).toHaveLength(20)
    expect(sent[0]!.mail.digest!.more).toBe(3)
  })

  test('of two clinics, each as it was asked for there', async () => {
    await practice(testServer.db, 'b', { name: 'De Linde', reminder_mails: 1 })
    const first = await subscribed('anna')
    const second = await subscribed('anna', { practiceId: 'b', accountId: first.accountId })
    for (const { clientId } of [first, second]) await due(clientId, MONDAY)
    await put(second, false)
    await run()
    later(7 * DAY)
    await put(second, true)
    await run()
    later(7 * DAY)
    await run()
    expect(sent.map(({ at, mail }) => [weekOf(at).monday, mail.practiceName])).toEqual([
      [MONDAY, 'De Waag'],
      [addDays(MONDAY, 7), 'De Waag'],
      [addDays(MONDAY, 14), 'De Linde'],
    ])
  })

  test('who switches it off and on again gets no second one in the week', async () => {
    const asked = await subscribed('anna')
    await due(asked.clientId, MONDAY)
    await run()
    await put(asked, false)
    await put(asked, true)
    later(HOUR)
    await run()
    expect(sent).toHaveLength(1)
    later(7 * DAY)
    await run()
    expect(sent).toHaveLength(2)
  })

  test('where no server ran early in the week, comes with the next', async () => {
    const { clientId } = await subscribed('anna')
    await due(clientId, addDays(MONDAY, 1))
    later(3 * DAY)
    await run()
    expect(sent).toEqual([])
    later(4 * DAY)
    await run()
    expect(sent.map(({ mail }) => mail.digest!.reminders)).toMatchObject([[{ late: true }]])
  })

  test('a clock that was a year ahead for a moment silences nobody', async () => {
    const { clientId } = await subscribed('anna')
    await due(clientId, MONDAY)
    await testServer.db.updateTable('reminder_subscription').set({ week: '2026-01-05' }).execute()
    await run()
    expect(sent).toHaveLength(1)
  })

  describe('is not sent', () => {
    let asked: Owner
    beforeEach(async () => {
      asked = await subscribed('anna')
      await due(asked.clientId, MONDAY)
    })
    const set = (table: 'client' | 'practice', columns: object) => () =>
      testServer.db.updateTable(table).set(columns).execute()
    const remove = async () => {
      const token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
      expect((await testServer.call('DELETE', `clients/${asked.clientId}`, { token })).status).toBe(204)
    }
    const removeAll = async () => {
      const token = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
      expect((await testServer.call('DELETE', 'practice/a/clients', { token })).status).toBe(204)
    }
    const another = async () => {
      const next = await account(testServer.db, 'piet@mail.example')
      await testServer.db.updateTable('client').set({ account_id: next }).execute()
    }
    const CHANGES: [string, () => Promise<unknown>][] = [
      ['to a client who is locked', set('client', { locked: 1 })],
      ['where the practice is locked', set('practice', { locked: 1 })],
      ['where the practice has switched it off', set('practice', { reminder_mails: 0 })],
      ['once the client is off the portal', remove],
      ['once all are', removeAll],
      ['once the client is somebody else’s', another],
      ['to who has switched it off', () => put(asked, false)],
    ]

    // Admins are told by mail that all clients were removed.
    const remindersLeft = () =>
      testServer.db.selectFrom('outbox').selectAll().where('kind', '<>', 'admin-change').execute()

    test.each(CHANGES)('%s', async (_, change) => {
      await change()
      await queueDueReminders(testServer.ports)
      expect(await remindersLeft()).toEqual([])
    })

    test.each(CHANGES)('%s, also where it waits already', async (_, change) => {
      await queueDueReminders(testServer.ports)
      expect(await testServer.db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'reminders' }])
      await change()
      await deliverOutbox(testServer.ports)
      expect(sent.filter(({ mail }) => mail.kind !== 'admin-change')).toEqual([])
      expect(await remindersLeft()).toEqual([])
    })

    test('where what it would tell was done meanwhile', async () => {
      await queueDueReminders(testServer.ports)
      await testServer.db.updateTable('reminder').set({ active: 0 }).execute()
      await deliverOutbox(testServer.ports)
      expect(sent).toEqual([])
    })

    test('to an address that a mail server has refused, for a month; to one it could not be sent to in time it is', async () => {
      const refuse = vi
        .spyOn(testServer.ports.mail, 'send')
        .mockRejectedValueOnce(new MailRefusedError('550 5.1.1', true))
      const weekly = async (weeks: number) => {
        refuse.mockClear()
        for (let week = 0; week < weeks; week += 1) {
          await due(asked.clientId, addDays(weekOf(testServer.now).monday, 1))
          await run()
          for (let hour = 0; hour < 7 * 24; hour += 1) {
            later(HOUR)
            await purge(testServer.ports)
          }
        }
        return refuse.mock.calls.length
      }
      expect(await weekly(5)).toBe(1)
      expect(await weekly(1)).toBe(1)
      await testServer.db.deleteFrom('given_up_mail').execute()
      refuse.mockRejectedValue(new Error('down'))
      await due(asked.clientId, addDays(weekOf(testServer.now).monday, 1))
      await run()
      later(4 * DAY)
      await deliverOutbox(testServer.ports)
      expect(await testServer.db.selectFrom('given_up_mail').select('reason').execute()).toEqual([
        { reason: 'not sent in time' },
      ])
      later(3 * DAY)
      refuse.mockReset()
      refuse.mockImplementation(async (mail) => void sent.push({ to: mail.to, at: testServer.now, mail }))
      sent = []
      await run()
      expect(sent).toHaveLength(1)
    })
  })

  test('keep no link that somebody asked for waiting', async () => {
    await due((await subscribed('anna')).clientId, MONDAY)
    await queueDueReminders(testServer.ports)
    later(MINUTE)
    const invited = await account(testServer.db, 'new@mail.example', { password_hash: null })
    await testServer.db
      .insertInto('outbox')
      .values(
        (['activation', 'reset'] as const).map((kind) => ({
          id: crypto.randomUUID(),
          kind,
          account_id: invited,
          practice_id: kind === 'activation' ? 'a' : null,
          created_at: testServer.now.toISOString(),
        })),
      )
      .execute()
    await deliverOutbox(testServer.ports)
    expect(sent.map(({ mail }) => mail.kind)).toEqual(['reset', 'activation', 'reminders'])
  })

  describe('an owner', () => {
    test('is offered them where the practice sends them, and chooses', async () => {
      const asked = await owner('anna')
      expect(await choice(asked)).toEqual({ offered: true, subscribed: false })
      expect((await put(asked, true)).status).toBe(204)
      expect(await choice(asked)).toEqual({ offered: true, subscribed: true, since: START.toISOString() })
      later(HOUR)
      await put(asked, true)
      expect(await choice(asked)).toMatchObject({ since: START.toISOString() })
      await put(asked, false)
      await put(asked, false)
      expect(await choice(asked)).toEqual({ offered: true, subscribed: false })
      expect(await trail()).toEqual(['reminder-mails-on by somebody', 'reminder-mails-off by somebody'])
    })

    test('cannot begin them where the practice sends none, but can end them', async () => {
      const asked = await owner('anna')
      await put(asked, true)
      await testServer.db.updateTable('practice').set({ reminder_mails: 0 }).execute()
      expect(await choice(asked)).toMatchObject({ offered: false, subscribed: true })
      expect((await put(asked, true)).status).toBe(409)
      expect((await put(asked, false)).status).toBe(204)
      expect((await put(asked, true)).status).toBe(409)
    })

    test.each([undefined, null, 'yes'])('chooses by yes or no, not by %j', async (chosen) => {
      expect((await put(await owner('anna'), chosen)).status).toBe(400)
    })
  })

  describe('the link at the end of a mail', () => {
    async function mailed(language: 'nl' | 'en' = 'nl') {
      const asked = await subscribed('anna', { language })
      await due(asked.clientId, MONDAY)
      await run()
      return { asked, url: sent[0]!.mail.digest!.unsubscribeUrl }
    }
    const fetch = (url: string, method = 'GET', body?: string) =>
      testServer.fetch(
        new Request(url, {
          method,
          ...(body !== undefined && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
        }),
      )

    test('asks when it is opened, and changes nothing', async () => {
      const { asked, url } = await mailed()
      const answer = await fetch(url)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch('text/html')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      const page = await answer.text()
      expect(page).toContain('<html lang="nl">')
      expect(page).toContain('Herinneringen van De Waag')
      expect(page).toContain('<button>Afmelden</button>')
      expect((await fetch(url, 'HEAD')).status).toBe(200)
      expect((await choice(asked)).subscribed).toBe(true)
    })

    test('ends them by one POST, without a session, in the language of the owner', async () => {
      const { asked, url } = await mailed('en')
      const answer = await fetch(url, 'POST', 'List-Unsubscribe=One-Click')
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('You will get no more reminders from De Waag by e-mail.')
      expect((await choice(asked)).subscribed).toBe(false)
      expect((await fetch(url, 'POST')).status).toBe(200)
      expect(await trail()).toEqual(['reminder-mails-on by somebody', 'reminder-mails-off by nobody'])
      const page = await (await fetch(url)).text()
      expect(page).toContain('href="http://portal.test"')
      expect(page).not.toContain('<button>')
      await due(asked.clientId, addDays(MONDAY, 8))
      later(7 * DAY)
      await run()
      expect(sent).toHaveLength(1)
    })

    test('ends those that were asked for again as well', async () => {
      const { asked, url } = await mailed()
      await put(asked, false)
      await put(asked, true)
      expect((await fetch(url, 'POST')).status).toBe(200)
      expect((await choice(asked)).subscribed).toBe(false)
    })

    test('is no link to anybody else’s', async () => {
      const { asked, url } = await mailed()
      const other = await subscribed('piet')
      for (const wrong of [
        url.replace(asked.clientId, other.clientId),
        url.replace(asked.accountId, other.accountId),
        url.replace(/[^/]+$/, 'A'.repeat(43)),
      ]) {
        expect((await fetch(wrong)).status).toBe(404)
        expect((await fetch(wrong, 'POST')).status).toBe(404)
      }
      expect((await choice(asked)).subscribed).toBe(true)
      expect((await choice(other)).subscribed).toBe(true)
    })

    test('works when the client is somebody else’s or gone', async () => {
      const { asked, url } = await mailed()
      const next = await owner('piet', { practiceId: 'a' })
      await testServer.db.updateTable('client').set({ account_id: null }).where('uuid', '=', next.clientId).execute()
      await testServer.db
        .updateTable('client')
        .set({ account_id: next.accountId })
        .where('uuid', '=', asked.clientId)
        .execute()
      const mine = { clientId: asked.clientId, accountId: next.accountId }
      expect((await put(mine, true)).status).toBe(204)
      expect((await fetch(url, 'POST')).status).toBe(200)
      expect((await choice(mine)).subscribed).toBe(true)
    })

    test('works where the disk is full', async () => {
      const { asked, url } = await mailed()
      const full = createApp({ ...testServer.ports, isFull: async () => true })
      expect((await full.fetch(new Request(url, { method: 'POST' }))).status).toBe(200)
      expect((await choice(asked)).subscribed).toBe(false)
    })
  })

  describe('a practice', () => {
    let staffId: string
    beforeEach(async () => void (staffId = await staff(testServer.db, 'a', 'staff@a.example')))
    const call = async (method: string, body?: unknown, accountId = staffId, practiceId = 'a') => {
      const token = await testServer.signIn(accountId)
      return await testServer.call(method, `practice/${practiceId}/reminder-mails`, { token, body })
    }
    const ask = async () => (await (await call('GET')).json()) as PracticeReminderMails
    const change = (enabled: unknown) => call('PUT', { enabled })

    test('sends none until it is switched on, which is noted once', async () => {
      await practice(testServer.db, 'new')
      const answer = await call('GET', undefined, await staff(testServer.db, 'new', 'staff@new.example'), 'new')
      expect(await answer.json()).toEqual({
        enabled: false,
        subscribers: 0,
        sent: 0,
        givenUp: { count: 0, latest: [] },
      })
      expect((await change(false)).status).toBe(204)
      expect(await ask()).toMatchObject({ enabled: false })
      await change(false)
      await change(true)
      expect(await ask()).toMatchObject({ enabled: true })
      const noted = await testServer.db.selectFrom('audit').select(['action', 'details']).execute()
      expect(noted).toEqual(
        [1, 2].map(() => ({ action: 'practice-changed', details: JSON.stringify({ fields: ['reminderMails'] }) })),
      )
      expect((await change('yes')).status).toBe(400)
    })

    test('sees how many get them, how many were sent, and what came back', async () => {
      const anna = await subscribed('anna')
      for (const { clientId } of [anna, await subscribed('bas'), await subscribed('cas')]) await due(clientId, MONDAY)
      await subscribed('idle')
      const send = testServer.ports.mail.send
      testServer.ports.mail.send = async (mail) => {
        if (mail.to.startsWith('cas')) throw new MailRefusedError('550 5.1.1', true)
        await send(mail)
      }
      await run()
      later(DAY)
      expect(await ask()).toMatchObject({
        enabled: true,
        subscribers: 4,
        latest: { week: MONDAY, sent: 2 },
        sent: 2,
        givenUp: { count: 1, latest: [{ client: { name: 'cas' } }] },
      })
      await due(anna.clientId, addDays(MONDAY, 22))
      later(20 * DAY)
      await run()
      expect(await ask()).toMatchObject({ latest: { week: addDays(MONDAY, 21), sent: 2 }, sent: 4 })
      later(7 * DAY)
      expect(await ask()).toMatchObject({
        latest: { week: addDays(MONDAY, 21), sent: 2 },
        sent: 2,
        givenUp: { count: 0 },
      })
    })
  })
})
