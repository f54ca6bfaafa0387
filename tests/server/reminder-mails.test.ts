import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { PracticeReminderMails, ReminderMails } from '#contract/schemas/reminder-mails.ts'
import { addDays } from '#contract/dates.ts'
import { createApp } from '#server/app.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { MailRejectedError } from '#server/mail/mail-rejected-error.ts'
import { queueDueReminders } from '#server/mail/reminders/queue-due.ts'
import { weekOf } from '#server/mail/reminders/due.ts'
import { StorageError } from '#server/files/store.ts'
import type { Mail, Ports } from '#server/ports.ts'
import { account, client, practice, reminder, staff } from '#harness/builders.ts'
import { PICTURES, pngOf } from './pictures.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

// A date in the past: the real clock of a PostgreSQL database limits the test clock of the server.
const MONDAY = '2025-03-10'
/** Eight in the morning in Amsterdam, in winter. */
const START = new Date(`${MONDAY}T07:00:00.000Z`)

describe('weekOf begins a week on Monday at eight in Amsterdam', () => {
  test.each([
    ['2025-01-06T06:59:59.999Z', '2024-12-30', 6],
    ['2025-01-06T07:00:00.000Z', '2025-01-06', 0],
    ['2025-01-07T06:59:00.000Z', '2025-01-06', 0],
    ['2025-01-07T07:00:00.000Z', '2025-01-06', 1],
    // Daylight saving time began or ended on the Sunday before.
    ['2025-03-31T05:59:59.999Z', '2025-03-24', 6],
    ['2025-03-31T06:00:00.000Z', '2025-03-31', 0],
    ['2025-10-27T06:59:59.999Z', '2025-10-20', 6],
    ['2025-10-27T07:00:00.000Z', '2025-10-27', 0],
  ])('%s is in the week of %s, day %i', (at, monday, day) => {
    expect(weekOf(new Date(at))).toEqual({ monday, day })
  })
})

