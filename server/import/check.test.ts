import { describe, expect, test } from 'vitest'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import { ENTITIES, type EntityExample } from '#harness/entity-examples.ts'
import { flags } from '#harness/schemas.ts'
import { checkLine } from './check.ts'
import { RECORD_KINDS, RECORD_SCHEMAS, type RecordKind } from './records.ts'

const UUID = '0ed90475-9531-485d-9d9d-c9f81818e811'
const LINKS = { uuid: UUID, clientUuid: UUID }
const CLIENT = { record: 'client', uuid: UUID, practiceId: 'de-krekel', lastName: 'Mulder', locked: false }
const PATIENT = { record: 'patient', ...LINKS, name: 'Bella' }
const REMINDER = { record: 'reminder', ...LINKS, date: '2026-03-12', active: true, description: 'x' }
const START = { start: '2026-03-12T09:30:00+01:00', durationMinutes: 20 }
const APPOINTMENT = { record: 'appointment', ...LINKS, ...START, patientUuids: [], reason: 'x', status: 'BOOKED' }
const INVOICE = { record: 'invoice', ...LINKS, status: 'PAID', date: '2026-08-09', totalInclVat: 121 }
const ENTRY = { record: 'logbookEntry', uuid: UUID, patientUuid: UUID, date: '2026-01-01', description: 'x' }
const VISIT = { record: 'visitForm', ...LINKS, date: '2026-01-01' }
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
/** Returns a field of a record after reading, or `line left out`. */
const readField = (record: unknown, field: string) => {
  const checked = check(record)
  return 'record' in checked ? Object.entries(checked.record).find(([name]) => name === field)?.[1] : 'line left out'
}

const readByText = (record: object, field: string, texts: string[]) =>
  Object.fromEntries(texts.map((text) => [text, readField({ ...record, [field]: text }, field)]))

