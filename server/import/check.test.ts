import { describe, expect, test } from 'vitest'
import { checkLine } from './check.ts'

const CLIENT = {
  record: 'client',
  uuid: '0ed90475-9531-485d-9d9d-c9f81818e811',
  practiceId: 'de-krekel',
  lastName: 'Mulder',
  locked: false,
}
const INVOICE = {
  record: 'invoice',
  uuid: '66836886-a260-4d0b-bb45-145c1a81682c',
  clientUuid: CLIENT.uuid,
  status: 'PAID',
  date: '2026-08-09',
  totalInclVat: 121,
}
/** A list in a list, and so on. */
const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)])
const problemsOf = (record: unknown) => {
  const checked = checkLine(7, typeof record === 'string' ? record : JSON.stringify(record))
  return 'problems' in checked ? checked.problems.map(({ line, field, reason }) => `${line} ${field}: ${reason}`) : []
}

test('a good record passes, whatever else it holds', () => {
  expect(problemsOf({ ...CLIENT, extra: { deep: [1] }, email: null })).toEqual([])
  expect(problemsOf({ ...CLIENT, extra: nested(19) })).toEqual([])
  expect(problemsOf({ ...INVOICE, patientNames: Array(200).fill('Bella') })).toEqual([])
  expect(problemsOf({ ...INVOICE, creditFor: null, totalInclVat: -12.5 })).toEqual([])
})

test('uuids are read in any case', () => {
  const checked = checkLine(1, JSON.stringify({ ...CLIENT, uuid: CLIENT.uuid.toUpperCase() }))
  expect(checked).toMatchObject({ record: { uuid: CLIENT.uuid } })
})

describe('says what is wrong', () => {
  test.each<[unknown, string[]]>([
    ['{', ['7 : is not JSON']],
    ['[]', ['7 : is not a JSON object']],
    ['null', ['7 : is not a JSON object']],
    ['{}', ['7 record: is missing']],
    [{ ...CLIENT, city: nested(20) }, ['7 : is nested deeper than 20 levels']],
    [
      { record: 'toString' },
      [
        '7 record: is none of practice, user, client, patient, reminder, appointment, visitForm, attachment, invoice, logbookEntry, requestAnswer',
      ],
    ],
    [{ ...CLIENT, uuid: undefined }, ['7 uuid: is missing']],
    [{ ...CLIENT, uuid: 12 }, ['7 uuid: is not a text']],
    [{ ...CLIENT, uuid: '12' }, ['7 uuid: is not a UUID']],
    [{ ...CLIENT, practiceId: undefined }, ['7 practiceId: is missing']],
    [{ ...CLIENT, lastName: null }, ['7 lastName: is missing']],
    [{ ...CLIENT, lastName: ' ' }, ['7 lastName: is missing']],
    [{ ...CLIENT, locked: 'false' }, ['7 locked: is not true or false']],
    [{ ...CLIENT, city: null }, ['7 city: may not be null']],
    [{ ...CLIENT, city: 'x'.repeat(201) }, ['7 city: is longer than 200 characters']],
    [
      { ...CLIENT, city: 'a\0b' },
      ['7 city: holds a character that cannot be stored, a line break, or an invisible one in a name'],
    ],
    [
      { ...CLIENT, city: 'a\uD800' },
      ['7 city: holds a character that cannot be stored, a line break, or an invisible one in a name'],
    ],
    [
      { ...CLIENT, street: 'a\nb' },
      ['7 street: holds a character that cannot be stored, a line break, or an invisible one in a name'],
    ],
    [{ ...CLIENT, email: 'nobody' }, ['7 email: is not an e-mail address']],
    [
      { ...CLIENT, registeredAt: '2026-02-03' },
      ['7 registeredAt: is not a time with an offset, as 2026-03-12T09:30:00+01:00'],
    ],
    [{ ...INVOICE, clientUuid: undefined }, ['7 clientUuid: is missing']],
    [{ ...INVOICE, date: '2026-02-30' }, ['7 date: is not a day written as YYYY-MM-DD']],
    [{ ...INVOICE, status: 'OPEN' }, ['7 status: is none of PAID, UNPAID']],
    [{ ...INVOICE, totalInclVat: '121' }, ['7 totalInclVat: is not a number']],
    [{ ...INVOICE, totalInclVat: 1.005 }, ['7 totalInclVat: is not an amount with at most two decimals']],
    [{ ...INVOICE, patientNames: 'Bella' }, ['7 patientNames: is not a list']],
    [{ ...INVOICE, patientNames: Array(201).fill('Bella') }, ['7 patientNames: has more than 200 entries']],
    [
      { ...INVOICE, vat: [{ rate: 6, base: 1, amount: 1 }, 5] },
      ['7 vat[0].rate: is none of 21, 9, 0', '7 vat[1]: is not an object'],
    ],
    [
      { record: 'logbookEntry', date: '2026-01-01', description: 'x' },
      ['7 patientUuid: is missing', '7 uuid: is missing'],
    ],
    [{ record: 'user', username: 'a@b.example', practiceId: 'x', roles: [] }, ['7 roles: is missing']],
    [
      { record: 'user', username: 'a@b.example', practiceId: 'x', roles: ['PORTAL_USER'] },
      ['7 roles[0]: is none of CLINIC_USER, CLINIC_ADMIN'],
    ],
    [{ record: 'practice', id: 'a/b', name: 'x' }, ['7 id: may hold letters, digits, ".", "_" and "-" only']],
    [
      { record: 'practice', id: 'a', name: 'x', website: 'ftp://x' },
      ['7 website: is not an http or https address without a user'],
    ],
  ])('of %j', (record, problems) => {
    expect(problemsOf(record).toSorted()).toEqual(problems)
  })
})

