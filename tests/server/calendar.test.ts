import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCalendarAddresses, deleteAbandonedEvents } from '#server/calendar/feed.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { appointmentColumns } from '#server/import/appointment-columns.ts'
import { APPOINTMENT, account, appointment, client, patient, practice, reminder } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const DAY_MS = 86_400_000

// The test clock is fixed at 15 June 2026.
onEngines('the calendar feed of an owner', (engine) => {
  const testServer = eachTestServer(engine)
  let clientId: string
  let owner: string

  beforeEach(async () => {
    await practice(testServer.db, 'a', { name: 'De Waag', phone: '030 555 01 23' })
    const ownerId = await account(testServer.db, 'jan@mail.example')
    clientId = await client(testServer.db, 'a', { account_id: ownerId })
    owner = await testServer.signIn(ownerId)
  })

  const call = (method: string, token = owner) => testServer.call(method, `clients/${clientId}/calendar`, { token })
  const current = () => testServer.ok<{ url?: string }>(call('GET'))
  const subscribe = async () => (await testServer.ok<{ url: string }>(call('POST'))).url
  const fetch = (url: string, headers: Record<string, string> = {}) => testServer.fetch(new Request(url, { headers }))
  const statusAt = async (url: string) => (await fetch(url)).status

  async function eventsAt(url: string) {
    const response = await fetch(url)
    expect(response.status).toBe(200)
    const calendar = new ICAL.Component(ICAL.parse(await response.text()))
    return calendar.getAllSubcomponents('vevent').map((component) => {
      const { uid, sequence, summary, startDate } = new ICAL.Event(component)
      const status = component.getFirstPropertyValue('status') as string
      return { uid, sequence, summary, day: startDate.toString(), status }
    })
  }
  const update = (uuid: string, set: { date?: string; active?: 0 | 1; data?: string }) =>
    testServer.db.updateTable('reminder').set(set).where('uuid', '=', uuid).execute()
  const put = async (uuid: string, date: string, description: string) =>
    await update(uuid, { date, data: JSON.stringify({ uuid, date, active: true, description, patientName: 'Bella' }) })

  test('has one URL at a time, which a new URL or unsubscribing invalidates', async () => {
    await reminder(testServer.db, clientId)
    const published = async () => (await testServer.rows('calendar_event')).length
    expect(await current()).toEqual({})
    const first = await subscribe()
    expect(new URL(first).origin).toBe('http://portal.test')
    expect(await current()).toEqual({ url: first })
    expect([await statusAt(first), await published()]).toEqual([200, 1])

    const second = await subscribe()
    expect(second).not.toBe(first)
    expect([await published(), await statusAt(first), await statusAt(second), await published()]).toEqual([
      0, 404, 200, 1,
    ])

    expect((await call('DELETE')).status).toBe(204)
    expect([await published(), await statusAt(second)]).toEqual([0, 404])
    expect(await current()).toEqual({})
  })

  test('is deleted when the subscription ends', async () => {
    await reminder(testServer.db, clientId)
    await eventsAt(await subscribe())
    await deleteAbandonedEvents(testServer.ports)
    expect(await testServer.rows('calendar_event')).toHaveLength(1)
    await testServer.db.deleteFrom('calendar_feed').execute()
    await deleteAbandonedEvents(testServer.ports)
    expect(await testServer.rows('calendar_event')).toEqual([])
  })

  test("is an iCalendar file in the owner's language", async () => {
    const url = await subscribe()
    const response = await fetch(url)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('NAME:Herinneringen van De Waag\r\n')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n')
    await testServer.db.updateTable('account').set({ language: 'en' }).execute()
    expect(await (await fetch(url)).text()).toContain('NAME:Reminders from De Waag\r\n')
  })

  test('has an ETag that changes with the content', async () => {
    const uuid = await reminder(testServer.db, clientId, { date: '2026-07-01' })
    const url = await subscribe()
    const tag = (await fetch(url)).headers.get('etag')!
    testServer.advance(40 * DAY_MS)
    const again = await fetch(url, { 'if-none-match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await put(uuid, '2026-08-01', 'Vaccinatie')
    const changed = await fetch(url, { 'if-none-match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
  })

  test('publishes each change of an event under the same UID with a higher sequence', async () => {
    const uuid = await reminder(testServer.db, clientId, { date: '2026-07-01' })
    const other = await reminder(testServer.db, clientId, { date: '2026-12-01' })
    const url = await subscribe()
    const seen = new Map<string, number[]>()
    const look = async () => {
      const events = await eventsAt(url)
      for (const { uid, sequence } of events) seen.set(uid, [...(seen.get(uid) ?? []), sequence])
      return events
    }
    await look()
    for (let month = 1; month <= 12; month++) {
      testServer.advance(30 * DAY_MS)
      await put(uuid, `2026-${String(month).padStart(2, '0')}-15`, `Vaccinatie ${month}`)
      await look()
      await look()
    }
    await update(other, { active: 0 })
    const event = { uid: `${uuid}@dierenportaal`, status: 'CONFIRMED', summary: 'Bella: Vaccinatie 12' }
    expect(await look()).toMatchObject([event])
    expect(seen.size).toBe(2)
    for (const sequences of seen.values()) expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(new Set(seen.get(`${uuid}@dierenportaal`)).size).toBe(13)

    // The reminder is active again. Sequence 1 was the version that cancelled the event.
    await update(other, { active: 1 })
    const reopened = { uid: `${other}@dierenportaal`, status: 'CONFIRMED', sequence: 2 }
    expect(await look()).toContainEqual(expect.objectContaining(reopened))
  })

  test('shows appointments instead of their reminders', async () => {
    const uuid = await reminder(testServer.db, clientId, { date: '2026-07-01' })
    const bella = await patient(testServer.db, clientId, 'Bella')
    // This local time occurs twice that night; the offset +01:00 means the second time.
    const fields = { reminderUuid: uuid, patientUuids: [bella], start: '2026-10-25T02:30:00+01:00', place: 'Stal' }
    const booked = await appointment(testServer.db, clientId, fields)
    await appointment(testServer.db, clientId, { status: 'CANCELLED' })
    const change = (changes: Partial<Appointment>) =>
      testServer.db
        .updateTable('appointment')
        .set(appointmentColumns({ ...APPOINTMENT, uuid: booked, ...fields, ...changes }))
        .where('uuid', '=', booked)
        .execute()
    const url = await subscribe()
    const event = { uid: `${booked}@dierenportaal`, summary: 'Bella: Vaccinatie', status: 'CONFIRMED' }
    const first = { ...event, sequence: 0, day: '2026-10-25T01:30:00Z' }
    expect(await eventsAt(url)).toEqual([first])
    const unfolded = (await (await fetch(url)).text()).replaceAll('\r\n ', '')
    expect(unfolded).toContain('\r\nDTEND:20261025T015000Z\r\n')
    expect(unfolded).toContain(`/client/visits/${booked}`)
    expect(await eventsAt(url)).toEqual([first])
    const moved = { start: '2027-03-28T03:10:00+02:00' }
    const day = '2027-03-28T01:10:00Z'
    await change(moved)
    expect(await eventsAt(url)).toEqual([{ ...event, sequence: 1, day }])
    await change({ ...moved, preparation: 'Nuchter' })
    expect(await eventsAt(url)).toEqual([{ ...event, sequence: 2, day }])
    await change({ ...moved, preparation: 'Nuchter', status: 'CANCELLED' })
    const back = { uid: `${uuid}@dierenportaal`, summary: 'Vaccinatie', day: '2026-07-01', status: 'CONFIRMED' }
    expect(await eventsAt(url)).toEqual([
      { ...back, sequence: 0 },
      { ...event, sequence: 3, day, status: 'CANCELLED' },
    ])
    await change({})
    expect(await eventsAt(url)).toEqual([{ ...first, sequence: 4 }])
    await call('DELETE')
    expect(await testServer.rows('calendar_appointment')).toEqual([])
  })

  test('locates an appointment at its place and the address of the practice, which may change', async () => {
    await appointment(testServer.db, clientId, { start: '2026-09-01T09:00:00+02:00', place: 'Spreekkamer 2' })
    const url = await subscribe()
    const located = async () => {
      const calendar = new ICAL.Component(ICAL.parse(await (await fetch(url)).text()))
      const { location, sequence } = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
      return [location, sequence]
    }
    expect(await located()).toEqual(['Spreekkamer 2', 0])
    await testServer.db.updateTable('practice').set({ address: 'Kade 1, 3512 AB Utrecht' }).execute()
    expect(await located()).toEqual(['Spreekkamer 2, Kade 1, 3512 AB Utrecht', 1])
  })

  test('shows a cancelled appointment for another week', async () => {
    const start = '2026-09-01T09:00:00+02:00'
    const booked = await appointment(testServer.db, clientId, { start })
    const url = await subscribe()
    expect(await eventsAt(url)).toMatchObject([{ status: 'CONFIRMED', sequence: 0 }])
    const cancelled = { ...APPOINTMENT, uuid: booked, start, status: 'CANCELLED' as const }
    await testServer.db.updateTable('appointment').set(appointmentColumns(cancelled)).execute()
    expect(await eventsAt(url)).toMatchObject([{ status: 'CANCELLED', sequence: 1 }])
    testServer.advance(6 * DAY_MS)
    await testServer.db.updateTable('practice').set({ phone: '030 555 99 99' }).execute()
    expect(await eventsAt(url)).toMatchObject([{ status: 'CANCELLED', sequence: 1 }])
    testServer.advance(2 * DAY_MS)
    expect(await eventsAt(url)).toEqual([])
  })

  test('omits a deleted reminder, whose event is deleted a year after the due date', async () => {
    const uuid = await reminder(testServer.db, clientId, { date: '2026-06-20' })
    const url = await subscribe()
    await eventsAt(url)
    await testServer.db.deleteFrom('reminder').where('uuid', '=', uuid).execute()
    testServer.now = new Date('2026-06-25T10:00:00Z')
    expect(await eventsAt(url)).toEqual([])
    expect(await testServer.rows('calendar_event')).toHaveLength(1)
    testServer.now = new Date('2027-06-28T10:00:00Z')
    expect(await eventsAt(url)).toEqual([])
    expect(await testServer.rows('calendar_event')).toEqual([])
  })

  test('omits invalid dates and events of other clients', async () => {
    await reminder(testServer.db, clientId, { date: '2027-02-30' })
    const last = await reminder(testServer.db, clientId, { date: '9999-12-31' })
    const good = await reminder(testServer.db, clientId, { date: '2027-02-28' })
    await reminder(testServer.db, await client(testServer.db, 'a', { registered: 1 }), { date: '2026-07-01' })
    const uids = (await eventsAt(await subscribe())).map(({ uid }) => uid)
    expect(uids).toEqual([`${good}@dierenportaal`, `${last}@dierenportaal`])
  })

  test('includes more reminders than one SQL statement can load', async () => {
    const data = JSON.stringify({ description: 'Vaccinatie' })
    const rows = Array.from({ length: 2100 }, (_, index) => {
      const date = `2027-01-${String((index % 28) + 1).padStart(2, '0')}`
      return { uuid: crypto.randomUUID(), client_uuid: clientId, date, active: 1 as const, data }
    })
    for (const part of [rows.slice(0, 1050), rows.slice(1050)])
      await testServer.db.insertInto('reminder').values(part).execute()
    const url = await subscribe()
    expect(await eventsAt(url)).toHaveLength(2100)
    await testServer.db.deleteFrom('reminder').execute()
    expect(await eventsAt(url)).toEqual([])
    const cancelled = (await testServer.rows('calendar_event')).filter((event) => event.cancelled === 1)
    expect(new Set(cancelled.map(({ uuid }) => uuid))).toEqual(new Set(rows.map(({ uuid }) => uuid)))
  })

  describe('is not served', () => {
    test.each<[string, () => Promise<unknown>, number]>([
      ['to a locked client', () => testServer.db.updateTable('client').set({ locked: 1 }).execute(), 403],
      [
        'to a client of a locked practice',
        () => testServer.db.updateTable('practice').set({ locked: 1 }).execute(),
        403,
      ],
      [
        'to a client who is no longer registered',
        () => testServer.db.updateTable('client').set({ registered: 0, account_id: null }).execute(),
        404,
      ],
      [
        'to a former account of the client',
        async () => {
          const next = await account(testServer.db, 'piet@mail.example')
          await testServer.db.updateTable('client').set({ account_id: next }).execute()
        },
        404,
      ],
    ])('%s', async (_, change, status) => {
      const url = await subscribe()
      expect(await statusAt(url)).toBe(200)
      await change()
      expect(await statusAt(url)).toBe(status)
    })

    test('at a modified URL', async () => {
      const url = await subscribe()
      const [, id, signature] = /calendar\/([^/]+)\/([^/]+)\//.exec(url)!
      expect(await statusAt(url.replace(signature!, 'A'.repeat(43)))).toBe(404)
      expect(await statusAt(url.replace(id!, crypto.randomUUID()))).toBe(404)
      const secret = new TextEncoder().encode('another secret of the tests, long enough')
      const path = await createCalendarAddresses({ ...testServer.ports, secret }).pathOf(id!)
      expect([await statusAt(`http://portal.test${path}`), await statusAt(url)]).toEqual([404, 200])
    })

    test('more than 120 times an hour', async () => {
      const url = await subscribe()
      for (let read = 0; read < 120; read++) expect(await statusAt(url)).toBe(200)
      expect(await statusAt(url)).toBe(429)
      testServer.advance(3_600_000)
      expect(await statusAt(url)).toBe(200)
    })
  })
})
