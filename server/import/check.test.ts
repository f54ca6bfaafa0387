import { describe, expect, test } from 'vitest'
import { ENTITIES, type EntityExample } from '#contract/schemas/entity-examples.ts'
import { flags } from '#contract/schemas/testing.ts'
import { checkLine } from './check.ts'
import { RECORD_KINDS, RECORD_SCHEMAS, type RecordKind } from './records.ts'

const UUID = '0ed90475-9531-485d-9d9d-c9f81818e811'
const CLIENT = { record: 'client', uuid: UUID, practiceId: 'de-krekel', lastName: 'Mulder', locked: false }
const PATIENT = { record: 'patient', uuid: UUID, clientUuid: UUID, name: 'Bella' }
const REMINDER = {
  record: 'reminder',
  uuid: UUID,
  clientUuid: UUID,
  date: '2026-03-12',
  active: true,
  description: 'x',
}
const APPOINTMENT = {
  record: 'appointment',
  uuid: UUID,
  clientUuid: UUID,
  start: '2026-03-12T09:30:00+01:00',
  durationMinutes: 20,
  patientUuids: [],
  reason: 'Vaccinatie',
  status: 'BOOKED',
}
const INVOICE = {
  record: 'invoice',
  uuid: UUID,
  clientUuid: UUID,
  status: 'PAID',
  date: '2026-08-09',
  totalInclVat: 121,
}
const ENTRY = { record: 'logbookEntry', uuid: UUID, patientUuid: UUID, date: '2026-01-01', description: 'x' }
const VISIT = { record: 'visitForm', uuid: UUID, clientUuid: UUID, date: '2026-01-01' }
const STAFF = { record: 'user', username: 'a@b.example', practiceId: 'x', roles: ['CLINIC_USER'] }
const PRACTICE = { record: 'practice', id: 'de-waag', name: 'De Waag' }

const check = (record: unknown) => checkLine(7, typeof record === 'string' ? record : JSON.stringify(record))
const problemsOf = (record: unknown) => {
  const checked = check(record)
  return 'problems' in checked ? checked.problems.map(({ field, reason }) => `${field}: ${reason}`) : []
}
const warningsOf = (record: unknown) => {
  const checked = check(record)
  return 'record' in checked ? (checked.warnings ?? []).map(({ field, code }) => `${field} ${code}`) : 'line left out'
}
/** Fields as they are kept. */
const keptOf = (record: unknown, field: string) => {
  const checked = check(record)
  return 'record' in checked ? Object.entries(checked.record).find(([name]) => name === field)?.[1] : 'line left out'
}