describe('checkLine', () => {
  test.each<[record: unknown, problem: string]>([
    ['{', ': is not JSON'],
    ['[]', ': is not a JSON object'],
    ['null', ': is not a JSON object'],
    ['{}', 'record: is missing'],
    [
      { record: 'toString' },
      'record: is none of these: practice, user, client, patient, reminder, appointment, visitForm, attachment, invoice, invoiceLine, estimate, logbookEntry, requestAnswer',
    ],
    [{ ...CLIENT, uuid: undefined }, 'uuid: is missing'],
    [{ ...CLIENT, uuid: null }, 'uuid: is missing'],
    [{ ...CLIENT, uuid: ' ' }, 'uuid: is missing'],
    [{ ...CLIENT, uuid: 12 }, 'uuid: is not a UUID'],
    [{ ...CLIENT, uuid: '12' }, 'uuid: is not a UUID'],
    [{ ...CLIENT, uuid: [UUID] }, 'uuid: is not text'],
    [{ ...CLIENT, uuid: '00000000-0000-0000-0000-000000000000' }, 'uuid: is missing'],
    [{ ...CLIENT, uuid: SAMPLE_CLIENT_ID }, 'uuid: is reserved for the sample client'],
    [{ ...CLIENT, practiceId: undefined }, 'practiceId: is missing'],
    [{ ...INVOICE, clientUuid: undefined }, 'clientUuid: is missing'],
    [{ ...REMINDER, patientUuid: '4711' }, 'patientUuid: is not a UUID'],
    [{ ...ENTRY, patientUuid: undefined }, 'patientUuid: is missing'],
    [{ ...ENTRY, clientUuid: 'x' }, 'clientUuid: is not a UUID'],
    [{ ...STAFF, username: 'geen' }, 'username: is not an e-mail address'],
    [{ ...STAFF, roles: [] }, 'roles: is missing'],
    [{ ...STAFF, roles: ['PORTAL_USER'] }, 'roles[0]: is none of these: CLINIC_USER, CLINIC_ADMIN'],
    [{ ...PRACTICE, id: 'a/b' }, 'id: may contain only letters, digits, full stops, _ and -'],
    [{ ...INVOICE, date: '2026-02-30' }, 'date: is not a date that exists, such as 2026-03-12'],
    [{ ...VISIT, date: '1899-12-30' }, 'date: is 1899-12-30, a placeholder for an unknown date'],
    [{ ...INVOICE, status: undefined }, 'status: is missing'],
    [{ ...INVOICE, status: 'Concept', openAmount: 121 }, 'status: is none of these: PAID, UNPAID'],
    [{ ...INVOICE, totalInclVat: '1.234' }, 'totalInclVat: is not a number'],
    [{ ...INVOICE, currency: 'USD' }, 'currency: is in a currency other than the euro'],
    [{ ...INVOICE, currency: '£' }, 'currency: is in a currency other than the euro'],
    [{ ...INVOICE, totalInclVat: '$ 12.50' }, 'totalInclVat: is not a number'],
    [{ ...APPOINTMENT, start: '2026-03-12' }, 'start: is not a time that exists, such as 2026-03-12T09:30:00+01:00'],
    [{ ...APPOINTMENT, status: 'MOVED' }, 'status: is none of these: BOOKED, DONE, CANCELLED'],
    [{ ...ENTRY, description: '' }, 'description: is missing'],
  ])('omits a line without a valid key, link or essential value: %j', (record, problem) => {
    expect(problemsOf(record)).toEqual([problem])
  })

  test('names the record of an omitted line', () => {
    const key = UUID
    expect(check({ ...CLIENT, uuid: UUID.toUpperCase(), practiceId: null })).toMatchObject({ kind: 'client', key })
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const checked = checkLine(7, `{"record":"client","uuid":"${UUID}","city":${deep}}`)
    expect(checked).toMatchObject({ kind: 'client', key, problems: [{ field: 'practiceId', code: 'required' }] })
    expect(check({ ...STAFF, username: ' A@B.example', roles: null })).toMatchObject({ key: 'a@b.example' })
  })

  test.each<[field: string, record: object, read: Record<string, unknown>]>([
    ['lastName', CLIENT, { 'Mulder\r\n': 'Mulder', '\uFEFFvan\u00a0 den\tBerg ': 'van den Berg' }],
    ['lastName', CLIENT, { 'Mul\u00adder\u200b': 'Mulder', 'Zoe\u0308': 'Zo\u00eb', 'Smit &amp; Zn': 'Smit &amp; Zn' }],
    ['city', CLIENT, { 'a\0b\uD800': 'ab', '': undefined }],
    ['street', CLIENT, { 'Dorpsstraat\n12': 'Dorpsstraat 12' }],
    ['clientNumber', CLIENT, { '100234.0': '100234' }],
    ['email', CLIENT, { ' a@b.example ': 'a@b.example', 'Jan Smit <a@b.example>': 'a@b.example' }],
    ['email', CLIENT, { 'mailto:a@b.nl': 'a@b.nl', 'a@b.nl.': 'a@b.nl', 'a@b.nl>': 'a@b.nl' }],
    ['locked', CLIENT, { Actief: false, geblokkeerd: true, nee: false }],
    ['registered', CLIENT, { J: true, 'Ja ': true, '0': false }],
    [
      'registeredAt',
      CLIENT,
      {
        '2026-02-03': '2026-02-03T00:00:00+01:00',
        '2026-07-03 14:05:09': '2026-07-03T14:05:09+02:00',
        '2026-03-29T02:30:00': '2026-03-29T02:30:00+01:00',
        '2026-10-25T02:30:00': '2026-10-25T02:30:00+02:00',
        '3-7-2026 9.05 uur': '2026-07-03T09:05:00+02:00',
        '2026-07-03T14:05:09.123+0200': '2026-07-03T14:05:09+02:00',
        '/Date(1700000000000+0100)/': '2023-11-14T22:13:20.000Z',
        '1700000000000': '2023-11-14T22:13:20.000Z',
        '2026-07-03T14:05:09+02:00[Europe/Amsterdam]': '2026-07-03T14:05:09+02:00',
        'Fri, 03 Jul 2026 12:05:09 GMT': '2026-07-03T12:05:09Z',
        '3 juli 2026 om 14u05': '2026-07-03T14:05:00+02:00',
        '2026-07-03 12:05 AM': '2026-07-03T00:05:00+02:00',
        '2026-07-03 14:05 CEST': '2026-07-03T14:05:00+02:00',
      },
    ],
    ['species', PATIENT, { dog: 'DOG', 'Guinea pig': 'GUINEA_PIG', Hond: 'DOG', Degoe: 'OTHER' }],
    ['species', PATIENT, { 'Hond (kruising)': 'DOG', 'Canine (Dog)': 'DOG' }],
    ['sex', PATIENT, { V: 'FEMALE', 'Female Spayed': 'FEMALE', 'V (gesteriliseerd)': 'FEMALE', reu: 'MALE' }],
    ['sex', PATIENT, { 'mannelijk gecastreerd': 'MALE', 'gecastreerde reu': 'MALE', 'Intact male': 'MALE' }],
    ['sex', PATIENT, { 'M/C': 'MALE' }],
    ['neutered', PATIENT, { gecastreerd: true, Y: true }],
    ['active', PATIENT, { Inactief: false }],
    ['active', REMINDER, { '': true }],
    ['birthDate', PATIENT, { '12 mrt. 2026': '2026-03-12', '12-Mar-2026': '2026-03-12', 'do 12-3-2026': '2026-03-12' }],
    ['birthDate', PATIENT, { 'Thu Mar 12 2026 00:00:00 GMT+0100 (CET)': '2026-03-12', '12-03-2026': '2026-03-12' }],
    ['birthDate', PATIENT, { 'October 3, 2025': '2025-10-03', '1/2/2026': '2026-02-01', '2026/3/5': '2026-03-05' }],
    ['birthDate', PATIENT, { '20260312': '2026-03-12', '2026-03-12 00:00:00.000': '2026-03-12' }],
    ['birthDate', PATIENT, { '2026-03-11T23:00:00.000Z': '2026-03-12', '\\/Date(1700000000000)\\/': '2023-11-14' }],
    ['headCount', PATIENT, { '40 stuks': 40 }],
    ['weightKg', PATIENT, { '12 kg': 12, '12,45': 12.45, '4.250': 4.25, '450 gram': 0.45, 'ca. 4,2 kg': 4.2 }],
    ['chipNumber', PATIENT, { '528210001234567.0': '528210001234567', '5,28210001234567E+14': '528210001234567' }],
    ['chipNumber', PATIENT, { '="528210001234567"': '528210001234567' }],
    ['description', REMINDER, { ' ': 'Herinnering' }],
    ['note', REMINDER, { 'Nuchter\r\nkomen\u2028': 'Nuchter\nkomen' }],
    ['durationMinutes', APPOINTMENT, { '20 min': 20, '1 uur': 60, '01:30': 90, PT1H30M: 90 }],
    ['patientUuids', APPOINTMENT, { [UUID]: [UUID], [`${UUID}, ${UUID}`]: [UUID, UUID] }],
    ['start', APPOINTMENT, { '2026-03-12T09:30': '2026-03-12T09:30:00+01:00' }],
    ['status', APPOINTMENT, { Canceled: 'CANCELLED', Afgezegd: 'CANCELLED', 'no-show': 'CANCELLED' }],
    ['totalInclVat', INVOICE, { '12,50': 12.5, '€ 1.234,50': 1234.5, 'EUR 1,234.50': 1234.5, '€ 1.234': 1234 }],
    ['totalInclVat', INVOICE, { '1.234.567': 1_234_567, "1'234.50": 1234.5, '1 234,5': 1234.5, '12,-': 12 }],
    ['totalInclVat', INVOICE, { '12,50-': -12.5, '(12,50)': -12.5, '-12.5000': -12.5 }],
    ['status', INVOICE, { Openstaand: 'UNPAID', 'Deels betaald': 'UNPAID', 'Herinnering verzonden': 'UNPAID' }],
    ['patientNames', INVOICE, { Bella: ['Bella'], 'Bella, Max': ['Bella, Max'] }],
    ['paymentMethod', INVOICE, { iDEAL: 'ONLINE' }],
    ['currency', INVOICE, { '€': 'EUR' }],
    ['withdrawalMilkDays', ENTRY, { '3 dagen': 3 }],
    ['quantity', ENTRY, { '0,5': 0.5, '10 ml': 10 }],
    ['roles', STAFF, { 'CLINIC_ADMIN;CLINIC_USER': ['CLINIC_ADMIN', 'CLINIC_USER'] }],
    ['website', PRACTICE, { 'www.dewaag.example': 'https://www.dewaag.example' }],
    ['website', PRACTICE, { 'http//dewaag.example': 'http://dewaag.example' }],
  ])('recognises spellings of %s', (field, record, expected) => {
    expect(readByText(record, field, Object.keys(expected))).toEqual(expected)
  })

  test('treats any text except a negation as a death, even without a valid date', () => {
    const dead = ['2026-02-30', '31-02-2026', 'onbekend', 'voorjaar 2026', true]
    const unknown = ['n.v.t.', 'nee', '', '03.05.2026', false, null]
    const activeOf = (deceasedDate: unknown) => readField({ ...PATIENT, deceasedDate }, 'active')
    expect([...dead, ...unknown].map(activeOf)).toEqual([...dead.map(() => false), ...unknown.map(() => undefined)])
    expect(readField({ ...PATIENT, deceasedDate: '31-02-2026', active: true }, 'active')).toBe(false)
    expect(readField({ ...PATIENT, deceasedDate: '0000-00-00', active: true }, 'active')).toBe(true)
  })

  test.each<[field: string, record: object, read: unknown]>([
    ['uuid', { ...CLIENT, uuid: ` {${UUID.toUpperCase()}}\r\n` }, UUID],
    ['uuid', { ...CLIENT, uuid: UUID.replaceAll('-', '') }, UUID],
    ['uuid', { ...CLIENT, uuid: `urn:uuid:${UUID}` }, UUID],
    ['patientUuid', { ...REMINDER, patientUuid: '00000000-0000-0000-0000-000000000000' }, undefined],
    ['practiceId', { ...CLIENT, practiceId: 12 }, '12'],
    ['lastName', { ...CLIENT, lastName: null, companyName: 'Maatschap De Vries' }, ''],
    ['lastName', { ...CLIENT, lastName: undefined, firstName: 'Anna' }, ''],
    ['city', { ...CLIENT, city: null }, undefined],
    ['houseNumber', { ...CLIENT, houseNumber: 12 }, '12'],
    ['clientNumber', { ...CLIENT, clientNumber: 100234 }, '100234'],
    ['email', { ...CLIENT, email: null }, null],
    ['email', { ...CLIENT, email: ['jan@mail.example'] }, 'jan@mail.example'],
    ['phone', { ...CLIENT, phone: ['06-12345678', 301234567] }, '06-12345678; 301234567'],
    ['registered', { ...CLIENT, registered: -1 }, true],
    ['locked', { ...CLIENT, locked: undefined }, false],
    ['registeredAt', { ...CLIENT, registeredAt: 1_700_000_000_000 }, '2023-11-14T22:13:20.000Z'],
    ['registeredAt', { ...CLIENT, registeredAt: 1_700_000_000 }, '2023-11-14T22:13:20.000Z'],
    ['registeredAt', { ...CLIENT, registeredAt: 20_260_703_140_509 }, '2026-07-03T14:05:09+02:00'],
    ['name', { ...PATIENT, name: 12 }, '12'],
    ['name', { ...PATIENT, name: '', lifeNumber: 'NL 123' }, 'NL 123'],
    ['name', { ...PATIENT, name: null }, 'Zonder naam'],
    ['neutered', { ...PATIENT, sex: 'vrouwelijk, gesteriliseerd' }, true],
    ['neutered', { ...PATIENT, sex: 'MN' }, true],
    ['neutered', { ...PATIENT, sex: 'MN', neutered: false }, false],
    ['neutered', { ...PATIENT, sex: 'Male entire' }, false],
    ['neutered', { ...PATIENT, sex: 'mannelijk, niet gecastreerd' }, false],
    ['neutered', { ...PATIENT, sex: 'M' }, undefined],
    ['birthDate', { ...PATIENT, birthDate: 20_260_312 }, '2026-03-12'],
    ['chipNumber', { ...PATIENT, chipNumber: 528_210_000_000_001 }, '528210000000001'],
    ['weights', { ...PATIENT, weights: { date: '2026-01-01', kg: '3,5' } }, [{ date: '2026-01-01', kg: 3.5 }]],
    ['caretaker', { ...PATIENT, caretaker: { lastName: ' Smit ', callName: '' } }, { lastName: 'Smit' }],
    ['caretaker', { ...PATIENT, caretaker: { lastName: '' } }, undefined],
    ['insurance', { ...PATIENT, insurance: { company: 1, x: 2 } }, { company: '1' }],
    ['active', { ...REMINDER, active: undefined, status: 'DONE' }, false],
    ['description', { ...REMINDER, description: undefined, type: 'DEWORMING' }, 'Ontworming'],
    ['durationMinutes', { ...APPOINTMENT, durationMinutes: 0 }, 15],
    ['patientUuids', { ...APPOINTMENT, patientUuids: undefined }, []],
    ['patientUuids', { ...APPOINTMENT, patientUuids: [UUID.toUpperCase(), 'x', null] }, [UUID]],
    ['status', { ...APPOINTMENT, status: null }, 'BOOKED'],
    ['totalInclVat', { ...INVOICE, totalInclVat: 1.005 }, 1.01],
    ['totalInclVat', { ...INVOICE, totalInclVat: null, paidAmount: 10, openAmount: '2,10' }, 12.1],
    ['totalInclVat', { ...INVOICE, totalInclVat: 'x', vat: [{ rate: 21, base: 100, amount: 21 }] }, 121],
    ['openAmount', { ...INVOICE, openAmount: '0,0090' }, 0],
    ['status', { ...INVOICE, status: undefined, openAmount: 0.009 }, 'PAID'],
    ['status', { ...INVOICE, status: undefined, paidAmount: 20 }, 'UNPAID'],
    ['status', { ...INVOICE, status: 'Verzonden', openAmount: 50 }, 'UNPAID'],
    ['vat', { ...INVOICE, vat: [{ rate: 6, base: 1, amount: 1 }] }, [{ rate: 6, base: 1, amount: 1 }]],
    ['vat', { ...INVOICE, vat: [{ rate: '9 %', base: '1', amount: 0 }] }, [{ rate: 9, base: 1, amount: 0 }]],
    ['vat', { ...INVOICE, vat: [{ rate: 'BTW 21%', base: 1, amount: '0,21' }] }, [{ rate: 21, base: 1, amount: 0.21 }]],
    ['currency', { ...INVOICE, currency: 978 }, 'EUR'],
    ['description', { ...ENTRY, description: '', productName: 'Penivet' }, 'Penivet'],
    ['withdrawalMilkDays', { ...ENTRY, withdrawalMilkDays: null }, null],
    ['unit', { ...ENTRY, quantity: '10 ml' }, 'ml'],
    ['medication', { ...VISIT, medication: [{ product: 'A', days: '7' }, {}] }, [{ product: 'A', days: 7 }]],
    ['roles', { ...STAFF, roles: ['CLINIC_ADMIN', 'OWNER'] }, ['CLINIC_ADMIN']],
    ['name', { record: 'practice', id: 'de-waag' }, undefined],
  ])('parses %s of %j', (field, record, expected) => {
    expect(readField(record, field)).toEqual(expected)
  })

  test.each<[code: string, field: string, record: object, values: unknown[]]>([
    ['invalidEmail', 'email', CLIENT, ['geen', 'jan smit@mail.example']],
    ['severalEmails', 'email', CLIENT, ['jan@mail.example; els@mail.example']],
    ['shortened', 'phone', CLIENT, ['030-5550123 (werk) / 06-12345678 (mob.) / 030-555012']],
    ['shortened', 'city', CLIENT, ['x'.repeat(201)]],
    ['notString', 'city', CLIENT, [{ name: 'Zeist' }]],
    ['tooLong', 'postalCode', CLIENT, ['1234 AB, achter de kerk links']],
    ['notBoolean', 'locked', CLIENT, ['misschien']],
    ['unknownDate', 'registeredAt', CLIENT, ['0001-01-01T00:00:00', '/Date(-62135596800000)/']],
    ['invalidDateTime', 'registeredAt', CLIENT, ['2026-13-01T00:00:00Z']],
    ['replaced', 'lastName', CLIENT, ['']],
    ['unknownDate', 'birthDate', PATIENT, ['0000-00-00', '1900-01-01']],
    ['unknownDate', 'deceasedDate', PATIENT, ['9999-12-31']],
    ['invalidDate', 'birthDate', PATIENT, ['2026-02-30', '03/25/2026', '12-03-26', 46_093]],
    ['invalidNumber', 'weightKg', PATIENT, [0]],
    ['notNumber', 'weightKg', PATIENT, ['zwaar']],
    ['invalidNumber', 'headCount', PATIENT, [-1]],
    ['invalidUuid', 'caretakerUuid', PATIENT, ['12']],
    ['readAsOther', 'species', PATIENT, ['Degoe']],
    ['unknownValue', 'kind', PATIENT, ['X']],
    ['invalidNumber', 'chipNumber', PATIENT, ['5.28E+14']],
    ['unknownValue', 'sex', PATIENT, ['x']],
    ['unknownDate', 'dueDate', INVOICE, ['2999-12-31']],
    ['unknownValue', 'currency', INVOICE, ['x']],
    ['insecureUrl', 'paymentUrl', INVOICE, ['http://pay.example']],
    ['tooMany', 'patientNames', INVOICE, [Array(201).fill('Bella')]],
    ['shortened', 'findings', VISIT, ['x'.repeat(10_001)]],
    ['tooLong', 'fileName', VISIT, ['x'.repeat(256)]],
    ['invalidUrl', 'website', PRACTICE, ['geen', 'n.v.t.', 'ftp://x.example']],
  ])('warns with %s about an ambiguous value of %s', (code, field, record, values) => {
    for (const value of values) expect(warningsOf({ ...record, [field]: value })).toEqual([`${field} ${code}`])
  })

  test('reads times of day as systems write them, and warns about opening hours that cannot be', () => {
    const hours = (opens: unknown, closes: unknown) => ({
      ...PRACTICE,
      openingHours: { periods: [{ weekday: '1', opens, closes }] },
    })
    const read = { periods: [{ weekday: 1, opens: '08:30', closes: '17:00' }] }
    expect(readField(hours('8.30 uur', '17:00:00'), 'openingHours')).toEqual(read)
    expect(warningsOf(hours('vroeg', '24:00'))).toEqual(['openingHours.periods[0].opens invalidTime'])
    expect(warningsOf(hours('18:00', '08:00'))).toEqual(['openingHours.periods invalidTimes'])
  })

  test('leaves out an invalid number of the seller, and keeps the address', () => {
    const line = { ...PRACTICE, seller: { city: 'Utrecht', country: 'NL', vatNumber: 'NL1', companyNumber: 12345678 } }
    expect(readField(line, 'seller')).toEqual({ city: 'Utrecht', country: 'NL', companyNumber: '12345678' })
    expect(warningsOf(line)).toEqual(['seller.vatNumber invalidVatNumber'])
  })

  test('warns about values in lists with their position', () => {
    expect(warningsOf({ ...PATIENT, weights: [{ kg: 1 }] })).toEqual(['weights[0].date required'])
    expect(warningsOf({ ...INVOICE, vat: [{ rate: 101, base: 1, amount: 1 }, 5] })).toEqual([
      'vat[0].rate invalidNumber',
      'vat[1] notObject',
    ])
  })

  test('truncates text between characters and telephone numbers between numbers', () => {
    expect(readField({ ...CLIENT, city: `${'x'.repeat(198)}🐕🐕` }, 'city')).toBe(`${'x'.repeat(198)}…`)
    const phone = '030-5550123 (werk) / 06-12345678 (mob.) / 030-555012'
    expect(readField({ ...CLIENT, phone }, 'phone')).toBe('030-5550123 (werk) / 06-12345678 (mob.)')
  })

  test.each<[name: string, record: object, find: string, put: string]>([
    ['a comma after the line', { ...CLIENT, city: 'x' }, '"x"}', '"x"},'],
    ['a tab in a text', { ...CLIENT, city: 'x' }, '"x"', '"Den\tHaag"'],
    ['NaN', { ...PATIENT, weightKg: 0 }, ':0', ':NaN'],
    ['NaN in a list', { ...INVOICE, patientNames: [0, 'Bella'] }, '[0', '[NaN'],
    ['a comma behind the last field', CLIENT, '}', ',}'],
    ['the words of Python', CLIENT, 'false', 'False'],
    ['a path of Windows', { ...CLIENT, city: 'x' }, '"x"', String.raw`"C:\Users\jan"`],
    ['an escaped apostrophe', { ...CLIENT, city: 'x' }, '"x"', String.raw`"O\'Brien"`],
    ['a number with leading zeros', { ...CLIENT, phone: 1 }, ':1', ':0612345678'],
    ['a number without a zero', { ...PATIENT, weightKg: 1 }, ':1', ':.5'],
    ['another case of the kind', CLIENT, '"client"', '" Client"'],
  ])('accepts a line with %s', (_, record, find, put) => {
    const line = JSON.stringify(record)
    expect(line).toContain(find)
    expect(warningsOf(line.replace(find, () => put))).toEqual([])
  })

  test('does not guess a value from text of another language', () => {
    const city = 'a: NaN, b: None, c: [.5], d: 012}'
    expect(readField(`${JSON.stringify({ ...CLIENT, city })},`, 'city')).toBe(city)
    expect(readField(JSON.stringify({ ...CLIENT, phone: 1 }).replace(':1', ':0612345678'), 'phone')).toBe('0612345678')
  })

  test('drops fields that the contract does not have', () => {
    expect(readField({ ...CLIENT, extra: { deep: [1] } }, 'extra')).toBeUndefined()
    expect(warningsOf({ ...CLIENT, extra: 1 })).toEqual([])
  })
})

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
  invoiceLine: { ...full('line item'), invoiceUuid: UUID },
  estimate: { ...full('estimate'), clientUuid: UUID },
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
  invoiceLine: ['invoiceUuid', 'description', 'amount'],
  estimate: ['uuid', 'clientUuid', 'patientUuid', 'date', 'validUntil', 'lines'],
  logbookEntry: ['uuid', 'patientUuid', 'clientUuid', 'date'],
  requestAnswer: ['uuid', 'outcome', 'text'],
}

