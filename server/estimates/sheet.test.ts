import { expect, test } from 'vitest'
import type { EstimateLine } from '#contract/schemas/estimate.ts'
import { estimateSheet } from './sheet.ts'

const parties = { practice: { name: 'DAP De Linde' }, client: { lastName: 'Berg' }, language: 'en' } as const
const content = { date: '2026-06-15', validUntil: '2026-07-15', reason: 'Teeth' }
const terms = { emergency: 'Call us.', confirmation: 'We confirm.' }
const partsOf = (lines: EstimateLine[]) =>
  JSON.parse(JSON.stringify(estimateSheet({ content: { ...content, lines }, terms, contentHash: 'h' }, parties).parts))

test('an estimate has a table with a subtotal for each animal, and VAT at both ends of a range', () => {
  const parts = partsOf([
    { description: 'Examination', patientName: 'Bella', vatRate: 21, amount: 121 },
    { description: 'Extraction', patientName: 'Bella', vatRate: 21, amount: 0, amountTo: 242 },
    { description: 'Food', patientName: 'Simba', vatRate: 9, amount: 10.9 },
  ])
  expect(parts).toMatchObject([
    { heading: 'Reason' },
    {
      heading: 'Bella',
      rows: [
        ['Examination', '21%', '€121.00'],
        ['Extraction', '21%', '€0.00 – €242.00'],
        ['Subtotal', '', '€121.00 – €363.00'],
      ],
    },
    {
      heading: 'Simba',
      rows: [
        ['Food', '9%', '€10.90'],
        ['Subtotal', '', '€10.90'],
      ],
    },
    {
      rows: [
        ['21%', '€100.00 – €300.00', '€21.00 – €63.00'],
        ['9%', '€10.00', '€0.90'],
      ],
    },
    { kind: 'sums', rows: [{ value: '€131.90 – €373.90' }] },
    { kind: 'note' },
    { kind: 'note', text: expect.stringContaining('lowest and the highest') },
    ...Array.from({ length: 3 }, () => ({ kind: 'note' })),
  ])
})

test('an estimate without a range or VAT rates has neither their note nor their table', () => {
  const parts: { kind: string }[] = partsOf([{ description: 'Examination', amount: 121 }])
  expect(parts.map(({ kind }) => kind)).toEqual(['text', 'table', 'sums', 'note', 'note', 'note', 'note'])
})