describe('leaves a line out for its key, its links, or a record that says nothing clear', () => {
  test.each<[unknown, string[]]>([
    ['{', [': is not JSON']],
    ['[]', [': is not a JSON object']],
    ['null', [': is not a JSON object']],
    ['{}', ['record: is missing']],
    [
      { record: 'toString' },
      [
        'record: is none of practice, user, client, patient, reminder, appointment, visitForm, attachment, invoice, logbookEntry, requestAnswer',
      ],
    ],
    [{ ...CLIENT, uuid: undefined }, ['uuid: is missing']],
    [{ ...CLIENT, uuid: null }, ['uuid: is missing']],
    [{ ...CLIENT, uuid: ' ' }, ['uuid: is missing']],
    [{ ...CLIENT, uuid: 12 }, ['uuid: is not a UUID']],
    [{ ...CLIENT, uuid: '12' }, ['uuid: is not a UUID']],
    [{ ...CLIENT, uuid: [UUID] }, ['uuid: is not a text']],
    [{ ...CLIENT, uuid: '00000000-0000-0000-0000-000000000000' }, ['uuid: is missing']],
    [{ ...CLIENT, practiceId: undefined }, ['practiceId: is missing']],
    [{ ...INVOICE, clientUuid: undefined }, ['clientUuid: is missing']],
    [{ ...REMINDER, patientUuid: '4711' }, ['patientUuid: is not a UUID']],
    [{ ...ENTRY, patientUuid: undefined }, ['patientUuid: is missing']],
    [{ ...ENTRY, clientUuid: 'x' }, ['clientUuid: is not a UUID']],
    [{ ...STAFF, username: 'geen' }, ['username: is not an e-mail address']],
    [{ ...STAFF, roles: [] }, ['roles: is missing']],
    [{ ...STAFF, roles: ['PORTAL_USER'] }, ['roles[0]: is none of CLINIC_USER, CLINIC_ADMIN']],
    [{ ...PRACTICE, id: 'a/b' }, ['id: may hold letters, digits, ".", "_" and "-" only']],
    [{ ...INVOICE, date: '2026-02-30' }, ['date: is not a day written as YYYY-MM-DD']],
    [{ ...VISIT, date: '1899-12-30' }, ['date: is 1899-12-30, which stands for an unknown date']],
    [{ ...INVOICE, status: undefined }, ['status: is missing']],
    [{ ...INVOICE, status: 'Concept', openAmount: 121 }, ['status: is none of PAID, UNPAID']],
    [{ ...INVOICE, totalInclVat: '1.234' }, ['totalInclVat: is not a number']],
    [{ ...INVOICE, currency: 'USD' }, ['currency: is another currency than the euro']],
    [{ ...INVOICE, currency: '£' }, ['currency: is another currency than the euro']],
    [{ ...INVOICE, totalInclVat: '$ 12.50' }, ['totalInclVat: is not a number']],
    [{ ...APPOINTMENT, start: '2026-03-12' }, ['start: is not a time with an offset, as 2026-03-12T09:30:00+01:00']],
    [{ ...APPOINTMENT, status: 'MOVED' }, ['status: is none of BOOKED, DONE, CANCELLED']],
    [{ ...ENTRY, description: '' }, ['description: is missing']],
  ])('%j', (record, problems) => {
    expect(problemsOf(record).toSorted()).toEqual(problems)
  })

  test('names the record, so that lines that refer to it are known', () => {
    const key = UUID
    expect(check({ ...CLIENT, uuid: UUID.toUpperCase(), practiceId: null })).toMatchObject({ kind: 'client', key })
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(checkLine(7, `{"record":"client","uuid":"${UUID}","city":${deep}}`)).toMatchObject({
      kind: 'client',
      key,
      problems: [{ field: 'practiceId', code: 'required' }],
    })
    expect(check({ ...STAFF, username: ' A@B.example', roles: null })).toMatchObject({ key: 'a@b.example' })
  })
})

