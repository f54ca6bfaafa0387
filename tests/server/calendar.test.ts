import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCalendarAddresses } from '#server/calendar/address.ts'
import { deleteAbandonedEvents } from '#server/calendar/feed.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { appointmentColumns } from '#server/import/appointment-columns.ts'
import { APPOINTMENT, account, appointment, client, patient, practice, reminder, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const DAY_MS = 86_400_000

// The clock of the tests stands at 15 June 2026.
onEngines('the calendar of an owner', (engine) => {
  const testServer = eachTestServer(engine)
  let clientId: string
  let ownerId: string
  let owner: string

  beforeEach(async () => {
    await practice(testServer.db, 'a', { name: 'De Waag', phone: '030 555 01 23' })
    ownerId = await account(testServer.db, 'jan@mail.example')
    clientId = await client(testServer.db, 'a', { account_id: ownerId })
    owner = await testServer.signIn(ownerId)
  })

  const call = (method: string, token = owner) => testServer.call(method, `clients/${clientId}/calendar`, { token })
  const urlOf = async (answer: Response) => ((await answer.json()) as { url?: string }).url
  const subscribe = async () => (await urlOf(await call('POST')))!
  const fetch = (url: string, headers: Record<string, string> = {}) => testServer.fetch(new Request(url, { headers }))

  async function eventsAt(url: string) {
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
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

  test('has an address once it is asked for: another one each time, and none when it ends', async () => {
    expect(await (await call('GET')).json()).toEqual({})
    const first = await subscribe()
    expect(new URL(first).origin).toBe('http://portal.test')
    expect(await urlOf(await call('GET'))).toBe(first)
    expect((await fetch(first)).status).toBe(200)

    const second = await subscribe()
    expect(second).not.toBe(first)
    expect((await fetch(first)).status).toBe(404)
    expect((await fetch(second)).status).toBe(200)

    expect((await call('DELETE')).status).toBe(204)
    expect((await fetch(second)).status).toBe(404)
    expect(await (await call('GET')).json()).toEqual({})
  })

  test('forgets what was published with its address, and what went with the account once nothing brings that back', async () => {
    await reminder(testServer.db, clientId)
    const published = () => testServer.db.selectFrom('calendar_event').select('uuid').execute()
    await eventsAt(await subscribe())
    expect(await published()).toHaveLength(1)
    const next = await subscribe()
    expect(await published()).toEqual([])
    await eventsAt(next)
    expect((await call('DELETE')).status).toBe(204)
    expect(await published()).toEqual([])

    await eventsAt(await subscribe())
    await deleteAbandonedEvents(testServer.ports)
    expect(await published()).toHaveLength(1)
    // As with its account.
    await testServer.db.deleteFrom('calendar_feed').execute()
    await deleteAbandonedEvents(testServer.ports)
    expect(await published()).toEqual([])
  })

  test('is told to no member of staff', async () => {
    await subscribe()
    const token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
    for (const method of ['GET', 'POST', 'DELETE']) expect((await call(method, token)).status).toBe(403)
    expect(await urlOf(await call('GET'))).toBeDefined()
  })

  test('is what calendars take, in the language of the owner, and comes without a session', async () => {
    await reminder(testServer.db, clientId, { date: '2026-07-01' })
    const answer = await fetch(await subscribe())
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain('NAME:Herinneringen van De Waag\r\n')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n')
    await testServer.db.updateTable('account').set({ language: 'en' }).execute()
    expect(await (await fetch((await urlOf(await call('GET')))!)).text()).toContain('NAME:Reminders from De Waag\r\n')
  })

  test('is not sent again to who has it, until something in it changes', async () => {
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

  test('keeps the UID of an event through a year with growing revisions, and drops it when it is done', async () => {
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
      // And twice, in which nothing changed.
      await look()
    }
    await update(other, { active: 0 })
    const kept = { uid: `${uuid}@dierenportaal`, status: 'CONFIRMED', summary: 'Bella: Vaccinatie 12' }
    expect(await look()).toMatchObject([kept])
    expect(seen.size).toBe(2)
    for (const sequences of seen.values()) expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(new Set(seen.get(`${uuid}@dierenportaal`)).size).toBe(13)

    // Done by mistake, and open again: sequence 1 was the revision without the event.
    await update(other, { active: 1 })
    const reopened = { uid: `${other}@dierenportaal`, status: 'CONFIRMED', sequence: 2 }
    expect(await look()).toContainEqual(expect.objectContaining(reopened))
  })

  test('has appointments instead of their reminders, with a revision when one is moved or cancelled', async () => {
    const uuid = await reminder(testServer.db, clientId, { date: '2026-07-01' })
    const bella = await patient(testServer.db, clientId, 'Bella')
    // In the hour that comes twice, the second time.
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
    expect(await (await fetch(url)).text()).toContain('\r\nDTEND:20261025T015000Z\r\n')
    expect(await eventsAt(url)).toEqual([first])
    await change({ start: '2027-03-28T03:10:00+02:00' })
    expect(await eventsAt(url)).toEqual([{ ...event, sequence: 1, day: '2027-03-28T01:10:00Z' }])
    await change({ start: '2027-03-28T03:10:00+02:00', preparation: 'Nuchter' })
    const last = { ...event, sequence: 2, day: '2027-03-28T01:10:00Z' }
    expect(await eventsAt(url)).toEqual([last])
    await change({ start: '2027-03-28T03:10:00+02:00', preparation: 'Nuchter', status: 'CANCELLED' })
    const back = {
      uid: `${uuid}@dierenportaal`,
      sequence: 0,
      summary: 'Vaccinatie',
      day: '2026-07-01',
      status: 'CONFIRMED',
    }
    expect(await eventsAt(url)).toEqual([back, { ...last, sequence: 3, status: 'CANCELLED' }])
    await change({})
    expect(await eventsAt(url)).toEqual([{ ...first, sequence: 4 }])
    await call('DELETE')
    expect(await testServer.db.selectFrom('calendar_appointment').select('uuid').execute()).toEqual([])
  })

  test('has a cancelled appointment for a week, also when the practice gets another telephone number', async () => {
    const booked = await appointment(testServer.db, clientId, { start: '2026-09-01T09:00:00+02:00' })
    const url = await subscribe()
    expect(await eventsAt(url)).toMatchObject([{ status: 'CONFIRMED', sequence: 0 }])
    const cancelled = { ...APPOINTMENT, uuid: booked, start: '2026-09-01T09:00:00+02:00', status: 'CANCELLED' as const }
    await testServer.db.updateTable('appointment').set(appointmentColumns(cancelled)).execute()
    expect(await eventsAt(url)).toMatchObject([{ status: 'CANCELLED', sequence: 1 }])
    testServer.advance(6 * DAY_MS)
    await testServer.db.updateTable('practice').set({ phone: '030 555 99 99' }).execute()
    expect(await eventsAt(url)).toMatchObject([{ status: 'CANCELLED', sequence: 1 }])
    testServer.advance(2 * DAY_MS)
    expect(await eventsAt(url)).toEqual([])
  })

  test('drops a deleted reminder at once, and its row a year after it was due', async () => {
    const uuid = await reminder(testServer.db, clientId, { date: '2026-06-20' })
    const url = await subscribe()
    await eventsAt(url)
    await testServer.db.deleteFrom('reminder').where('uuid', '=', uuid).execute()
    testServer.now = new Date('2026-06-25T10:00:00Z')
    expect(await eventsAt(url)).toEqual([])
    const rows = () => testServer.db.selectFrom('calendar_event').select('uuid').execute()
    expect(await rows()).toHaveLength(1)
    testServer.now = new Date('2027-06-28T10:00:00Z')
    expect(await eventsAt(url)).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('is without dates that no calendar can read', async () => {
    await reminder(testServer.db, clientId, { date: '2027-02-30' })
    const last = await reminder(testServer.db, clientId, { date: '9999-12-31' })
    const good = await reminder(testServer.db, clientId, { date: '2027-02-28' })
    const uids = (await eventsAt(await subscribe())).map(({ uid }) => uid)
    expect(uids).toEqual([`${good}@dierenportaal`, `${last}@dierenportaal`])
  })

  test('of a herd with more than one statement takes is whole', async () => {
    const uuids = await Promise.all(
      Array.from({ length: 2100 }, (_, index) =>
        reminder(testServer.db, clientId, { date: `2027-01-${String((index % 28) + 1).padStart(2, '0')}` }),
      ),
    )
    const url = await subscribe()
    expect(await eventsAt(url)).toHaveLength(2100)
    await testServer.db.deleteFrom('reminder').execute()
    expect(await eventsAt(url)).toEqual([])
    const rows = await testServer.db.selectFrom('calendar_event').select('uuid').where('cancelled', '=', 1).execute()
    expect(new Set(rows.map(({ uuid }) => uuid))).toEqual(new Set(uuids))
  })

  test('holds nothing of another client', async () => {
    const otherId = await client(testServer.db, 'a', { account_id: await account(testServer.db, 'piet@mail.example') })
    await reminder(testServer.db, otherId, { date: '2026-07-01' })
    const mine = await reminder(testServer.db, clientId, { date: '2026-07-02' })
    expect((await eventsAt(await subscribe())).map(({ uid }) => uid)).toEqual([`${mine}@dierenportaal`])
  })

  describe('is closed', () => {
    test.each<[string, () => Promise<unknown>, number]>([
      ['to a client who is locked', () => testServer.db.updateTable('client').set({ locked: 1 }).execute(), 403],
      ['where the practice is locked', () => testServer.db.updateTable('practice').set({ locked: 1 }).execute(), 403],
      [
        'once the client is off the portal',
        () => testServer.db.updateTable('client').set({ registered: 0, account_id: null }).execute(),
        404,
      ],
      [
        'once the client is somebody else’s',
        async () => {
          const next = await account(testServer.db, 'piet@mail.example')
          await testServer.db.updateTable('client').set({ account_id: next }).execute()
        },
        404,
      ],
    ])('%s', async (_, change, status) => {
      const url = await subscribe()
      expect((await fetch(url)).status).toBe(200)
      await change()
      expect((await fetch(url)).status).toBe(status)
    })

    test('at an address that is not as it was made', async () => {
      const url = await subscribe()
      const [, id, signature] = /calendar\/([^/]+)\/([^/]+)\//.exec(url)!
      expect((await fetch(url.replace(signature!, 'A'.repeat(43)))).status).toBe(404)
      expect((await fetch(url.replace(id!, crypto.randomUUID()))).status).toBe(404)
      const secret = new TextEncoder().encode('another secret of the tests, long enough')
      const path = await createCalendarAddresses({ ...testServer.ports, secret }).pathOf(id!)
      expect((await fetch(`http://portal.test${path}`)).status).toBe(404)
      expect((await fetch(url)).status).toBe(200)
    })

    test('to who asks more often than any calendar does, for an hour', async () => {
      const url = await subscribe()
      for (let read = 0; read < 120; read++) expect((await fetch(url)).status).toBe(200)
      expect((await fetch(url)).status).toBe(429)
      testServer.advance(3_600_000)
      expect((await fetch(url)).status).toBe(200)
    })
  })
})
