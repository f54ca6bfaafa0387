import { expect, test } from 'vitest'
import { epcText } from './epc.ts'

const TRANSFER = { name: 'De Waag B.V.', iban: 'NL91ABNA0417164300', amount: 6010, reference: '2026-2' }

test('epcText has the eleven lines of EPC069-12', () => {
  expect(epcText(TRANSFER).split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'De Waag B.V.',
    'NL91ABNA0417164300',
    'EUR60.10',
    '',
    '',
    '2026-2',
  ])
})

test.each([
  [1, 'EUR0.01'],
  [100, 'EUR1.00'],
  [123_456_789, 'EUR1234567.89'],
])('epcText writes %d cents as %s', (amount, written) => {
  expect(epcText({ ...TRANSFER, amount })).toContain(`\n${written}\n`)
})

test('epcText shortens texts to one line', () => {
  const [name, reference] = ['🐾'.repeat(80), `a\nb\r\n${'x'.repeat(200)}`]
  const lines = epcText({ ...TRANSFER, name, reference }).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines[5]).toBe('🐾'.repeat(70))
  expect(lines[10]).toBe(`a b ${'x'.repeat(136)}`)
})
