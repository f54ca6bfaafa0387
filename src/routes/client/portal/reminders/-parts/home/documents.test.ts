import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Attachment } from '#contract/schemas/attachment.ts'
import { expect, test } from 'vitest'
import { newestDocuments, documentOfAttachment, documentOfVisit } from './documents.ts'

const visit = (uuid: string, rest: Partial<VisitForm> = {}) => documentOfVisit({ uuid, ...rest } as VisitForm)
const result = (uuid: string, rest: Partial<Attachment> = {}) =>
  documentOfAttachment({ uuid, ...rest } as Attachment, 'lab-results')

test('the three newest of all sorts, the newest first; what has no day comes last', () => {
  const documents = [
    visit('undated'),
    visit('old', { date: '2024-05-06' }),
    result('new', { date: '2026-11-01' }),
    visit('newest', { date: '2026-11-02' }),
  ]
  expect(newestDocuments(documents).map(({ uuid }) => uuid)).toEqual(['newest', 'new', 'old'])
  expect(newestDocuments(documents.slice(0, 2)).map(({ uuid }) => uuid)).toEqual(['old', 'undated'])
})

test('are called by what they are about, or by their file', () => {
  expect(visit('a', { reason: ' Mank ' }).name).toBe('Mank')
  expect(visit('a', { reason: ' ' }).name).toBeUndefined()
  expect(result('a', { name: 'Bloed', fileName: 'b.pdf' }).name).toBe('Bloed')
  expect(result('a', { name: '', fileName: 'b.pdf' }).name).toBe('b.pdf')
  expect(result('a').name).toBeUndefined()
})