describe('reads what practice systems write', () => {
  test.each<[field: string, record: object, kept: unknown]>([
    ['uuid', { ...CLIENT, uuid: ` {${UUID.toUpperCase()}}\r\n` }, UUID],
    ['uuid', { ...CLIENT, uuid: UUID.replaceAll('-', '') }, UUID],
    ['uuid', { ...CLIENT, uuid: `urn:uuid:${UUID}` }, UUID],
    ['patientUuid', { ...REMINDER, patientUuid: '00000000-0000-0000-0000-000000000000' }, undefined],
    ['practiceId', { ...CLIENT, practiceId: 12 }, '12'],
    ['lastName', { ...CLIENT, lastName: 'Mulder\r\n' }, 'Mulder'],
    ['lastName', { ...CLIENT, lastName: '\uFEFFvan\u00a0 den\tBerg ' }, 'van den Berg'],
    ['lastName', { ...CLIENT, lastName: 'Mul\u00adder\u200b' }, 'Mulder'],
    ['lastName', { ...CLIENT, lastName: 'Zoe\u0308' }, 'Zo\u00eb'],
    ['lastName', { ...CLIENT, lastName: 'Smit &amp; Zn' }, 'Smit &amp; Zn'],
    ['lastName', { ...CLIENT, lastName: null, companyName: 'Maatschap De Vries' }, ''],
    ['lastName', { ...CLIENT, lastName: undefined, firstName: 'Anna' }, ''],
    ['city', { ...CLIENT, city: 'a\0b\uD800' }, 'ab'],
    ['city', { ...CLIENT, city: '' }, undefined],
    ['city', { ...CLIENT, city: null }, undefined],
    ['street', { ...CLIENT, street: 'Dorpsstraat\n12' }, 'Dorpsstraat 12'],
    ['houseNumber', { ...CLIENT, houseNumber: 12 }, '12'],
    ['clientNumber', { ...CLIENT, clientNumber: 100234 }, '100234'],
    ['email', { ...CLIENT, email: null }, null],
    ['email', { ...CLIENT, email: ' jan@mail.example ' }, 'jan@mail.example'],
    ['email', { ...CLIENT, email: 'Jan Smit <jan@mail.example>' }, 'jan@mail.example'],
    ['email', { ...CLIENT, email: 'mailto:jan@mail.example' }, 'jan@mail.example'],
    ['email', { ...CLIENT, email: 'jan@mail.example.' }, 'jan@mail.example'],
    ['email', { ...CLIENT, email: 'jan@mail.example>' }, 'jan@mail.example'],
    ['email', { ...CLIENT, email: ['jan@mail.example'] }, 'jan@mail.example'],
    ['phone', { ...CLIENT, phone: ['06-12345678', 301234567] }, '06-12345678; 301234567'],
    ['clientNumber', { ...CLIENT, clientNumber: '100234.0' }, '100234'],
    ['locked', { ...CLIENT, locked: 'Actief' }, false],
    ['locked', { ...CLIENT, locked: 'geblokkeerd' }, true],
    ['registered', { ...CLIENT, registered: 'J' }, true],
    ['registered', { ...CLIENT, registered: 'Ja ' }, true],
    ['registered', { ...CLIENT, registered: -1 }, true],
    ['registered', { ...CLIENT, registered: '0' }, false],
    ['locked', { ...CLIENT, locked: 'nee' }, false],
    ['locked', { ...CLIENT, locked: undefined }, false],
    ['registeredAt', { ...CLIENT, registeredAt: '2026-02-03' }, '2026-02-03T00:00:00+01:00'],
    ['registeredAt', { ...CLIENT, registeredAt: '2026-07-03 14:05:09' }, '2026-07-03T14:05:09+02:00'],
    ['registeredAt', { ...CLIENT, registeredAt: '2026-03-29T02:30:00' }, '2026-03-29T02:30:00+01:00'],
    ['registeredAt', { ...CLIENT, registeredAt: '2026-10-25T02:30:00' }, '2026-10-25T02:30:00+02:00'],
    ['registeredAt', { ...CLIENT, registeredAt: '3-7-2026 9.05 uur' }, '2026-07-03T09:05:00+02:00'],
    ['registeredAt', { ...CLIENT, registeredAt: '2026-07-03T14:05:09.123+0200' }, '2026-07-03T14:05:09+02:00'],
    ['registeredAt', { ...CLIENT, registeredAt: '/Date(1700000000000+0100)/' }, '2023-11-14T22:13:20.000Z'],
    ['registeredAt', { ...CLIENT, registeredAt: 1_700_000_000_000 }, '2023-11-14T22:13:20.000Z'],
    ['registeredAt', { ...CLIENT, registeredAt: 1_700_000_000 }, '2023-11-14T22:13:20.000Z'],
    ['registeredAt', { ...CLIENT, registeredAt: '1700000000000' }, '2023-11-14T22:13:20.000Z'],
    ['registeredAt', { ...CLIENT, registeredAt: 20_260_703_140_509 }, '2026-07-03T14:05:09+02:00'],
    [
      'registeredAt',
      { ...CLIENT, registeredAt: '2026-07-03T14:05:09+02:00[Europe/Amsterdam]' },
      '2026-07-03T14:05:09+02:00',
    ],
    ['registeredAt', { ...CLIENT, registeredAt: 'Fri, 03 Jul 2026 12:05:09 GMT' }, '2026-07-03T12:05:09Z'],
    ['registeredAt', { ...CLIENT, registeredAt: '3 juli 2026 om 14u05' }, '2026-07-03T14:05:00+02:00'],
    ['registeredAt', { ...CLIENT, registeredAt: '2026-07-03 12:05 AM' }, '2026-07-03T00:05:00+02:00'],
    ['registeredAt', { ...CLIENT, registeredAt: '2026-07-03 14:05 CEST' }, '2026-07-03T14:05:00+02:00'],
    ['name', { ...PATIENT, name: 12 }, '12'],
    ['name', { ...PATIENT, name: '', lifeNumber: 'NL 123' }, 'NL 123'],
    ['name', { ...PATIENT, name: null }, 'Zonder naam'],
    ['species', { ...PATIENT, species: 'dog' }, 'DOG'],
    ['species', { ...PATIENT, species: 'Guinea pig' }, 'GUINEA_PIG'],
    ['species', { ...PATIENT, species: 'Hond' }, 'DOG'],
    ['species', { ...PATIENT, species: 'Degoe' }, 'OTHER'],
    ['sex', { ...PATIENT, sex: 'V' }, 'FEMALE'],
    ['sex', { ...PATIENT, sex: 'reu' }, 'MALE'],
    ['species', { ...PATIENT, species: 'Hond (kruising)' }, 'DOG'],
    ['species', { ...PATIENT, species: 'Canine (Dog)' }, 'DOG'],
    ['sex', { ...PATIENT, sex: 'mannelijk gecastreerd' }, 'MALE'],
    ['sex', { ...PATIENT, sex: 'gecastreerde reu' }, 'MALE'],
    ['sex', { ...PATIENT, sex: 'Female Spayed' }, 'FEMALE'],
    ['sex', { ...PATIENT, sex: 'V (gesteriliseerd)' }, 'FEMALE'],
    ['sex', { ...PATIENT, sex: 'Intact male' }, 'MALE'],
    ['sex', { ...PATIENT, sex: 'M/C' }, 'MALE'],
    ['neutered', { ...PATIENT, sex: 'vrouwelijk, gesteriliseerd' }, true],
    ['neutered', { ...PATIENT, sex: 'MN' }, true],
    ['neutered', { ...PATIENT, sex: 'MN', neutered: false }, false],
    ['neutered', { ...PATIENT, sex: 'Male entire' }, false],
    ['neutered', { ...PATIENT, sex: 'mannelijk, niet gecastreerd' }, false],
    ['neutered', { ...PATIENT, sex: 'M' }, undefined],
    ['neutered', { ...PATIENT, neutered: 'gecastreerd' }, true],
    ['neutered', { ...PATIENT, neutered: 'Y' }, true],
    ['active', { ...PATIENT, active: 'Inactief' }, false],
    ['active', { ...PATIENT, deceasedDate: 'n.v.t.' }, undefined],
    ['birthDate', { ...PATIENT, birthDate: '12 mrt. 2026' }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: '12-Mar-2026' }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: 'October 3, 2025' }, '2025-10-03'],
    ['birthDate', { ...PATIENT, birthDate: 'do 12-03-2026' }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: 'Thu Mar 12 2026 00:00:00 GMT+0100 (CET)' }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: '12-03-2026' }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: '1/2/2026' }, '2026-02-01'],
    ['birthDate', { ...PATIENT, birthDate: '2026/3/5' }, '2026-03-05'],
    ['birthDate', { ...PATIENT, birthDate: '20260312' }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: 20_260_312 }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: '2026-03-12 00:00:00.000' }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: '2026-03-11T23:00:00.000Z' }, '2026-03-12'],
    ['birthDate', { ...PATIENT, birthDate: '\\/Date(1700000000000)\\/' }, '2023-11-14'],
    ['headCount', { ...PATIENT, headCount: '40 stuks' }, 40],
    ['weightKg', { ...PATIENT, weightKg: '12 kg' }, 12],
    ['weightKg', { ...PATIENT, weightKg: '12,45' }, 12.45],
    ['weightKg', { ...PATIENT, weightKg: '4.250' }, 4.25],
    ['weightKg', { ...PATIENT, weightKg: '450 gram' }, 0.45],
    ['chipNumber', { ...PATIENT, chipNumber: 528_210_000_000_001 }, '528210000000001'],
    ['weightKg', { ...PATIENT, weightKg: 'ca. 4,2 kg' }, 4.2],
    ['chipNumber', { ...PATIENT, chipNumber: '528210001234567.0' }, '528210001234567'],
    ['chipNumber', { ...PATIENT, chipNumber: '5,28210001234567E+14' }, '528210001234567'],
    ['chipNumber', { ...PATIENT, chipNumber: '="528210001234567"' }, '528210001234567'],
    ['weights', { ...PATIENT, weights: { date: '2026-01-01', kg: '3,5' } }, [{ date: '2026-01-01', kg: 3.5 }]],
    ['caretaker', { ...PATIENT, caretaker: { lastName: ' Smit ', callName: '' } }, { lastName: 'Smit' }],
    ['caretaker', { ...PATIENT, caretaker: { lastName: '' } }, undefined],
    ['insurance', { ...PATIENT, insurance: { company: 1, x: 2 } }, { company: '1' }],
    ['active', { ...PATIENT, deceasedDate: '2026-02-30' }, false],
    ['active', { ...PATIENT, deceasedDate: '31-02-2026', active: true }, false],
    ['active', { ...PATIENT, deceasedDate: 'onbekend' }, false],
    ['active', { ...PATIENT, deceasedDate: 'voorjaar 2026' }, false],
    ['active', { ...PATIENT, deceasedDate: true }, false],
    ['active', { ...PATIENT, deceasedDate: false }, undefined],
    ['active', { ...PATIENT, deceasedDate: 'nee' }, undefined],
    ['active', { ...PATIENT, deceasedDate: '0000-00-00', active: true }, true],
    ['active', { ...PATIENT, deceasedDate: '' }, undefined],
    ['active', { ...PATIENT, deceasedDate: null }, undefined],
    ['active', { ...PATIENT, deceasedDate: '03.05.2026' }, undefined],
    ['active', { ...REMINDER, active: undefined, status: 'DONE' }, false],
    ['active', { ...REMINDER, active: '' }, true],
    ['description', { ...REMINDER, description: undefined, type: 'DEWORMING' }, 'Ontworming'],
    ['description', { ...REMINDER, description: ' ' }, 'Herinnering'],
    ['note', { ...REMINDER, note: 'Nuchter\r\nkomen\u2028' }, 'Nuchter\nkomen'],
    ['durationMinutes', { ...APPOINTMENT, durationMinutes: '20 min' }, 20],
    ['durationMinutes', { ...APPOINTMENT, durationMinutes: '1 uur' }, 60],
    ['durationMinutes', { ...APPOINTMENT, durationMinutes: '01:30' }, 90],
    ['durationMinutes', { ...APPOINTMENT, durationMinutes: 'PT1H30M' }, 90],
    ['durationMinutes', { ...APPOINTMENT, durationMinutes: 0 }, 15],
    ['patientUuids', { ...APPOINTMENT, patientUuids: undefined }, []],
    ['patientUuids', { ...APPOINTMENT, patientUuids: [UUID.toUpperCase(), 'x', null] }, [UUID]],
    ['patientUuids', { ...APPOINTMENT, patientUuids: UUID }, [UUID]],
    ['patientUuids', { ...APPOINTMENT, patientUuids: `${UUID}, ${UUID}` }, [UUID, UUID]],
    ['start', { ...APPOINTMENT, start: '2026-03-12T09:30' }, '2026-03-12T09:30:00+01:00'],
    ['status', { ...APPOINTMENT, status: 'Canceled' }, 'CANCELLED'],
    ['status', { ...APPOINTMENT, status: 'Afgezegd' }, 'CANCELLED'],
    ['status', { ...APPOINTMENT, status: 'no-show' }, 'CANCELLED'],
    ['status', { ...APPOINTMENT, status: null }, 'BOOKED'],
    ['totalInclVat', { ...INVOICE, totalInclVat: '12,50' }, 12.5],
    ['totalInclVat', { ...INVOICE, totalInclVat: '€ 1.234,50' }, 1234.5],
    ['totalInclVat', { ...INVOICE, totalInclVat: 'EUR 1,234.50' }, 1234.5],
    ['totalInclVat', { ...INVOICE, totalInclVat: '€ 1.234' }, 1234],
    ['totalInclVat', { ...INVOICE, totalInclVat: '1.234.567' }, 1_234_567],
    ['totalInclVat', { ...INVOICE, totalInclVat: "1'234.50" }, 1234.5],
    ['totalInclVat', { ...INVOICE, totalInclVat: '1 234,5' }, 1234.5],
    ['totalInclVat', { ...INVOICE, totalInclVat: '12,-' }, 12],
    ['totalInclVat', { ...INVOICE, totalInclVat: '12,50-' }, -12.5],
    ['totalInclVat', { ...INVOICE, totalInclVat: '(12,50)' }, -12.5],
    ['totalInclVat', { ...INVOICE, totalInclVat: '-12.5000' }, -12.5],
    ['totalInclVat', { ...INVOICE, totalInclVat: 1.005 }, 1],
    ['totalInclVat', { ...INVOICE, totalInclVat: null, paidAmount: 10, openAmount: '2,10' }, 12.1],
    ['totalInclVat', { ...INVOICE, totalInclVat: 'x', vat: [{ rate: 21, base: 100, amount: 21 }] }, 121],
    ['status', { ...INVOICE, status: 'Openstaand' }, 'UNPAID'],
    ['status', { ...INVOICE, status: undefined, openAmount: 0 }, 'PAID'],
    ['status', { ...INVOICE, status: undefined, paidAmount: 20 }, 'UNPAID'],
    ['status', { ...INVOICE, status: 'Verzonden', openAmount: 50 }, 'UNPAID'],
    ['status', { ...INVOICE, status: 'Deels betaald' }, 'UNPAID'],
    ['vat', { ...INVOICE, vat: [{ rate: 6, base: 1, amount: 1 }] }, [{ rate: 6, base: 1, amount: 1 }]],
    ['vat', { ...INVOICE, vat: [{ rate: '9 %', base: '1', amount: 0 }] }, [{ rate: 9, base: 1, amount: 0 }]],
    ['vat', { ...INVOICE, vat: [{ rate: 'BTW 21%', base: 1, amount: '0,21' }] }, [{ rate: 21, base: 1, amount: 0.21 }]],
    ['status', { ...INVOICE, status: 'Herinnering verzonden' }, 'UNPAID'],
    ['patientNames', { ...INVOICE, patientNames: 'Bella' }, ['Bella']],
    ['patientNames', { ...INVOICE, patientNames: 'Bella, Max' }, ['Bella, Max']],
    ['paymentMethod', { ...INVOICE, paymentMethod: 'iDEAL' }, 'ONLINE'],
    ['currency', { ...INVOICE, currency: '€' }, 'EUR'],
    ['currency', { ...INVOICE, currency: 978 }, 'EUR'],
    ['description', { ...ENTRY, description: '', productName: 'Penivet' }, 'Penivet'],
    ['withdrawalMilkDays', { ...ENTRY, withdrawalMilkDays: '3 dagen' }, 3],
    ['withdrawalMilkDays', { ...ENTRY, withdrawalMilkDays: null }, null],
    ['quantity', { ...ENTRY, quantity: '0,5' }, 0.5],
    ['quantity', { ...ENTRY, quantity: '10 ml' }, 10],
    ['unit', { ...ENTRY, quantity: '10 ml' }, 'ml'],
    ['medication', { ...VISIT, medication: [{ product: 'A', days: '7' }, {}] }, [{ product: 'A', days: 7 }]],
    ['roles', { ...STAFF, roles: ['CLINIC_ADMIN', 'OWNER'] }, ['CLINIC_ADMIN']],
    ['roles', { ...STAFF, roles: 'CLINIC_ADMIN;CLINIC_USER' }, ['CLINIC_ADMIN', 'CLINIC_USER']],
    ['website', { ...PRACTICE, website: 'www.dewaag.example' }, 'https://www.dewaag.example'],
    ['website', { ...PRACTICE, website: 'http//dewaag.example' }, 'http://dewaag.example'],
    ['name', { record: 'practice', id: 'de-waag' }, undefined],
  ])('%s of %j', (field, record, kept) => {
    expect(keptOf(record, field)).toEqual(kept)
  })
})

