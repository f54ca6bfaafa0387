import type { Appointment } from '#contract/schemas/appointment.ts'
import type { ExportRecord, ExportRecords } from '#server/import/records.ts'
import type { Days } from './days.ts'
import { type Random, createRandom, nth } from './random.ts'
import { VETERINARIANS } from './records.ts'

type Animal = Pick<ExportRecords['patient'], 'uuid' | 'name'>
type Made = Pick<Appointment, 'start' | 'patientUuids' | 'reason' | 'status'> & Partial<Appointment>

const PREPARATION = 'Geef vanaf 22.00 uur de avond ervoor geen eten meer; water mag.'

/** Separate generator, so that appointments do not change the random values of other records. */
const randomOf = (clientUuid: string) => createRandom(Number.parseInt(clientUuid.slice(0, 8), 16))

const make = (random: Random, clientUuid: string, made: Made): ExportRecord => ({
  record: 'appointment',
  uuid: random.uuid(),
  clientUuid,
  durationMinutes: random.pick([15, 20, 30]),
  veterinarian: random.pick(VETERINARIANS),
  place: `Spreekkamer ${random.int(1, 3)}`,
  ...made,
})

/**
 * Makes appointments of the showcase owner: one for a reminder, one for several animals, a home visit, and past ones.
 */
export function makeOwnAppointments(
  days: Days,
  clientUuid: string,
  { animals, due }: { animals: readonly Animal[]; due: readonly ExportRecords['reminder'][] },
): ExportRecord[] {
  const random = randomOf(clientUuid)
  const uuidsOf = (...indices: number[]) => indices.map((index) => nth(animals, index).uuid)
  const booked = nth(due, 5)
  return [
    make(random, clientUuid, {
      start: `${days(2)}T09:20:00Z`,
      patientUuids: booked.patientUuid ? [booked.patientUuid] : [],
      reason: booked.description,
      preparation: PREPARATION,
      status: 'BOOKED',
      reminderUuid: booked.uuid,
    }),
    make(random, clientUuid, {
      start: `${days(16)}T13:40:00Z`,
      patientUuids: uuidsOf(0, 1),
      reason: 'Jaarlijkse controle',
      status: 'BOOKED',
    }),
    make(random, clientUuid, {
      start: `${days(40)}T08:00:00Z`,
      durationMinutes: 45,
      patientUuids: uuidsOf(3),
      reason: 'Mestonderzoek en bekappen',
      place: 'Bij u op stal',
      status: 'BOOKED',
    }),
    make(random, clientUuid, {
      start: `${days(-40)}T10:00:00Z`,
      patientUuids: uuidsOf(0),
      reason: 'Controle gewicht',
      status: 'DONE',
    }),
    make(random, clientUuid, {
      start: `${days(5)}T15:00:00Z`,
      patientUuids: uuidsOf(2),
      reason: 'Gebitscontrole',
      status: 'CANCELLED',
      reminderUuid: nth(due, 6).uuid,
    }),
  ]
}

/** Makes a booked, cancelled or past appointment for the first reminder of a client. */
export function makeAppointments(days: Days, clientUuid: string, records: readonly ExportRecord[]): ExportRecord[] {
  const random = randomOf(clientUuid)
  const reminder = records.find((record) => record.record === 'reminder' && record.active)
  if (reminder?.record !== 'reminder') return []
  const patientUuids = reminder.patientUuid ? [reminder.patientUuid] : []
  const hour = String(random.int(8, 15)).padStart(2, '0')
  const status = random.pick(['BOOKED', 'BOOKED', 'CANCELLED', 'DONE'] as const)
  const made = { patientUuids, reason: reminder.description, status }
  if (status === 'DONE')
    return [make(random, clientUuid, { ...made, start: `${days(-random.int(20, 90))}T${hour}:10:00Z` })]
  const start = `${days(random.int(1, 20))}T${hour}:10:00Z`
  return [make(random, clientUuid, { ...made, start, reminderUuid: reminder.uuid })]
}
