import { expect, test } from 'vitest'
import type { Attachment } from '#contract/attachment.ts'
import type { VisitForm } from '#contract/visit-form.ts'
import { newestPapers, paperOfAttachment, paperOfVisit } from './documents.ts'

const visit = (uuid: string, rest: Partial<VisitForm> = {}) => paperOfVisit({ uuid, ...rest } as VisitForm)
const result = (uuid: string, rest: Partial<Attachment> = {}) =>
  paperOfAttachment({ uuid, ...rest } as Attachment, 'lab-results')

test('the three newest of all sorts, the newest first; what has no day comes last', () => {
  const papers = [
    visit('undated'),
    visit('old', { date: '2024-05-06' }),
    result('new', { date: '2026-11-01' }),
    visit('newest', { date: '2026-11-02' }),
  ]
  expect(newestPapers(papers).map(({ uuid }) => uuid)).toEqual(['newest', 'new', 'old'])
  expect(newestPapers(papers.slice(0, 2)).map(({ uuid }) => uuid)).toEqual(['old', 'undated'])
})

test('are called by what they are about, or by their file', () => {
  expect(visit('a', { reason: ' Mank ' }).name).toBe('Mank')
  expect(visit('a', { reason: ' ' }).name).toBeUndefined()
  expect(result('a', { name: 'Bloed', fileName: 'b.pdf' }).name).toBe('Bloed')
  expect(result('a', { name: '', fileName: 'b.pdf' }).name).toBe('b.pdf')
  expect(result('a').name).toBeUndefined()
})