describe('leaves out what has no clear meaning, and says so', () => {
  test.each<[record: object, warnings: string[]]>([
    [{ ...CLIENT, email: 'geen' }, ['email invalidEmail']],
    [{ ...CLIENT, email: 'jan smit@mail.example' }, ['email invalidEmail']],
    [{ ...CLIENT, email: 'jan@mail.example; els@mail.example' }, ['email severalEmails']],
    [{ ...CLIENT, phone: '030-5550123 (werk) / 06-12345678 (mob.) / 030-555012' }, ['phone shortened']],
    [{ ...CLIENT, city: 'x'.repeat(201) }, ['city shortened']],
    [{ ...CLIENT, city: { name: 'Zeist' } }, ['city notString']],
    [{ ...CLIENT, postalCode: '1234 AB, achter de kerk links' }, ['postalCode tooLong']],
    [{ ...CLIENT, locked: 'misschien' }, ['locked notBoolean']],
    [{ ...CLIENT, registeredAt: '0001-01-01T00:00:00' }, ['registeredAt unknownDate']],
    [{ ...CLIENT, registeredAt: '/Date(-62135596800000)/' }, ['registeredAt unknownDate']],
    [{ ...CLIENT, lastName: '' }, ['lastName replaced']],
    [{ ...PATIENT, birthDate: '0000-00-00' }, ['birthDate unknownDate']],
    [{ ...PATIENT, birthDate: '1900-01-01' }, ['birthDate unknownDate']],
    [{ ...PATIENT, deceasedDate: '9999-12-31' }, ['deceasedDate unknownDate']],
    [{ ...PATIENT, birthDate: '2026-02-30' }, ['birthDate invalidDate']],
    [{ ...PATIENT, birthDate: '03/25/2026' }, ['birthDate invalidDate']],
    [{ ...PATIENT, birthDate: '12-03-26' }, ['birthDate invalidDate']],
    [{ ...PATIENT, birthDate: 46_093 }, ['birthDate invalidDate']],
    [{ ...PATIENT, weightKg: 0 }, ['weightKg invalidNumber']],
    [{ ...PATIENT, weightKg: 'zwaar' }, ['weightKg notNumber']],
    [{ ...PATIENT, weights: [{ kg: 1 }] }, ['weights[0].date required']],
    [{ ...PATIENT, headCount: -1 }, ['headCount invalidNumber']],
    [{ ...PATIENT, caretakerUuid: '12' }, ['caretakerUuid invalidUuid']],
    [{ ...PATIENT, species: 'Degoe' }, ['species readAsOther']],
    [{ ...PATIENT, kind: 'X' }, ['kind unknownValue']],
    [{ ...INVOICE, dueDate: '2999-12-31' }, ['dueDate unknownDate']],
    [{ ...INVOICE, currency: 'x' }, ['currency unknownValue']],
    [{ ...PATIENT, chipNumber: '5.28E+14' }, ['chipNumber invalidNumber']],
    [{ ...PATIENT, sex: 'x' }, ['sex unknownValue']],
    [{ ...CLIENT, registeredAt: '2026-13-01T00:00:00Z' }, ['registeredAt invalidDateTime']],
    [{ ...INVOICE, paymentUrl: 'http://pay.example' }, ['paymentUrl insecureUrl']],
    [{ ...INVOICE, vat: [{ rate: 101, base: 1, amount: 1 }, 5] }, ['vat[0].rate invalidNumber', 'vat[1] notObject']],
    [{ ...INVOICE, patientNames: Array(201).fill('Bella') }, ['patientNames tooMany']],
    [{ ...VISIT, findings: 'x'.repeat(10_001) }, ['findings shortened']],
    [{ ...VISIT, fileName: 'x'.repeat(256) }, ['fileName tooLong']],
    [{ ...PRACTICE, website: 'geen' }, ['website invalidUrl']],
    [{ ...PRACTICE, website: 'n.v.t.' }, ['website invalidUrl']],
    [{ ...PRACTICE, website: 'ftp://x.example' }, ['website invalidUrl']],
  ])('%j', (record, warnings) => {
    expect(warningsOf(record)).toEqual(warnings)
  })

  test('shortens a long text at a whole character, and a telephone number at a whole number', () => {
    expect(keptOf({ ...CLIENT, city: `${'x'.repeat(198)}🐕🐕` }, 'city')).toBe(`${'x'.repeat(198)}…`)
    const phone = '030-5550123 (werk) / 06-12345678 (mob.) / 030-555012'
    expect(keptOf({ ...CLIENT, phone }, 'phone')).toBe('030-5550123 (werk) / 06-12345678 (mob.)')
  })

  test.each([
    ['a comma after the line', `${JSON.stringify(CLIENT)},`],
    ['a tab in a text', JSON.stringify({ ...CLIENT, city: 'x' }).replace('"x"', '"Den\tHaag"')],
    ['NaN', JSON.stringify({ ...PATIENT, weightKg: 0 }).replace(':0', ':NaN')],
    ['NaN in a list', JSON.stringify({ ...INVOICE, patientNames: [0, 'Bella'] }).replace('[0', '[NaN')],
    ['a comma behind the last field', JSON.stringify(CLIENT).replace('}', ',}')],
    ['the words of Python', JSON.stringify(CLIENT).replace('false', 'False')],
    ['a path of Windows', JSON.stringify({ ...CLIENT, city: 'x' }).replace('"x"', String.raw`"C:\Users\jan"`)],
    ['an escaped apostrophe', JSON.stringify({ ...CLIENT, city: 'x' }).replace('"x"', String.raw`"O\'Brien"`)],
    ['a number with leading zeros', JSON.stringify({ ...CLIENT, phone: 1 }).replace(':1', ':0612345678')],
    ['a number without a zero', JSON.stringify({ ...PATIENT, weightKg: 1 }).replace(':1', ':.5')],
    ['another case of the kind', JSON.stringify({ ...CLIENT, record: ' Client' })],
  ])('reads a line with %s', (_, line) => {
    expect(warningsOf(line)).toEqual([])
  })

  test('repairs no text that looks like a value of another language', () => {
    const city = 'a: NaN, b: None, c: [.5], d: 012}'
    expect(keptOf(`${JSON.stringify({ ...CLIENT, city })},`, 'city')).toBe(city)
    expect(keptOf(JSON.stringify({ ...CLIENT, phone: 1 }).replace(':1', ':0612345678'), 'phone')).toBe('0612345678')
  })

  test('keeps no field that the contract does not name', () => {
    expect(keptOf({ ...CLIENT, extra: { deep: [1] } }, 'extra')).toBeUndefined()
    expect(warningsOf({ ...CLIENT, extra: 1 })).toEqual([])
  })
})

