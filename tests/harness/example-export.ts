import type { Checked } from '#server/import/check.ts'
import { checkLine } from '#server/import/check.ts'

/** A line of an export, valid or not. */
export type AnyRecord = Record<string, unknown>

/** Returns a recognisable UUID, such as `cccccccc-0000-4000-8000-000000000001`. */
export const uuid = (letter: string, number: number) =>
  `${letter.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`

export const practiceLine = (id = 'de-krekel', fields: AnyRecord = {}): AnyRecord => ({
  record: 'practice',
  id,
  name: `Kliniek ${id}`,
  phone: '+31 30 555 01 23',
  ...fields,
})

export const staffLine = (username: string, fields: AnyRecord = {}): AnyRecord => ({
  record: 'user',
  username,
  firstName: 'Tess',
  lastName: 'Brouwer',
  roles: ['CLINIC_ADMIN'],
  practiceId: 'de-krekel',
  language: 'nl',
  ...fields,
})

export const clientLine = (number: number, fields: AnyRecord = {}): AnyRecord => ({
  record: 'client',
  uuid: uuid('c', number),
  practiceId: 'de-krekel',
  firstName: 'Anna',
  lastName: 'van den Berg',
  email: `client${number}@mail.example`,
  registered: true,
  registeredAt: '2022-05-29T09:03:00+01:00',
  locked: false,
  ...fields,
})

export const patientLine = (number: number, client: number, fields: AnyRecord = {}): AnyRecord => ({
  record: 'patient',
  uuid: uuid('a', number),
  clientUuid: uuid('c', client),
  name: 'Bella',
  species: 'DOG',
  ...fields,
})

export const appointmentLine = (number: number, fields: AnyRecord = {}): AnyRecord => ({
  record: 'appointment',
  uuid: uuid('6', number),
  clientUuid: uuid('c', number),
  start: '2026-03-12T09:30:00+01:00',
  durationMinutes: 20,
  patientUuids: [uuid('a', number)],
  reason: 'Ontworming',
  status: 'BOOKED',
  reminderUuid: uuid('1', number),
  ...fields,
})

export function recordsOfAnimal(number: number, { client, patient }: { client: number; patient: number }): AnyRecord[] {
  const owner = { clientUuid: uuid('c', client) }
  const animal = { patientUuid: uuid('a', patient) }
  const links = { ...owner, ...animal, patientName: 'Bella' }
  const date = '2026-03-12'
  const due = { active: true, type: 'DEWORMING', description: 'Ontworming' }
  const advice = { description: 'Telefonisch advies', withdrawalMilkDays: 0 }
  const sums = { status: 'UNPAID', totalInclVat: 121, vat: [{ rate: 21, base: 100, amount: 21 }] }
  return [
    { record: 'reminder', uuid: uuid('1', number), ...links, date, ...due },
    { record: 'visitForm', uuid: uuid('2', number), ...links, date, reason: 'Controle' },
    { record: 'attachment', uuid: uuid('3', number), ...links, date, type: 'lab-results', name: 'Bloedonderzoek' },
    { record: 'logbookEntry', uuid: uuid('4', number), ...animal, date, ...advice },
    { record: 'invoice', uuid: uuid('5', number), ...owner, date, ...sums },
  ]
}

/** Returns the records of a small practice, of all kinds except appointments. */
export const smallExport = (): AnyRecord[] => [
  practiceLine(),
  staffLine('beheer@de-krekel.example'),
  clientLine(1),
  patientLine(1, 1),
  ...recordsOfAnimal(1, { client: 1, patient: 1 }),
]

export const checked = (records: AnyRecord[]): Checked[][] => [
  records.map((record, index) => checkLine(index + 1, JSON.stringify(record))),
]

export const fileText = (records: AnyRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')
