import type { Reminder } from '#contract/schemas/reminder.ts'
import { expect, test } from 'vitest'
import { documentOfAttachment, documentOfVisit, dueByAnimal, newDocuments, toPayOf } from './items.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Attachment } from '#contract/schemas/attachment.ts'
import type { Invoice } from '#src/api/invoices.ts'

const TODAY = '2026-11-23'

const reminder = (uuid: string, date: string | undefined, patientName?: string, patientUuid?: string) =>
  ({ uuid, date, patientName, patientUuid }) as Reminder
const uuidsOf = (reminders: Reminder[]) =>
  dueByAnimal(reminders, TODAY).map((of) => of.map(({ uuid }) => uuid).join(' '))

test('dueByAnimal returns overdue and current reminders by animal, oldest first', () => {
  expect(
    uuidsOf([
      reminder('tomorrow', '2026-11-24', 'Bella', 'b'),
      reminder('undated', undefined, 'Bella', 'b'),
      reminder('today', '2026-11-23', 'Bella', 'b'),
      reminder('simba', '2026-11-20', 'Simba', 's'),
      reminder('late', '2026-09-09', 'Bella', 'b'),
    ]),
  ).toEqual(['late today', 'simba'])
})

test('dueByAnimal groups by uuid, else by name, and leaves other reminders ungrouped', () => {
  expect(
    uuidsOf([
      reminder('1', '2026-01-01', 'Bella', 'b'),
      reminder('2', '2026-01-02', 'Bella', 'c'),
      reminder('3', '2026-01-03', 'Bo'),
      reminder('4', '2026-01-04', 'Bo'),
      reminder('5', '2026-01-05'),
      reminder('6', '2026-01-06'),
    ]),
  ).toEqual(['1', '2', '3 4', '5', '6'])
})

const visit = (uuid: string, rest: Partial<VisitForm> = {}) => documentOfVisit({ uuid, ...rest } as VisitForm)
const result = (uuid: string, rest: Partial<Attachment> = {}) =>
  documentOfAttachment({ uuid, ...rest } as Attachment, 'lab-results')

const LATER_DAY = '2026-11-26'

test.each([
  ['2026-11-26', true],
  ['2026-09-27', true],
  ['2026-09-26', false],
  ['2024-10-09', false],
  ['2026-11-27', false],
  [undefined, false],
])('newDocuments contains a record of %s: %s', (date, isNew) => {
  expect(newDocuments([visit('a', date ? { date } : {})], LATER_DAY)).toHaveLength(isNew ? 1 : 0)
})

test('newDocuments orders records of all kinds, newest first', () => {
  const documents = [
    ...Array.from({ length: 4 }, (_, index) => visit(`visit-${index}`, { date: `2026-10-0${index + 1}` })),
    result('result', { date: '2026-11-01' }),
    visit('newest', { date: '2026-11-02' }),
  ]
  const order = newDocuments(documents, LATER_DAY).map(({ uuid }) => uuid)
  expect(order.join(' ')).toBe('newest result visit-3 visit-2 visit-1 visit-0')
})

test('newDocuments names a document by its reason, its name or its file name', () => {
  expect(visit('a', { reason: ' Mank ' }).name).toBe('Mank')
  expect(visit('a', { reason: ' ' }).name).toBeUndefined()
  expect(result('a', { name: 'Bloed', fileName: 'b.pdf' }).name).toBe('Bloed')
  expect(result('a', { name: '', fileName: 'b.pdf' }).name).toBe('b.pdf')
  expect(result('a').name).toBeUndefined()
})

const unpaid = (...invoices: Partial<Invoice>[]) => ({
  content: invoices.map(
    (invoice, index) => ({ uuid: `${index}`, status: 'UNPAID', totalInclVat: 5, ...invoice }) as Invoice,
  ),
  page: { number: 0, size: 200, totalPages: 1, totalElements: invoices.length },
})

test('toPayOf returns the next due date from today', () => {
  const invoices = unpaid({ dueDate: '2026-12-05' }, { dueDate: '2026-11-01' }, { dueDate: '2026-11-30' }, {})
  expect(toPayOf(unpaid({ dueDate: TODAY }), TODAY)).toMatchObject({ late: 0, nextDue: TODAY })
  expect(toPayOf(invoices, TODAY)).toEqual({ count: 4, late: 1, sum: 2000, nextDue: '2026-11-30' })
})

test('toPayOf returns no due date for credit notes or for an incomplete list', () => {
  expect(toPayOf(unpaid({ dueDate: '2026-12-05', totalInclVat: -1 }, {}), TODAY)).toMatchObject({ nextDue: undefined })
  const { content, page } = unpaid({ dueDate: '2026-12-05' })
  expect(toPayOf({ content, page: { ...page, totalElements: 9 } }, TODAY)).toMatchObject({
    nextDue: undefined,
    sum: null,
  })
})

test('toPayOf returns null if nothing is owed', () => {
  expect(toPayOf(unpaid(), TODAY)).toBeNull()
  expect(toPayOf(unpaid({ totalInclVat: -5 }), TODAY)).toBeNull()
})

test('toPayOf includes an overdue invoice even if a credit note is larger', () => {
  const late = { dueDate: '2026-11-01', totalInclVat: 11 }
  const expected = { count: 1, late: 1, sum: null, nextDue: undefined }
  expect(toPayOf(unpaid(late, { totalInclVat: -25 }), TODAY)).toEqual(expected)
  expect(toPayOf(unpaid(late, { totalInclVat: -11 }), TODAY)).toEqual(expected)
  expect(toPayOf(unpaid(late, { totalInclVat: -10 }), TODAY)).toMatchObject({ late: 1, sum: 100 })
  expect(toPayOf(unpaid({ ...late, dueDate: TODAY }, { totalInclVat: -25 }), TODAY)).toBeNull()
})