/** The example of each kind of record, with the fields that link it. */
const EXAMPLES: Record<RecordKind, Record<string, unknown>> = {
  practice: full('practice'),
  user: full('staff'),
  client: { ...full('client'), practiceId: 'de-waag' },
  patient: { ...full('patient'), clientUuid: UUID },
  reminder: { ...full('reminder'), bookedFor: undefined, clientUuid: UUID },
  appointment: { ...full('appointment'), clientUuid: UUID },
  visitForm: { ...full('visit form'), clientUuid: UUID },
  attachment: { ...full('attachment'), clientUuid: UUID },
  invoice: { ...full('invoice'), clientUuid: UUID },
  logbookEntry: { ...full('logbook entry'), patientUuid: UUID },
  requestAnswer: { uuid: UUID, outcome: 'answered', text: 'Kom maar langs.', at: '2026-03-12T09:30:00+01:00' },
}
function full(name: keyof typeof ENTITIES): Record<string, unknown> {
  const example: EntityExample = ENTITIES[name]
  return example.full
}

/** Fields without which a record cannot be loaded. */
const NEEDED: Record<RecordKind, string[]> = {
  practice: ['id'],
  user: ['username', 'practiceId', 'roles'],
  client: ['uuid', 'practiceId'],
  patient: ['uuid', 'clientUuid'],
  reminder: ['uuid', 'clientUuid', 'patientUuid', 'date'],
  appointment: ['uuid', 'clientUuid', 'start', 'status'],
  visitForm: ['uuid', 'clientUuid', 'patientUuid', 'date'],
  attachment: ['uuid', 'clientUuid', 'patientUuid', 'date'],
  invoice: ['uuid', 'clientUuid', 'date'],
  logbookEntry: ['uuid', 'patientUuid', 'clientUuid', 'date'],
  requestAnswer: ['uuid', 'outcome', 'text'],
}

