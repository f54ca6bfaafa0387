import { describe, expect, test, vi } from 'vitest'
import { ENTITIES, type EntityExample } from '#contract/schemas/entity-examples.ts'
import { readAttachments } from './attachments.ts'
import { readAudit } from './access-log.ts'
import { readClient, readClients } from './clients.ts'
import { readInvoices } from './invoices.ts'
import { readLogbook } from './logbook.ts'
import { readPatients } from './patients.ts'
import { readPractice } from './practices.ts'
import { readReminders } from './reminders.ts'
import { read, tokenOf } from './tolerate.ts'
import { readUser } from './user.ts'
import { readVisitForms } from './visit-forms.ts'

type Bag = Record<string, unknown>
const first = (read: (answer: unknown) => { content: unknown[] }) => (value: unknown) => read([value]).content[0] as Bag
const alone = (read: (answer: unknown) => unknown[]) => (value: unknown) => read([value])[0] as Bag

const READ: Record<string, (value: unknown) => Bag> = {
  practice: (value) => ({ ...readPractice(value) }),
  user: (value) => ({ ...readUser(value) }),
  client: (value) => ({ ...readClient(value) }),
  patient: alone(readPatients),
  reminder: first(readReminders),
  invoice: first(readInvoices),
  'visit form': first(readVisitForms),
  attachment: first(readAttachments),
  'logbook entry': alone(readLogbook),
}
/** What has no empty value that would be true: the screens say nothing of it. */
const ABSENT = ['user language', 'invoice status', 'invoice totalInclVat']

const EXAMPLES: Readonly<Record<string, EntityExample>> = ENTITIES
const entities = Object.entries(READ).map(([name, read]) => ({ name, read, ...EXAMPLES[name]! }))
const fields = entities.flatMap((entity) => Object.keys(entity.full).map((field) => ({ ...entity, field })))

function emptyOf({ name, field, full, required }: (typeof fields)[number]): unknown {
  if (field === 'uuid' && name !== 'logbook entry') return '#0'
  if (!required.includes(field) || ABSENT.includes(`${name} ${field}`)) return undefined
  const value = full[field]
  return Array.isArray(value) ? [] : typeof value === 'boolean' ? false : ''
}

/** A client is no item of a list here, and has no place in one. */
const empty = (one: (typeof fields)[number]) => (one.name === 'client' && one.field === 'uuid' ? '' : emptyOf(one))

test.each(entities)('a whole $name is read as it is', ({ read, full }) => {
  expect(read(full)).toEqual(full)
})

test.each(entities)('of a $name of which nothing is known every field is empty', ({ read, name }) => {
  const known = Object.entries(read({})).filter(([, value]) => value !== undefined)
  const expected = fields.filter((one) => one.name === name).map((one) => [one.field, empty(one)])
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(expected.filter(([, value]) => value !== undefined)))
})

describe.each(fields)('$field of a $name', (one) => {
  const { read, full, field, nullable } = one
  const { [field]: value, ...others } = full
  const expected = (known: unknown) => (known === undefined ? others : { ...others, [field]: known })

  test('missing', () => expect(read(others)).toEqual(expected(empty(one))))
  test('null', () =>
    expect(read({ ...full, [field]: null })).toEqual(expected(nullable.includes(field) ? null : empty(one))))

  const kind = Array.isArray(value) ? 'array' : typeof value
  const wrong = kind === 'object' ? ['x', 5, true, [1]] : kind === 'string' ? [true, ['x']] : ['x', ['x'], {}]
  test.each(kind === 'array' ? ['x', 5, { 0: 'x' }] : [...wrong, ...(kind === 'object' ? [] : [{ x: 1 }])])(
    'of another type: %j',
    (other) => {
      // The roles of an API may be one word.
      expect(read({ ...full, [field]: other })).toEqual(expected(field === 'roles' ? [] : empty(one)))
    },
  )
})

test('half a character is none', () => {
  expect(readPractice({ id: 'a\uD83D', name: 'A' })).toEqual({ id: 'a\uFFFD', name: 'A' })
})

test('an id that another one of the list has is not its own', () => {
  const ids = (uuids: string[]) => readReminders(uuids.map((uuid) => ({ uuid }))).content.map(({ uuid }) => uuid)
  expect(ids(['a', 'a', ' ', 'b', 'a'])).toEqual(['a', '#1', '#2', 'b', '#4'])
})

test('numbers that are ids are texts, texts that are numbers are numbers', () => {
  expect(readPractice({ id: 17, name: 'De Waag' })).toEqual({ id: '17', name: 'De Waag' })
  const [invoice] = readInvoices([{ uuid: 5, totalInclVat: '12.50', openAmount: '', paidAmount: 'x' }]).content
  expect(invoice).toEqual({ uuid: '5', date: '', totalInclVat: 12.5 })
})

test.each<[unknown, number | undefined]>([
  ['12,50', 12.5],
  [' -7,5 ', -7.5],
  ['12.50', 12.5],
  [12.5, 12.5],
  ['1,234', undefined],
  ['€ 12,50', undefined],
])('reads the amount %j as %j', (given, amount) => {
  expect(readInvoices([{ uuid: 'a', openAmount: given }]).content[0]?.openAmount).toBe(amount)
})

test.each(['paid', ' PAID ', 'Paid'])('reads the status %j as PAID', (status) => {
  expect(readInvoices([{ uuid: 'a', status }]).content[0]?.status).toBe('PAID')
})

test('days that are moments, and days that do not exist', () => {
  const dates = ['2026-03-12T23:30:00+01:00', '2026-02-30', '12 maart', '1899-01-01']
  expect(readReminders(dates.map((date) => ({ date }))).content.map(({ date }) => date)).toEqual([
    '2026-03-12',
    '',
    '',
    '',
  ])
})

