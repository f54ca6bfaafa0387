import { describe, expect, test, vi } from 'vitest'
import { ENTITIES, type EntityExample } from '#harness/entity-examples.ts'
import { readAttachments } from './attachments.ts'
import { readAudit } from './access-log.ts'
import { readClient, readClients } from './clients.ts'
import { readInvoices } from './invoices.ts'
import { readLogbook } from './logbook.ts'
import { readPatients } from './patients.ts'
import { readPractice } from './practices.ts'
import { readReminders } from './reminders.ts'
import { readStaff, readStaffProposals } from './staff.ts'
import { read, tokenOf } from './response-readers.ts'
import { readUser } from './user.ts'
import { readVisitForms } from './visit-forms.ts'

type Bag = Record<string, unknown>
const first = (read: (response: unknown) => { content: unknown[] }) => (value: unknown) =>
  read([value]).content[0] as Bag
const alone = (read: (response: unknown) => unknown[]) => (value: unknown) => read([value])[0] as Bag

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
/** Required fields that stay absent: no empty value exists, and screens omit the field. */
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

/** Empty value of a field. A client here is not part of a list, so its id stays empty. */
const empty = (one: (typeof fields)[number]) => (one.name === 'client' && one.field === 'uuid' ? '' : emptyOf(one))

/** Invalid values by the expected type of the field. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  array: ['x', 5, { 0: 'x' }],
  object: ['x', 5, true, [1]],
  string: [true, ['x'], { x: 1 }],
  number: ['x', ['x'], {}],
  boolean: ['x', ['x'], {}],
}

describe.each(entities)('the reader of a $name', ({ read, name, full }) => {
  test('returns a complete record unchanged', () => expect(read(full)).toEqual(full))

  test('fills absent fields with default values', () => {
    const known = Object.entries(read({})).filter(([, value]) => value !== undefined)
    const expected = fields.filter((one) => one.name === name).map((one) => [one.field, empty(one)])
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(expected.filter(([, value]) => value !== undefined)))
  })
})

test.each(fields)('$field of a $name gets its default value if it is missing, null or of another type', (one) => {
  const { read, full, field, nullable } = one
  const { [field]: value, ...others } = full
  const put = (known: unknown) => (known === undefined ? others : { ...others, [field]: known })
  expect(read(others)).toEqual(put(empty(one)))
  expect(read({ ...full, [field]: null })).toEqual(put(nullable.includes(field) ? null : empty(one)))
  // A single word is a valid value of `roles`.
  const invalid = field === 'roles' ? [] : empty(one)
  for (const other of WRONG[Array.isArray(value) ? 'array' : typeof value]!)
    expect(read({ ...full, [field]: other })).toEqual(put(invalid))
})

test('replaces a lone surrogate in a text', () => {
  expect(readPractice({ id: 'a\uD83D', name: 'A' })).toEqual({ id: 'a\uFFFD', name: 'A' })
})

test('replaces a repeated or blank id by the position in the list', () => {
  const ids = (uuids: string[]) => readReminders(uuids.map((uuid) => ({ uuid }))).content.map(({ uuid }) => uuid)
  expect(ids(['a', 'a', ' ', 'b', 'a'])).toEqual(['a', '#1', '#2', 'b', '#4'])
})

test.each([
  ['staff', readStaff],
  ['proposed staff', readStaffProposals],
])('replaces a repeated or blank id of %s by the position in the list', (_name, read) => {
  expect(read(['a', 'a', '', 'b'].map((id) => ({ id }))).map(({ id }) => id)).toEqual(['a', '#1', '#2', 'b'])
})

test('accepts numbers as ids and texts as amounts', () => {
  expect(readPractice({ id: 17, name: 'De Waag' })).toEqual({ id: '17', name: 'De Waag' })
  const [invoice] = readInvoices([{ uuid: 5, totalInclVat: '12.50', openAmount: '', paidAmount: 'x' }]).content
  expect(invoice).toEqual({ uuid: '5', date: '', totalInclVat: 12.5 })
})

test.each([
  ['12,50', 12.5],
  [' -7,5 ', -7.5],
  ['12.50', 12.5],
  [12.5, 12.5],
  ['1,234', undefined],
  ['€ 12,50', undefined],
])('reads the amount %j as %j', (given, amount) => {
  expect(readInvoices([{ uuid: 'a', openAmount: given }]).content[0]?.openAmount).toBe(amount)
})

test('ignores the letter case of enumerated values, and keeps unknown species', () => {
  for (const status of ['paid', ' PAID ', 'Paid'])
    expect(readInvoices([{ uuid: 'a', status }]).content[0]?.status).toBe('PAID')
  const patients = [{ species: 'dog', sex: 'Male' }, { species: 'Lama' }, { species: 'constructor' }]
  expect(readPatients(patients).map(({ species, sex }) => [species, sex])).toEqual([
    ['DOG', 'MALE'],
    ['Lama', undefined],
    ['constructor', undefined],
  ])
  expect(['EN', 'fr'].map((language) => readUser({ language }).language)).toEqual(['en', undefined])
})

test('reads a timestamp as its local date, and an impossible date as empty', () => {
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  const read: Record<string, string> = {
    '2026-03-12T23:30:00+01:00': '2026-03-12',
    '2026-11-19T23:00:00Z': '2026-11-20',
    '2026-11-19T23:00:00.000+0000': '2026-11-20',
    '2026-07-20T22:30:00+00:00': '2026-07-21',
    '2026-11-20T00:30:00': '2026-11-20',
    '2026-11-20T00:00:00Z': '2026-11-20',
    '2026-02-30T10:00:00': '',
    '2026-02-30': '',
    '12 maart': '',
    '1899-01-01': '',
  }
  const reminders = Object.keys(read).map((date) => ({ date }))
  expect(readReminders(reminders).content.map(({ date }) => date)).toEqual(Object.values(read))
})

test('omits list items that are not objects or lack required fields', () => {
  const [patient] = readPatients([{ weights: [null, 3, { kg: 3 }, { date: '2026-03-12', kg: '3.5' }] }])
  expect(patient!.weights).toEqual([{ date: '2026-03-12', kg: 3.5 }])
  const [visit] = readVisitForms([{ medication: [null, 'x', {}, { product: 'Penivet', days: null }] }]).content
  expect(visit!.medication).toEqual([{ product: '' }, { product: 'Penivet' }])
  expect(readReminders([null, 'x', 5, [], { uuid: 'r' }]).content).toHaveLength(1)
})

test('keeps fields outside the contract', () => {
  const practice = { id: 'a', name: 'A', theme: { dark: true } }
  expect(readPractice(practice)).toEqual(practice)
})

describe('the reader of a page', () => {
  const content = [{ uuid: 'a' }, {}]
  const full = [{ uuid: 'a' }, { uuid: 'b' }]
  const unknown = { number: 'x', totalPages: 'many', totalElements: 'many' }

  const beside = { content, number: '0', size: '2', totalElements: '9' }
  const infinite = { totalElements: Infinity, totalPages: Number.NaN }

  test.each<[string, unknown, number[]]>([
    ['its own numbers', { content, page: { number: 1, size: 2, totalPages: 3, totalElements: 5 } }, [1, 2, 3, 5]],
    ['only a list', content, [0, 2, 1, 2]],
    ['its numbers beside the content, as texts', beside, [0, 2, 5, 9]],
    ['an unknown length, not full', { content: full, page: { ...unknown, size: 5, number: 2 } }, [2, 5, 3, 12]],
    ['a negative total', { content: full, page: { totalElements: -3 } }, [0, 2, 1, 2]],
    ['a total below its content', { content: full, page: { totalElements: 1 } }, [0, 2, 1, 2]],
    ['a fractional total', { content: full, page: { totalElements: 2.5 } }, [0, 2, 1, 2]],
    ['no pages', { content: full, page: { totalElements: 7, totalPages: 0, size: 2 } }, [0, 2, 4, 7]],
    ['too many pages', { content: full, page: { totalElements: 7, totalPages: 1e15, size: 2 } }, [0, 2, 7, 7]],
    ['infinite numbers', { content: full, page: infinite }, [0, 2, 1, 2]],
    ['a negative number and no size', { content: full, page: { number: -1, size: 0 } }, [0, 2, 1, 2]],
  ])('computes page numbers from a response with %s', (_, response, [number, size, totalPages, totalElements]) => {
    expect(readReminders(response).page).toEqual({ number, size, totalPages, totalElements })
  })

  test.each([null, undefined, 'x', 5, {}, { content: null }, { content: {}, page: [] }])(
    'reads %j as an empty page',
    (response) => {
      expect(readReminders(response).page).toEqual({ number: 0, size: 0, totalPages: 0, totalElements: 0 })
    },
  )

  test('numbers items without an id across all pages', () => {
    const page = { number: 1, size: 2, totalPages: 3, totalElements: 5 }
    expect(readReminders({ content, page }).content.map(({ uuid }) => uuid)).toEqual(['a', '#3'])
  })

  test('assumes a next page if a full page has no total', () => {
    const page = { number: 0, size: 2, totalPages: 2, totalElements: 3, isEstimated: true }
    expect(readReminders({ content: full, page: { ...unknown, size: 2 } }).page).toEqual(page)
    expect(readReminders({ content: full, page: { ...unknown, size: 2, totalPages: 9 } }).page.totalPages).toBe(9)
  })
})

test('keeps the valid fields of an audit entry', () => {
  const at = '1970-01-01T00:00:00.000Z'
  expect(readAudit({ content: [{}] }).content).toEqual([{ at, action: '' }])
  const [entry] = readAudit([{ at: 5, changes: { patient: { added: '2' }, client: 'x' }, account: 'x' }]).content
  expect(entry!.changes).toEqual({ patient: { added: 2, updated: 0, unchanged: 0 } })
  expect(entry!.account).toBeUndefined()
})

test('reads values of the wrong type, and null, as absent', () => {
  expect(read.list(read.text)({ a: 1 })).toEqual([])
  expect(tokenOf('x')).toBeUndefined()
  expect(read.orNull(readClients)(null)).toBeNull()
})