onEngines('reminder mails', (engine) => {
  const testServer = eachTestServer(engine)
  let sent: { to: string; week: string; mail: Mail }[] = []
  const keep = async (mail: Mail) => void sent.push({ to: mail.to, week: weekOf(testServer.now).monday, mail })

  beforeEach(async () => {
    testServer.now = START
    sent = []
    testServer.ports.mail.send = keep
    await practice(testServer.db, 'a', { name: 'De Waag', phone: '030 555 01 23', reminder_mails: 1 })
  })

  const server = (more: Partial<Ports> = {}): Ports => ({
    ...testServer.ports,
    db: testServer.db.withoutPlugins(),
    ...more,
  })
  const run = async (ports: Ports = testServer.ports) => {
    await queueDueReminders(ports)
    await deliverOutbox(ports)
  }
  const runNextWeek = async () => {
    testServer.advance(WEEK)
    await run()
  }

  interface Owner {
    clientId: string
    accountId: string
  }
  interface OwnerOptions {
    practiceId?: string
    language?: Language
    accountId?: string
  }
  async function owner(name: string, { practiceId = 'a', language = 'nl', accountId }: OwnerOptions = {}) {
    const id = accountId ?? (await account(testServer.db, `${name}@mail.example`, { language }))
    return { clientId: await client(testServer.db, practiceId, { account_id: id, last_name: name }), accountId: id }
  }
  const put = ({ accountId, clientId }: Owner, subscribed: boolean) =>
    testServer.callAs(accountId, 'PUT', `clients/${clientId}/reminder-mails`, { subscribed })
  const choice = ({ accountId, clientId }: Owner) =>
    testServer.readAs<ReminderMails>(accountId, `clients/${clientId}/reminder-mails`)
  /** Creates an owner who subscribed a week ago. */
  async function subscribed(name: string, options?: OwnerOptions) {
    testServer.advance(-WEEK)
    const made = await owner(name, options)
    await testServer.ok(put(made, true))
    testServer.advance(WEEK)
    return made
  }
  const due = (clientId: string, date: string, description = 'Vaccinatie', patientName = 'Bella') => {
    const uuid = crypto.randomUUID()
    const data = JSON.stringify({ uuid, date, active: true, description, patientName })
    return reminder(testServer.db, clientId, { uuid, date, data })
  }
  async function subscribedAndDue(name: string, options?: OwnerOptions, date = MONDAY) {
    const made = await subscribed(name, options)
    await due(made.clientId, date)
    return made
  }
  const kindsWaiting = async () => (await testServer.rows('outbox')).map(({ kind }) => kind)
  const accessLog = async () => {
    const rows = await testServer.db.selectFrom('audit').select(['action', 'account_id']).orderBy('id').execute()
    return rows.map(({ action, account_id: by }) => `${action} ${by === null ? 'by nobody' : 'by somebody'}`)
  }

  test(
    'are sent once a week to each owner with due reminders, even by three servers',
    { tags: ['database'] },
    async () => {
      const WEEKS = 6
      const names = ['anna', 'bas', 'cas']
      for (const name of names) {
        const { clientId } = await subscribed(name)
        for (let week = 0; week < WEEKS + 2; week += 1) await due(clientId, addDays(MONDAY, 7 * week + 3))
      }
      await subscribed('nothing-due')
      await due((await owner('unsubscribed')).clientId, addDays(MONDAY, 3))

      for (let week = 0; week < WEEKS; week += 1) {
        const monday = START.getTime() + week * WEEK
        const ahead = server({ clock: () => new Date(testServer.now.getTime() + 5000) })
        const behind = server({ clock: () => new Date(testServer.now.getTime() - 5000) })
        testServer.now = new Date(monday - 2 * HOUR)
        await Promise.all([run(ahead), run(behind)])
        testServer.now = new Date(monday + HOUR)
        if (week % 3 === 0) {
          const killed = new AbortController()
          const send = () => (killed.abort(), Promise.reject(new Error('killed')))
          await run(server({ stopping: killed.signal, mail: { send } }))
        }
        await Promise.all([run(ahead), run(server()), run(behind)])
        for (const after of [6 * MINUTE, DAY, 5 * DAY]) {
          testServer.now = new Date(monday + HOUR + after)
          await Promise.all([run(ahead), run(behind), run(server())])
        }
      }
      const all = Array.from({ length: WEEKS }, (_, week) => addDays(MONDAY, 7 * week))
      for (const name of names)
        expect(sent.filter(({ to }) => to === `${name}@mail.example`).map(({ week }) => week)).toEqual(all)
      const count = names.length * WEEKS
      expect([sent.length, new Set(sent.map(({ mail }) => mail.id)).size]).toEqual([count, count])
      expect(await kindsWaiting()).toEqual([])
      const counts = testServer.db.selectFrom('reminder_mail_count').select(['week', 'sent']).orderBy('week')
      expect(await counts.execute()).toEqual(all.map((week) => ({ week, sent: names.length })))
    },
  )

  test('are queued once by three servers after another server stopped midway', { tags: ['database'] }, async () => {
    const addresses = Array.from({ length: 130 }, (_, index) => `o${index}@mail.example`)
    for (const address of addresses) {
      const account_id = await account(testServer.db, address)
      const client_uuid = await client(testServer.db, 'a', { account_id })
      await due(client_uuid, addDays(MONDAY, 2))
      const subscription = { client_uuid, account_id, subscribed_at: START.toISOString(), week: '2025-03-03' }
      await testServer.db.insertInto('reminder_subscription').values(subscription).execute()
    }
    let looks = 0
    const stopping = {
      ...new AbortController().signal,
      get aborted() {
        return (looks += 1) > 1
      },
    }
    await queueDueReminders(server({ stopping }))
    expect(await kindsWaiting()).toHaveLength(100)
    await Promise.all([1, 2, 3].map(() => queueDueReminders(server())))
    await Promise.all([1, 2, 3].map(() => deliverOutbox(server())))
    expect(sent.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
  })

  test('are queued only while the outbox is short', async () => {
    for (const name of ['anna', 'bas']) await subscribedAndDue(name)
    await queueDueReminders(testServer.ports, { maxWaiting: 0 })
    expect(await kindsWaiting()).toEqual([])
    await queueDueReminders(testServer.ports, { maxWaiting: 1 })
    expect(await kindsWaiting()).toHaveLength(2)
  })

  test('list a reminder once when due and once when overdue', async () => {
    const { clientId } = await subscribed('anna')
    const day = addDays(MONDAY, 15)
    const uuid = await due(clientId, day)
    await due(clientId, addDays(MONDAY, -60), 'Ontworming')
    const weekly = async (weeks: number) => {
      sent = []
      for (let week = 0; week < weeks; week += 1) {
        await run()
        testServer.advance(WEEK)
      }
      return sent.map(({ week, mail }) => [
        week,
        ...mail.digest!.reminders.map(({ date, late, what }) => `${what} ${date}${late ? ' late' : ''}`),
      ])
    }
    const change = (columns: object) =>
      testServer.db.updateTable('reminder').set(columns).where('uuid', '=', uuid).execute()
    expect(await weekly(6)).toEqual([
      [addDays(MONDAY, 7), `Vaccinatie ${day}`],
      [addDays(MONDAY, 21), `Vaccinatie ${day} late`],
    ])
    const next = addDays(MONDAY, 50)
    await change({ date: next })
    expect(await weekly(1)).toEqual([[addDays(MONDAY, 42), `Vaccinatie ${next}`]])
    await change({ active: 0 })
    expect(await weekly(3)).toEqual([])
  })

  test('list reminders from eight weeks ago to two weeks ahead', async () => {
    const { clientId, accountId } = await subscribed('anna', { language: 'en' })
    await due(clientId, addDays(MONDAY, -57), 'Gone')
    await due(clientId, addDays(MONDAY, -56), 'Oldest')
    await due(clientId, MONDAY, 'Today', '')
    await due(clientId, addDays(MONDAY, 14), 'Latest')
    await due(clientId, addDays(MONDAY, 15), 'Not yet')
    await run()
    expect(sent[0]!.mail).toMatchObject({
      kind: 'reminders',
      to: 'anna@mail.example',
      language: 'en',
      isToStaff: false,
      practiceName: 'De Waag',
      practicePhone: '030 555 01 23',
      link: null,
      digest: {
        reminders: [
          { date: addDays(MONDAY, -56), late: true, animal: 'Bella', what: 'Oldest' },
          { date: MONDAY, late: false, animal: null, what: 'Today' },
          { date: addDays(MONDAY, 14), late: false, animal: 'Bella', what: 'Latest' },
        ],
        more: 0,
        unsubscribeUrl: expect.stringContaining(`http://portal.test/files/unsubscribe/${clientId}/${accountId}/`),
      },
    })
  })

  test('list at most twenty reminders and the number of others', async () => {
    const { clientId } = await subscribed('anna')
    for (let number = 0; number < 23; number += 1) await due(clientId, addDays(MONDAY, 1))
    await run()
    const { reminders, more } = sent[0]!.mail.digest!
    expect([reminders.length, more]).toEqual([20, 3])
  })

  describe('contain a logo that', () => {
    async function logosOf(kind: 'png' | 'jpg' | 'webp', picture: Uint8Array = PICTURES[kind]) {
      const key = `${crypto.randomUUID()}.${kind}`
      await testServer.ports.files.put(key, picture)
      await testServer.db.insertInto('file').values({ key, created_at: START.toISOString() }).execute()
      const logo = { logo_url: `/files/${key}` }
      await testServer.db.updateTable('practice').set(logo).execute()
      for (const name of ['anna', 'bas']) await subscribedAndDue(name)
      await run()
      return sent.map(({ mail }) => mail.logo && [mail.logo.type, mail.logo.bytes.length > 0])
    }
    // Each line has filter byte 0 and random pixels, which do not compress.
    const randomBytes = () => [0, ...crypto.getRandomValues(new Uint8Array(4 * 300))]
    const heavy = () =>
      pngOf({ width: 300, height: 250, lines: Uint8Array.from(Array.from({ length: 250 }, randomBytes).flat()) })

    test.each([
      ['png', PICTURES.png, ['image/png', true]],
      ['jpg', PICTURES.jpg, ['image/jpeg', true]],
      ['webp', PICTURES.webp, undefined],
      ['png', heavy(), undefined],
    ] as const)('as %s is read once, and is sent if mail programs support it', async (kind, bytes, logo) => {
      const read = vi.spyOn(testServer.ports.files, 'get')
      expect(await logosOf(kind, bytes)).toEqual([logo, logo])
      expect(read.mock.calls.length).toBeLessThanOrEqual(1)
    })

    test('is omitted if reading it fails', async () => {
      vi.spyOn(testServer.ports.files, 'get').mockRejectedValueOnce(new StorageError('down'))
      expect(await logosOf('png')).toEqual([undefined, ['image/png', true]])
    })
  })

  test('are subscribed to per practice', async () => {
    await practice(testServer.db, 'b', { name: 'De Linde', reminder_mails: 1 })
    const { accountId } = await subscribedAndDue('anna')
    const second = await subscribedAndDue('anna', { practiceId: 'b', accountId })
    await put(second, false)
    await run()
    testServer.advance(WEEK)
    await put(second, true)
    await run()
    await runNextWeek()
    expect(sent.map(({ week, mail }) => [week, mail.practiceName])).toEqual([
      [MONDAY, 'De Waag'],
      [addDays(MONDAY, 7), 'De Waag'],
      [addDays(MONDAY, 14), 'De Linde'],
    ])
  })

  test('are sent once in a week despite unsubscribing and subscribing again', async () => {
    const subscriber = await subscribedAndDue('anna')
    await run()
    await put(subscriber, false)
    await put(subscriber, true)
    testServer.advance(HOUR)
    await run()
    expect(sent).toHaveLength(1)
    await runNextWeek()
    expect(sent).toHaveLength(2)
  })

  test('wait for the next week if no server ran before Thursday', async () => {
    await subscribedAndDue('anna', {}, addDays(MONDAY, 1))
    testServer.advance(3 * DAY)
    await run()
    expect(sent).toEqual([])
    testServer.advance(4 * DAY)
    await run()
    expect(sent.map(({ mail }) => mail.digest!.reminders)).toMatchObject([[{ late: true }]])
  })

  test('continue after the clock was a year ahead', async () => {
    await subscribedAndDue('anna')
    await testServer.db.updateTable('reminder_subscription').set({ week: '2026-03-09' }).execute()
    await run()
    expect(sent).toHaveLength(1)
  })

  describe('are not sent', () => {
    let subscriber: Owner = { clientId: '', accountId: '' }
    beforeEach(async () => void (subscriber = await subscribedAndDue('anna')))
    const set = (table: 'client' | 'practice' | 'reminder', columns: object) => () =>
      testServer.db.updateTable(table).set(columns).execute()
    const remove = (path: () => string) => async () => {
      const admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      await testServer.ok(testServer.callAs(admin, 'DELETE', path()))
    }
    const changeOwner = async () => set('client', { account_id: await account(testServer.db, 'piet@mail.example') })()
    // Admins get a mail when all clients are removed, so this kind is ignored.
    const reminders = (kinds: string[]) => kinds.filter((kind) => kind !== 'admin-change')

    test.each<[string, () => Promise<unknown>]>([
      ['the client is locked', set('client', { locked: 1 })],
      ['the practice is locked', set('practice', { locked: 1 })],
      ['the practice has disabled reminder mails', set('practice', { reminder_mails: 0 })],
      ['the client was removed', remove(() => `clients/${subscriber.clientId}`)],
      ['all clients were removed', remove(() => 'practice/a/clients')],
      ['the client has another owner', changeOwner],
      ['the owner has unsubscribed', () => put(subscriber, false)],
      ['the reminder is done', set('reminder', { active: 0 })],
    ])('once %s, even if already queued', async (_, change) => {
      await queueDueReminders(testServer.ports)
      expect(await kindsWaiting()).toEqual(['reminders'])
      await change()
      await deliverOutbox(testServer.ports)
      expect(reminders([...(await kindsWaiting()), ...sent.map(({ mail }) => mail.kind)])).toEqual([])
      testServer.advance(WEEK)
      await queueDueReminders(testServer.ports)
      expect(reminders(await kindsWaiting())).toEqual([])
    })

    test('to an e-mail address with a stored rejection', async () => {
      const send = vi.spyOn(testServer.ports.mail, 'send').mockRejectedValue(new MailRejectedError('550 5.1.1', true))
      const reasons = async () => (await testServer.rows('given_up_mail')).map(({ reason }) => reason)
      await run()
      expect(await reasons()).toEqual(['550 5.1.1'])
      await runNextWeek()
      expect(send).toHaveBeenCalledTimes(1)
      await testServer.db.deleteFrom('given_up_mail').execute()
      send.mockRejectedValue(new Error('down'))
      await runNextWeek()
      testServer.advance(4 * DAY)
      await deliverOutbox(testServer.ports)
      expect(await reasons()).toEqual(['not sent in time'])
      testServer.advance(3 * DAY)
      send.mockImplementation(keep)
      await due(subscriber.clientId, weekOf(testServer.now).monday)
      await run()
      expect(sent).toHaveLength(1)
    })
  })

  test('are sent after requested links', async () => {
    await subscribedAndDue('anna')
    await queueDueReminders(testServer.ports)
    testServer.advance(MINUTE)
    const account_id = await account(testServer.db, 'new@mail.example', { password_hash: null })
    const mail = { account_id, created_at: testServer.now.toISOString() }
    await testServer.db
      .insertInto('outbox')
      .values([
        { ...mail, id: 'activation', kind: 'activation', practice_id: 'a' },
        { ...mail, id: 'reset', kind: 'reset', practice_id: null },
      ])
      .execute()
    await deliverOutbox(testServer.ports)
    expect(sent.map(({ mail: { kind } }) => kind)).toEqual(['reset', 'activation', 'reminders'])
  })

  describe('the subscription of an owner', () => {
    test('preserves its date when chosen again', async () => {
      const subscriber = await owner('anna')
      const none = { offered: true, subscribed: false }
      expect(await choice(subscriber)).toEqual(none)
      for (const _ of [1, 2]) {
        await testServer.ok(put(subscriber, true))
        testServer.advance(HOUR)
      }
      expect(await choice(subscriber)).toEqual({ offered: true, subscribed: true, since: START.toISOString() })
      for (const _ of [1, 2]) await testServer.ok(put(subscriber, false))
      expect(await choice(subscriber)).toEqual(none)
      expect(await accessLog()).toEqual(['reminder-mails-on by somebody', 'reminder-mails-off by somebody'])
    })

    test('can be ended but not started if the practice sends no reminder mails', async () => {
      const subscriber = await owner('anna')
      await put(subscriber, true)
      await testServer.db.updateTable('practice').set({ reminder_mails: 0 }).execute()
      expect(await choice(subscriber)).toMatchObject({ offered: false, subscribed: true })
      for (const [wanted, outcome] of [
        [true, '409 conflict'],
        [false, '204'],
        [true, '409 conflict'],
      ] as const)
        expect(await outcomeOf(put(subscriber, wanted))).toBe(outcome)
    })
  })

  describe('the unsubscribe link', () => {
    async function mailed(language: Language = 'nl') {
      const subscriber = await subscribedAndDue('anna', { language })
      await run()
      return { subscriber, url: sent[0]!.mail.digest!.unsubscribeUrl }
    }
    const fetch = (url: string, method = 'GET') => testServer.fetch(new Request(url, { method }))
    const statusOf = async (url: string, method?: string) => (await fetch(url, method)).status
    const isSubscribed = async (subscriber: Owner) => (await choice(subscriber)).subscribed

    test('only asks for confirmation when opened', async () => {
      const { subscriber, url } = await mailed()
      const opened = await fetch(url)
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
      expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'")
      const page = await opened.text()
      for (const part of ['<html lang="nl">', 'Herinneringen van De Waag', '<button>Afmelden</button>'])
        expect(page).toContain(part)
      expect(await statusOf(url, 'HEAD')).toBe(200)
      expect(await isSubscribed(subscriber)).toBe(true)
    })

    test('unsubscribes by one POST without a session', async () => {
      const { subscriber, url } = await mailed('en')
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      const done = await testServer.fetch(new Request(url, { method: 'POST', body }))
      expect(done.status).toBe(200)
      expect(await done.text()).toContain('You will get no more reminders from De Waag by e-mail.')
      expect(await isSubscribed(subscriber)).toBe(false)
      expect(await statusOf(url, 'POST')).toBe(200)
      expect(await accessLog()).toEqual(['reminder-mails-on by somebody', 'reminder-mails-off by nobody'])
      const page = await (await fetch(url)).text()
      expect(page).toContain('href="http://portal.test"')
      expect(page).not.toContain('<button>')
      await due(subscriber.clientId, addDays(MONDAY, 8))
      await runNextWeek()
      expect(sent).toHaveLength(1)
    })

    test('ends a later subscription too, even with a full disk', async () => {
      const { subscriber, url } = await mailed()
      await put(subscriber, false)
      await put(subscriber, true)
      const full = createApp({ ...testServer.ports, isFull: async () => true })
      expect((await full.fetch(new Request(url, { method: 'POST' }))).status).toBe(200)
      expect(await isSubscribed(subscriber)).toBe(false)
    })

    test('returns 404 for another owner or a wrong signature', async () => {
      const { subscriber, url } = await mailed()
      const other = await subscribed('piet')
      for (const wrong of [
        url.replace(subscriber.clientId, other.clientId),
        url.replace(subscriber.accountId, other.accountId),
        url.replace(/[^/]+$/, 'A'.repeat(43)),
      ])
        expect([await statusOf(wrong), await statusOf(wrong, 'POST')]).toEqual([404, 404])
      expect([await isSubscribed(subscriber), await isSubscribed(other)]).toEqual([true, true])
    })

    test('does not affect the subscription of a later owner of the client', async () => {
      const { subscriber, url } = await mailed()
      const accountId = await account(testServer.db, 'piet@mail.example')
      await testServer.db.updateTable('client').set({ account_id: accountId }).execute()
      const next = { clientId: subscriber.clientId, accountId }
      await testServer.ok(put(next, true))
      expect(await statusOf(url, 'POST')).toBe(200)
      expect(await isSubscribed(next)).toBe(true)
    })
  })

  describe('the reminder settings of a practice', () => {
    let staffId = ''
    beforeEach(async () => void (staffId = await staff(testServer.db, 'a', 'staff@a.example')))
    const state = () => testServer.readAs<PracticeReminderMails>(staffId, 'practice/a/reminder-mails')
    const change = (enabled: boolean) =>
      testServer.ok(testServer.callAs(staffId, 'PUT', 'practice/a/reminder-mails', { enabled }))

    test('are off for a new practice', async () => {
      await practice(testServer.db, 'new')
      const newcomer = await staff(testServer.db, 'new', 'staff@new.example')
      const none = { enabled: false, subscribers: 0, sent: 0, givenUp: { count: 0, latest: [] } }
      expect(await testServer.readAs(newcomer, 'practice/new/reminder-mails')).toEqual(none)
      for (const enabled of [false, false, true]) {
        await change(enabled)
        expect(await state()).toMatchObject({ enabled })
      }
      const entry = { action: 'practice-changed', details: JSON.stringify({ fields: ['reminderMails'] }) }
      expect(await testServer.rows('audit')).toMatchObject([entry, entry])
    })

    test('count subscribers, sent mails and rejected e-mail addresses of four weeks', async () => {
      const anna = await subscribedAndDue('anna')
      for (const name of ['bas', 'cas']) await subscribedAndDue(name)
      await subscribed('idle')
      testServer.ports.mail.send = async (mail) => {
        if (mail.to.startsWith('cas')) throw new MailRejectedError('550 5.1.1', true)
        await keep(mail)
      }
      await run()
      testServer.advance(DAY)
      expect(await state()).toMatchObject({
        enabled: true,
        subscribers: 4,
        latest: { week: MONDAY, sent: 2 },
        sent: 2,
        givenUp: { count: 1, latest: [{ client: { name: 'cas' } }] },
      })
      await due(anna.clientId, addDays(MONDAY, 22))
      testServer.advance(20 * DAY)
      await run()
      const latest = { week: addDays(MONDAY, 21), sent: 2 }
      expect(await state()).toMatchObject({ latest, sent: 4 })
      testServer.advance(WEEK)
      expect(await state()).toMatchObject({ latest, sent: 2, givenUp: { count: 0 } })
    })
  })
})