test('the day of a moment is that of the calendar here, by which today is told as well', () => {
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  const dates = [
    '2026-11-19T23:00:00Z',
    '2026-11-19T23:00:00.000+0000',
    '2026-07-20T22:30:00+00:00',
    '2026-11-20T00:30:00',
    '2026-11-20T00:00:00Z',
    '2026-02-30T10:00:00',
  ]
  expect(readReminders(dates.map((date) => ({ date }))).content.map(({ date }) => date)).toEqual([
    '2026-11-20',
    '2026-11-20',
    '2026-07-21',
    '2026-11-20',
    '2026-11-20',
    '',
  ])
})

test('words of a set in any case; an unknown one as it came', () => {
  const patients = [{ species: 'dog', sex: 'Male' }, { species: 'Lama' }, { species: 'constructor' }]
  expect(readPatients(patients).map(({ species, sex }) => [species, sex])).toEqual([
    ['DOG', 'MALE'],
    ['Lama', undefined],
    ['constructor', undefined],
  ])
  expect(readUser({ language: 'EN' }).language).toBe('en')
  expect(readUser({ language: 'fr' }).language).toBeUndefined()
})

test('what stands in a list and is nothing is left out', () => {
  const [patient] = readPatients([{ weights: [null, 3, { kg: 3 }, { date: '2026-03-12', kg: '3.5' }] }])
  expect(patient!.weights).toEqual([{ date: '2026-03-12', kg: 3.5 }])
  const [visit] = readVisitForms([{ medication: [null, 'x', {}, { product: 'Penivet', days: null }] }]).content
  expect(visit!.medication).toEqual([{ product: '' }, { product: 'Penivet' }])
  expect(readReminders([null, 'x', 5, [], { uuid: 'r' }]).content).toHaveLength(1)
})

test('fields that the contract does not have stay', () => {
  expect(readPractice({ id: 'a', name: 'A', theme: { dark: true } })).toEqual({
    id: 'a',
    name: 'A',
    theme: { dark: true },
  })
})

describe('a page', () => {
  const content = [{ uuid: 'a' }, {}]
  const ids = ({ content }: { content: { uuid: string }[] }) => content.map(({ uuid }) => uuid)

  test('of its own form', () => {
    const page = { number: 1, size: 2, totalPages: 3, totalElements: 5 }
    const read = readReminders({ content, page })
    expect(read.page).toEqual(page)
    expect(ids(read)).toEqual(['a', '#3'])
  })
  test('as a bare list is all there is', () =>
    expect(readReminders(content).page).toEqual({ number: 0, size: 2, totalPages: 1, totalElements: 2 }))
  test('with its figures beside the content, as texts', () =>
    expect(readReminders({ content, number: '0', size: '2', totalElements: '9' }).page).toEqual({
      number: 0,
      size: 2,
      totalPages: 5,
      totalElements: 9,
    }))
  const full = [{ uuid: 'a' }, { uuid: 'b' }]
  const many = { number: 'x', totalPages: 'many', totalElements: 'many' }
  test('of which nobody can say how many there are has one more, if it is full', () => {
    expect(readReminders({ content: full, page: { ...many, size: 2 } }).page).toEqual({
      number: 0,
      size: 2,
      totalPages: 2,
      totalElements: 3,
      isEstimated: true,
    })
    expect(readReminders({ content: full, page: { ...many, size: 2, totalPages: 9 } }).page.totalPages).toBe(9)
    const last = readReminders({ content: full, page: { ...many, size: 5, number: 2 } })
    expect(last.page).toEqual({ number: 2, size: 5, totalPages: 3, totalElements: 12 })
  })
  test.each([
    [{ totalElements: -3 }, { totalElements: 2, totalPages: 1 }],
    [{ totalElements: 1 }, { totalElements: 2, totalPages: 1 }],
    [{ totalElements: 2.5 }, { totalElements: 2, totalPages: 1 }],
    [
      { totalElements: 7, totalPages: 0, size: 2 },
      { totalElements: 7, totalPages: 4 },
    ],
    [
      { totalElements: 7, totalPages: 1e15, size: 2 },
      { totalElements: 7, totalPages: 7 },
    ],
    [
      { totalElements: Infinity, totalPages: Number.NaN },
      { totalElements: 2, totalPages: 1 },
    ],
    [
      { number: -1, size: 0 },
      { number: 0, size: 2, totalElements: 2, totalPages: 1 },
    ],
  ])('with the figures %j is as long as can be', (page, expected) =>
    expect(readReminders({ content: full, page }).page).toEqual({ number: 0, size: 2, ...expected }),
  )
  test.each([null, undefined, 'x', 5, {}, { content: null }, { content: {}, page: [] }])('of %j is empty', (answer) =>
    expect(readReminders(answer)).toEqual({
      content: [],
      page: { number: 0, size: 0, totalPages: 0, totalElements: 0 },
    }),
  )
})

test('what an API without a trail or words answers is none', () => {
  expect(readAudit({ content: [{}] }).content).toEqual([{ at: '1970-01-01T00:00:00.000Z', action: '' }])
  expect(read.list(read.text)({ a: 1 })).toEqual([])
  expect(tokenOf('x')).toBeUndefined()
  expect(read.orNull(readClients)(null)).toBeNull()
})

test('the changes of an import, as far as they are told', () => {
  const [entry] = readAudit([{ at: 5, changes: { patient: { added: '2' }, client: 'x' }, account: 'x' }]).content
  expect(entry!.changes).toEqual({ patient: { added: 2, updated: 0, unchanged: 0 } })
  expect(entry!.account).toBeUndefined()
})