const WRONG = [
  null,
  '',
  ' \r\n',
  0,
  -1,
  12.5,
  1e300,
  20_260_230,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [{}],
  ['x', 5, null],
  { x: 1 },
  'geen',
  'n.v.t.',
  'x'.repeat(20_000),
  'a\0b',
  'a\uD800',
  '\uFEFF',
  '\u202Ex',
  '👩‍⚕️',
  '<b>&amp;</b>',
  "Robert'); drop table client;--",
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
  '12-03-2026',
  '/Date(1)/',
  '1e5',
  '€ 1.234,50',
  'J',
  '__proto__',
  '-',
  '{}',
  'null',
]

describe.each(RECORD_KINDS)('a record of the kind %s', (kind) => {
  const example = { record: kind, ...EXAMPLES[kind] }

  test('is kept as it is where nothing is wrong', () => {
    const checked = check(example)
    expect(checked).toMatchObject({ record: JSON.parse(JSON.stringify(example)) })
    expect('warnings' in checked).toBe(false)
  })

  test.each(Object.keys(RECORD_SCHEMAS[kind].fields))(
    'loads with any value of %s, and what is kept is valid',
    (field) => {
      for (const value of WRONG) {
        const checked = check({ ...example, [field]: value })
        if ('problems' in checked) {
          expect(NEEDED[kind], `${kind}.${field} = ${JSON.stringify(value)?.slice(0, 50)}`).toContain(field)
        } else if ('record' in checked) {
          const { record: _, ...kept } = checked.record
          expect(
            flags(RECORD_SCHEMAS[kind], kept),
            `${kind}.${field} = ${JSON.stringify(value)?.slice(0, 50)}`,
          ).toEqual([])
          expect(JSON.stringify(kept)).not.toMatch(/\\u0000|\\ud[89a-f]/i)
        }
      }
    },
  )
})