test.each<[unknown, object]>([
  ['{', { code: 'notJson' }],
  [{ ...CLIENT, uuid: undefined }, { code: 'required' }],
  [{ ...CLIENT, uuid: 12 }, { code: 'notString' }],
  [{ ...CLIENT, city: null }, { code: 'null' }],
  [
    { ...CLIENT, city: 'x'.repeat(201) },
    { code: 'tooLong', value: '200' },
  ],
  [{ ...CLIENT, email: 'nobody' }, { code: 'invalidEmail' }],
  [
    { ...INVOICE, status: 'OPEN' },
    { code: 'unknownValue', value: 'PAID, UNPAID' },
  ],
  [
    { ...INVOICE, patientNames: Array(201).fill('Bella') },
    { code: 'tooMany', value: '200' },
  ],
])('says it by a code as well: of %j', (record, said) => {
  const checked = checkLine(7, typeof record === 'string' ? record : JSON.stringify(record))
  expect(checked).toMatchObject({ problems: [said] })
})

test('a line without end of lists in lists is one problem, and its record is known', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(checkLine(7, `{"record":"client","uuid":"${CLIENT.uuid}","city":${deep}}`)).toEqual({
    line: 7,
    problems: [{ line: 7, field: '', reason: 'is nested deeper than 20 levels', code: 'tooDeep', value: '20' }],
    kind: 'client',
    key: CLIENT.uuid,
  })
})

test('a list without end is one problem', () => {
  const withRoles = (count: number) => ({
    record: 'user',
    username: 'a@b.example',
    practiceId: 'x',
    roles: Array(count).fill('CLINIC_USER'),
  })
  expect(problemsOf(withRoles(10_001))).toEqual(['7 roles: has more than 10000 entries'])
  expect(problemsOf(withRoles(10_000))).toEqual([])
})

test('remembers which record was wrong', () => {
  expect(checkLine(1, JSON.stringify({ ...CLIENT, uuid: CLIENT.uuid.toUpperCase(), email: 5 }))).toMatchObject({
    kind: 'client',
    key: CLIENT.uuid,
  })
})
