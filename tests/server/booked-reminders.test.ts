import { expect, test } from 'vitest'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { bookAppointment } from '#server/appointments/queries.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createRandom } from '#server/demo/random.ts'
import { loadExport } from '#server/import/load.ts'
import { digestOf } from '#server/mail/reminders/digest.ts'
import { queueDueReminders } from '#server/mail/reminders/queue-due.ts'
import { createUnsubscribeLinks } from '#server/mail/reminders/unsubscribe.ts'
import { account, appointment, client, practice, reminder } from '#harness/builders.ts'
import { type AnyRecord, checked } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const DAY_MS = 86_400_000
// A Monday in the past: the real clock of the database limits the test clock of the server.
const MONDAY = new Date('2025-01-06T07:00:00.000Z')
const after = (days: number) => new Date(MONDAY.getTime() + days * DAY_MS)
const dayAfter = (days: number) => after(days).toISOString().slice(0, 10)

async function subscriber(db: Database, name: string) {
  const accountId = await account(db, `${name}@mail.example`)
  const clientId = await client(db, 'a', { account_id: accountId })
  const subscribed = { subscribed_at: after(-7).toISOString(), week: '2024-12-30' }
  await db
    .insertInto('reminder_subscription')
    .values({ client_uuid: clientId, account_id: accountId, ...subscribed })
    .execute()
  return { accountId, clientId }
}

const described = (uuid: string, date: string) =>
  JSON.stringify({ uuid, date, active: true, description: uuid, patientName: 'Bella' })

/** Queues the mails of a week and returns the reminders in each mail, by account id. */
async function mailsOf({ db, ports }: TestServer): Promise<Map<string, string[]>> {
  await queueDueReminders(ports, { maxWaiting: Infinity })
  const queued = await db.deleteFrom('outbox').where('kind', '=', 'reminders').returning('account_id').execute()
  const links = createUnsubscribeLinks(ports)
  const mails = new Map<string, string[]>()
  for (const { account_id } of queued) {
    const accountId = account_id!
    const options = { accountId, practiceId: 'a', links, publicUrl: '', now: ports.clock() }
    const digest = await digestOf(db, options)
    expect(digest?.more).toBe(0)
    mails.set(accountId, digest?.reminders.map(({ what }) => String(what)).toSorted() ?? [])
  }
  return mails
}

onEngines('a booked reminder', (engine) => {
  test('is omitted from mails until the appointment is cancelled', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    await practice(db, 'a', { reminder_mails: 1 })
    const { accountId, clientId } = await subscriber(db, 'jan')
    const uuid = await reminder(db, clientId, { date: dayAfter(-3) })
    const data = described(uuid, dayAfter(-3))
    await db.updateTable('reminder').set({ data }).execute()
    const week = async (number: number) => {
      testServer.now = after(7 * number)
      return [...(await mailsOf(testServer))]
    }
    expect(await week(0)).toEqual([[accountId, [uuid]]])
    const booked = await appointment(db, clientId, { reminderUuid: uuid, start: after(20).toISOString() })
    expect(await week(1)).toEqual([])
    await db.updateTable('appointment').set({ status: 'CANCELLED' }).where('uuid', '=', booked).execute()
    expect(await week(2)).toEqual([[accountId, [uuid]]])
    expect(await week(3)).toEqual([])
  })
})

const CLIENTS = 100
/** The maximum number of reminders in one mail. */
const OF_EACH = 20
const WEEKS = 4

interface Booked extends Pick<Appointment, 'start' | 'status'> {
  uuid: string
}
interface History {
  uuid: string
  accountId: string
  clientId: string
  /** Due date in days from the first Monday. */
  due: number
  appointments: Booked[]
  /** State in the last mail: 0 not listed, 1 listed as upcoming, 2 listed as overdue. */
  mailed: 0 | 1 | 2
}

test('reminder mails omit exactly the booked reminders in 2,000 random histories', async () => {
  await using testServer = await openTestServer('sqlite')
  const { db } = testServer
  const random = createRandom(27)
  await practice(db, 'a', { reminder_mails: 1 })
  const histories: History[] = []
  for (let number = 0; number < CLIENTS; number += 1) {
    const owner = await subscriber(db, `c${number}`)
    for (let index = 0; index < OF_EACH; index += 1)
      histories.push({ ...owner, uuid: random.uuid(), due: random.int(-50, 60), appointments: [], mailed: 0 })
  }
  for (let from = 0; from < histories.length; from += 1000) {
    const rows = histories.slice(from, from + 1000).map(({ uuid, clientId, due }) => {
      const date = dayAfter(due)
      return { uuid, client_uuid: clientId, date, active: 1 as const, data: described(uuid, date) }
    })
    await db.insertInto('reminder').values(rows).execute()
  }

  for (let week = 0; week < WEEKS; week += 1) {
    testServer.now = after(7 * week)
    const lines = new Map<string, AnyRecord>()
    const responses: [History, Appointment][] = []
    for (const history of histories) {
      if (!random.chance(0.4)) continue
      const { appointments } = history
      const start = () => after(7 * week + random.int(-12, 30)).toISOString()
      const last = appointments.at(-1)
      const what = random.pick(last ? (['book', 'move', 'cancel', 'cancel', 'done'] as const) : (['book'] as const))
      const next: Booked =
        what === 'book' || !last
          ? { uuid: random.uuid(), start: start(), status: random.chance(0.9) ? 'BOOKED' : 'CANCELLED' }
          : what === 'move'
            ? { ...last, start: start(), status: 'BOOKED' }
            : { ...last, status: what === 'done' ? 'DONE' : 'CANCELLED' }
      history.appointments = [...appointments.filter(({ uuid }) => uuid !== next.uuid), next]
      const record = { ...next, durationMinutes: 20, patientUuids: [], reason: 'x', reminderUuid: history.uuid }
      if (random.chance(0.3)) responses.push([history, record])
      else lines.set(next.uuid, { record: 'appointment', clientUuid: history.clientId, ...record })
    }
    const { problems } = await loadExport(db, checked([...lines.values()]), { practiceId: 'a', now: testServer.now })
    expect(problems.first).toEqual([])
    await inTransaction(db, async (trx) => {
      for (const [{ clientId }, made] of responses)
        await bookAppointment(trx, { clientId, requestId: 'r', appointment: made })
    })

    const expected = new Map<string, string[]>()
    const withNews = new Set<string>()
    for (const history of histories) {
      const weekAgo = after(7 * week - 7).toISOString()
      const isBooked = history.appointments.some(({ start, status }) => status === 'BOOKED' && start > weekAgo)
      const days = history.due - 7 * week
      if (isBooked) history.mailed = 0
      if (isBooked || days < -56 || days > 14) continue
      expected.set(history.accountId, [...(expected.get(history.accountId) ?? []), history.uuid])
      const mailCount = days < 0 ? 2 : 1
      if (mailCount > history.mailed) {
        history.mailed = mailCount
        withNews.add(history.accountId)
      }
    }
    const mails = await mailsOf(testServer)
    expect(mails).toEqual(new Map([...mails.keys()].map((key) => [key, expected.get(key)?.toSorted() ?? []])))
    expect([...mails.keys()].toSorted()).toEqual([...withNews].toSorted())
    expect(mails.size).toBeGreaterThan(0)
  }
})