const TEXTS = "geen|n.v.t.|<b>&amp;</b>|Robert'); drop table client;--|0000-00-00|9999-12-31|2026-02-30|12-03-2026"
const MORE_TEXTS = '/Date(1)/|1e5|€ 1.234,50|J|__proto__|-|{}|null||👩‍⚕️'
const BYTES = [' \r\n', 'x'.repeat(20_000), 'a\0b', 'a\uD800', '\uFEFF', '\u202Ex']
const VALUES = [null, 0, -1, 12.5, 1e300, 20_260_230, true, false, [], {}, [null], [[]], [{}], ['x', 5, null], { x: 1 }]
const WRONG = [...`${TEXTS}|${MORE_TEXTS}`.split('|'), ...BYTES, ...VALUES]

describe.each(RECORD_KINDS)('checkLine for a record of the kind %s', (kind) => {
  const example = { record: kind, ...EXAMPLES[kind] }

  test('returns a valid record unchanged', () => {
    const checked = check(example)
    expect(checked).toMatchObject({ record: JSON.parse(JSON.stringify(example)) })
    expect('warnings' in checked).toBe(false)
  })

  test.each(Object.keys(RECORD_SCHEMAS[kind].fields))('returns only valid values, whatever %s contains', (field) => {
    for (const value of WRONG) {
      const checked = check({ ...example, [field]: value })
      if ('problems' in checked) {
        expect(NEEDED[kind], `${kind}.${field} = ${JSON.stringify(value)?.slice(0, 50)}`).toContain(field)
      } else if ('record' in checked) {
        const { record: _, ...fields } = checked.record
        expect(
          flags(RECORD_SCHEMAS[kind], fields),
          `${kind}.${field} = ${JSON.stringify(value)?.slice(0, 50)}`,
        ).toEqual([])
        expect(JSON.stringify(fields)).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      }
    }
  })
})
