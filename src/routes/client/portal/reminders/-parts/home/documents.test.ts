import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Attachment } from '#contract/schemas/attachment.ts'
import { expect, test } from 'vitest'
import { newDocuments, documentOfAttachment, documentOfVisit } from './documents.ts'

const visit = (uuid: string, rest: Partial<VisitForm> = {}) => documentOfVisit({ uuid, ...rest } as VisitForm)
const result = (uuid: string, rest: Partial<Attachment> = {}) =>
  documentOfAttachment({ uuid, ...rest } as Attachment, 'lab-results')

const TODAY = '2026-11-26'

test.each([
  ['2026-11-26', true],
  ['2026-09-27', true],
  ['2026-09-26', false],
  ['2024-10-09', false],
  ['2026-11-27', false],
  [undefined, false],
])('newDocuments has a record of %s: %s', (date, isNew) => {
  expect(newDocuments([visit('a', date ? { date } : {})], TODAY)).toHaveLength(isNew ? 1 : 0)
})

test('newDocuments orders all kinds, newest first', () => {
  const documents = [
    ...Array.from({ length: 4 }, (_, index) => visit(`visit-${index}`, { date: `2026-10-0${index + 1}` })),
    result('result', { date: '2026-11-01' }),
    visit('newest', { date: '2026-11-02' }),
  ]
  const order = newDocuments(documents, TODAY).map(({ uuid }) => uuid)
  expect(order.join(' ')).toBe('newest result visit-3 visit-2 visit-1 visit-0')
})

test('a document is named by its reason, its name or its file', () => {
  expect(visit('a', { reason: ' Mank ' }).name).toBe('Mank')
  expect(visit('a', { reason: ' ' }).name).toBeUndefined()
  expect(result('a', { name: 'Bloed', fileName: 'b.pdf' }).name).toBe('Bloed')
  expect(result('a', { name: '', fileName: 'b.pdf' }).name).toBe('b.pdf')
  expect(result('a').name).toBeUndefined()
})
