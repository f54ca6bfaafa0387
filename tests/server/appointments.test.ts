import { beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { appointmentEnds } from '#server/db/migrations/0062-appointment-ends.ts'
import { account, appointment, client, practice, reminder } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

onEngines('appointments', (engine) => {
  const testServer = eachTestServer(engine)
  let clientId: string
  let other: string
  let token: string

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    const id = await account(testServer.db, 'jan@mail.example')
    clientId = await client(testServer.db, 'a', { account_id: id })
    other = await client(testServer.db, 'a', { registered: 1 })
    token = await testServer.signIn(id)
  })

  const read = <T>(path: string) => testServer.read<Page<T>>(`clients/${clientId}/${path}`, token)
  const starts = async (query: string) => {
    const { content, page } = await read<Appointment>(`appointments?${query}`)
    return [content.map(({ start }) => start), page.totalElements]
  }
  const add = (start: string, fields: Partial<Appointment> = {}) =>
    appointment(testServer.db, clientId, { start, ...fields })

  test('are sorted by instant across time zones', async () => {
    const [over, ongoing, cancelled, done, next] = [
      '2026-06-15T11:30:00+02:00',
      '2026-06-15T11:45:00+02:00',
      '2026-06-15T10:30:00Z',
      '2026-06-15T12:00:00Z',
      '2026-06-16T00:30:00+09:00',
    ] as const
    await add(ongoing)
    await add(over)
    await add(cancelled, { status: 'CANCELLED' })
    await add(next)
    await add(done, { status: 'DONE' })
    await appointment(testServer.db, other, { start: '2026-06-15T13:00:00Z' })
    expect(await starts('sort=date,asc')).toEqual([[over, ongoing, cancelled, done, next], 5])
    expect(await starts('active=true&sort=date,asc')).toEqual([[ongoing, next], 2])
    expect(await starts('active=true&size=1&page=1&sort=date,asc')).toEqual([[next], 2])
    expect(await starts('active=false')).toEqual([[done, cancelled, over], 3])
  })

  test('may end after the year 9999', async () => {
    const both = ['9999-12-31T23:30:00Z', '9999-12-31T23:59:00-12:00'] as const
    await add(both[0], { durationMinutes: 10_080 })
    await add(both[1])
    expect(await starts('active=true&sort=date,asc')).toEqual([both, 2])
    // A former version stored the end with a five-digit year.
    await testServer.db.updateTable('appointment').set({ ends_at: '+010000-01-01T00:30:00.000Z' }).execute()
    expect(await starts('active=true')).toEqual([[], 0])
    await appointmentEnds().up(testServer.db)
    expect(await starts('active=true&sort=date,asc')).toEqual([both, 2])
  })

  test('set `bookedFor` of their reminder to the next date, or to a date in the past week', async () => {
    const uuid = await reminder(testServer.db, clientId, { date: '2026-06-01' })
    const bookedFor = async () => (await read<Reminder>('reminders')).content.map((one) => one.bookedFor)
    const of = { reminderUuid: uuid }
    await add('2026-06-16T09:00:00+02:00', { ...of, status: 'CANCELLED' })
    await add('2026-06-16T09:00:00+02:00')
    await add('2026-06-08T09:00:00Z', of)
    // An appointment of another client that names this reminder does not count.
    await appointment(testServer.db, other, { ...of, start: '2026-06-16T09:00:00Z' })
    expect(await bookedFor()).toEqual([undefined])
    await add('2026-06-09T09:00:00Z', of)
    expect(await bookedFor()).toEqual(['2026-06-09T09:00:00.000Z'])
    await add('2026-08-01T09:00:00+02:00', of)
    expect(await bookedFor()).toEqual(['2026-08-01T07:00:00.000Z'])
    await add('2026-07-01T09:00:00+02:00', of)
    expect(await bookedFor()).toEqual(['2026-07-01T07:00:00.000Z'])
  })
})
