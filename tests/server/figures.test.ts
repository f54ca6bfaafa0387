import { beforeEach, expect, test } from 'vitest'
import type { PracticeFigures } from '#contract/schemas/figures.ts'
import { isFormer } from '#contract/patient.ts'
import { REMINDER_STATUSES, REMINDER_TYPES } from '#contract/reminder.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { addDays } from '#contract/dates.ts'
import { account, client, patient, practice, reminder, request, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'
import { recordMonthStarts } from '#server/figures/month-starts.ts'
import { createRandom } from '#server/demo/random.ts'

const DAY_MS = 86_400_000
const TODAY = '2026-06-15'
/** A free text that resembles fields of a record, with an unpaired surrogate. */
const TRAP = 'Zie "completedDate":"2026-01-01", "status":"DONE", "deceasedDate":"2026-01-01" en "active":false \ud83d'

onEngines('figures of a practice', (engine) => {
  const testServer = eachTestServer(engine)
  let admin: string
  let token: string

  beforeEach(async () => {
    await practice(testServer.db, 'a', { reminder_mails: 1 })
    await practice(testServer.db, 'b', { reminder_mails: 1 })
    admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    token = await testServer.signIn(admin)
  })

  const fetchFigures = (search = '') => testServer.call('GET', `practice/a/figures${search}`, { token })
  const figures = (search?: string) => testServer.ok<PracticeFigures>(fetchFigures(search))

  test('are zero for a new practice', async () => {
    expect(await figures()).toEqual({
      from: '2025-06-15',
      until: TODAY,
      reminders: [],
      requests: [],
      animals: { alive: 0, planned: 0, without: 0 },
      clients: { mailed: 0, activated: 0, invited: 0, notInvited: 0, locked: 0, withEmail: 0, withoutEmail: 0 },
      monthStarts: [],
    })
  })

  test('are compared with counts from the start of this month and of last month', async () => {
    const owner = await client(testServer.db, 'a', { registered: 1, activation: 'activated' })
    const countOn = async (day: string) => {
      testServer.now = new Date(`${day}T10:00:00Z`)
      await recordMonthStarts(testServer.ports, testServer.now)
      token = await testServer.signIn(admin)
      return (await figures()).monthStarts
    }
    const start = { animals: 0, clients: 1, users: 1, invited: 0 }
    expect(await countOn(TODAY)).toEqual([{ day: TODAY, ...start }])
    await patient(testServer.db, owner, 'Bram')
    expect(await countOn('2026-06-30')).toEqual([{ day: TODAY, ...start }])
    const july = { day: '2026-07-01', ...start, animals: 1 }
    expect(await countOn('2026-07-01')).toEqual([july, { day: TODAY, ...start }])
    expect(await countOn('2026-08-02')).toEqual([{ ...july, day: '2026-08-02' }, july])
    expect(await testServer.rows('month_start')).toHaveLength(4)
  })

  test('count reminders by the number of days until they were done', async () => {
    const of = await client(testServer.db, 'a')
    const due = async (date: string, fields: Partial<Reminder>) => {
      const data = { uuid: '', date, active: false, description: TRAP, type: 'DENTAL', ...fields }
      await reminder(testServer.db, of, { date, data: JSON.stringify(data) })
    }
    const date = '2026-01-10'
    for (const days of [-40, 30, 31, 90, 91]) await due(date, { completedDate: addDays(date, days) })
    for (const status of ['DONE', 'CANCELLED', 'EXPIRED'] as const) await due(date, { status })
    for (const days of [-91, -90, 0, 1]) await due(addDays(TODAY, days), {})
    expect((await figures()).reminders).toEqual([
      { type: 'DENTAL', due: 10, doneIn30: 2, doneIn90: 4, done: 6, pending: 2 },
    ])
    expect(await figures(`?from=${TODAY}&until=2030-01-01`)).toMatchObject({
      until: TODAY,
      reminders: [{ type: 'DENTAL', due: 1, doneIn30: 0, doneIn90: 0, done: 0, pending: 1 }],
    })
  })

  test.each(['?from=2026-02-30', '?until=x', '?from=2026-03-02&until=2026-03-01'])(
    'reject the period %s',
    async (search) => {
      expect((await fetchFigures(search)).status).toBe(400)
      expect((await fetchFigures('?from=2026-03-01&until=2026-03-01')).status).toBe(200)
    },
  )

  test('match an independent count of random records', async () => {
    const random = createRandom(27)
    const counted = { reminders: new Map<string, number[]>(), alive: 0, planned: 0, without: 0 }
    const from = '2025-09-01'
    const until = '2026-06-12'
    for (let number = 0; number < 120; number += 1) {
      const isOurs = random.chance(0.8)
      const owner = await client(testServer.db, isOurs ? 'a' : 'b')
      for (let animals = random.int(0, 3); animals > 0; animals -= 1) {
        const state = {
          ...(random.chance(0.2) && { deceasedDate: '2025-12-24' }),
          ...(random.chance(0.3) && { deceasedDate: null }),
          ...(random.chance(0.5) && { active: random.chance(0.7) }),
        }
        const fields = { alerts: TRAP, ...state } as Parameters<typeof patient>[4]
        const animal = await patient(testServer.db, owner, 'Bram', undefined, fields)
        const reminders = Array.from({ length: random.int(0, 3) }, (): Reminder => {
          const date = addDays(TODAY, random.int(-500, 60))
          return {
            uuid: crypto.randomUUID(),
            date,
            active: random.chance(0.5),
            description: TRAP,
            patientUuid: animal,
            ...(random.chance(0.9) && { type: random.pick(REMINDER_TYPES) }),
            ...(random.chance(0.8) && { status: random.pick(REMINDER_STATUSES) }),
            ...(random.chance(0.4) && { completedDate: addDays(date, random.int(-20, 120)) }),
          }
        })
        for (const record of reminders) {
          const { uuid, date, active } = record
          const columns = { uuid, date, active: active ? 1 : 0, patient_uuid: animal } as const
          await reminder(testServer.db, owner, { ...columns, data: JSON.stringify(record) })
        }
        if (!isOurs) continue
        if (!isFormer(state)) {
          counted.alive += 1
          counted.planned += Number(reminders.some(({ active }) => active))
          counted.without += Number(reminders.length === 0)
        }
        for (const { date, type = 'OTHER', status, completedDate } of reminders) {
          if (date < from || date > until || status === 'CANCELLED') continue
          const late = completedDate ? (Date.parse(completedDate) - Date.parse(date)) / 86_400_000 : Infinity
          const isDone = completedDate !== undefined || status === 'DONE'
          if (!isDone && isFormer(state)) continue
          const isLate = (Date.parse(TODAY) - Date.parse(date)) / 86_400_000 > 90
          const row = [true, late <= 30, late <= 90, isDone, !isDone && !isLate].map(Number)
          const sums = counted.reminders.get(type) ?? row.map(() => 0)
          const next = sums.map((sum, index) => sum + (row[index] ?? 0))
          counted.reminders.set(type, next)
        }
      }
    }
    const { reminders, animals } = await figures(`?from=${from}&until=${until}`)
    const { alive, planned, without } = counted
    expect(animals).toEqual({ alive, planned, without })
    expect(alive).toBeGreaterThan(planned + without)
    const expected = REMINDER_TYPES.filter((type) => counted.reminders.has(type)).map((type) => {
      const [due, doneIn30, doneIn90, done, pending] = counted.reminders.get(type)!
      return { type, due, doneIn30, doneIn90, done, pending }
    })
    expect(reminders).toEqual(expected)
  })

  test('contain the distribution of waiting times of requests', async () => {
    const owner = await account(testServer.db, 'owner@mail.example')
    const clients = {
      a: await client(testServer.db, 'a', { account_id: owner }),
      b: await client(testServer.db, 'b', { account_id: owner }),
    }
    const random = createRandom(4)
    const waits = new Map<string, { sent: number; seen: number[]; answered: number[] }>()
    for (let number = 0; number < 150; number += 1) {
      const practiceId = random.chance(0.8) ? 'a' : 'b'
      const kind = random.pick(['QUESTION', 'APPOINTMENT', 'DETAILS'] as const)
      const sentAt = Date.parse('2026-04-01T00:00:00Z') + random.int(-3 * DAY_MS, 33 * DAY_MS)
      const [seen, closed] = [random.int(0, 300), random.int(300, 5000)]
      const state = random.pick(['sent', 'seen', 'answered', 'declined', 'withdrawn'] as const)
      const after = (minutes: number) => new Date(sentAt + minutes * 60_000).toISOString()
      await request(testServer.db, {
        clientId: clients[practiceId],
        accountId: owner,
        kind,
        state,
        sent_at: after(0),
        seen_at: state === 'sent' ? null : after(seen),
        closed_at: state === 'sent' || state === 'seen' ? null : after(closed),
      })
      const isInPeriod = after(0) >= '2026-04-01' && after(0) < '2026-05-01'
      if (practiceId === 'b' || !isInPeriod) continue
      const of = waits.get(kind) ?? { sent: 0, seen: [], answered: [] }
      of.sent += 1
      if (state !== 'sent') of.seen.push(seen)
      if (state === 'answered' || state === 'declined') of.answered.push(closed)
      waits.set(kind, of)
    }
    const ranked = (minutes: number[]) => {
      const sorted = minutes.toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]
      return { count: sorted.length, median: at(0.5), most: at(0.9) }
    }
    const { requests } = await figures('?from=2026-04-01&until=2026-04-30')
    expect(requests).toEqual(
      (['APPOINTMENT', 'QUESTION', 'DETAILS'] as const).map((kind) => {
        const { sent, seen, answered } = waits.get(kind)!
        return { kind, sent, seen: ranked(seen), answered: ranked(answered) }
      }),
    )
  })

  test('count each client once, by how the practice can contact the client', async () => {
    let number = 0
    const add = async (columns: Parameters<typeof client>[2], { subscribed = false, practiceId = 'a' } = {}) => {
      number += 1
      const owner = await account(testServer.db, `owner-${number}@mail.example`)
      const isRegistered = columns?.registered !== 0
      const uuid = await client(testServer.db, practiceId, { ...(isRegistered && { account_id: owner }), ...columns })
      if (!subscribed) return
      const since = { subscribed_at: '2026-01-01T00:00:00.000Z', week: '2026-01-05' }
      const subscription = { client_uuid: uuid, account_id: owner, ...since }
      await testServer.db.insertInto('reminder_subscription').values(subscription).execute()
    }
    const [mailed, ofB] = [{ subscribed: true }, { practiceId: 'b' }]
    for (const [columns, more] of [
      [{}, mailed],
      [{}, mailed],
      [{}],
      [{ activation: 'invited' }],
      [{ activation: 'not-invited' }],
      [{ activation: 'failed' }],
      [{ activation: 'failed' }],
      [{ locked: 1 }, mailed],
      [{ registered: 0, email: 'a@mail.example' }],
      [{ registered: 0, email: 'b@mail.example' }],
      [{ registered: 0, email: 'c@mail.example' }],
      [{ registered: 0, email: null }],
      [{}, { ...mailed, ...ofB }],
      [{ registered: 0, email: null }, ofB],
    ] as const)
      await add(columns, more)
    const clients = { mailed: 2, activated: 1, invited: 3, notInvited: 1, locked: 1, withEmail: 3, withoutEmail: 1 }
    expect((await figures()).clients).toEqual(clients)
    await testServer.db.updateTable('practice').set({ reminder_mails: 0 }).where('id', '=', 'a').execute()
    expect((await figures()).clients).toEqual({ ...clients, mailed: 0, activated: 3 })
  })
})
