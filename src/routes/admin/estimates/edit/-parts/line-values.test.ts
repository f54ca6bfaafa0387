import { expect, test } from 'vitest'
import { centsOfLine, emptyLine, lineOf, pastedLines, typedNumber, valueOfLine } from './line-values.ts'

const line = (more: object) => ({ ...emptyLine(0), description: 'Consult', ...more })

test.each([
  ['12,50', ',', 12.5],
  ['1.234,5', ',', 1234.5],
  ['€ 1,234.50', '.', 1234.5],
  ['-10', ',', -10],
  ['€ -2,5', ',', -2.5],
  ['', ',', undefined],
  ['gratis', ',', undefined],
])('typedNumber reads %j with the decimal symbol %s', (text, symbol, number) => {
  expect(typedNumber(text, symbol)).toBe(number)
})

test('centsOfLine multiplies exactly, subtracts the discount, and has a range if one is typed', () => {
  expect(centsOfLine(line({ quantity: '3', unitPrice: '1,005' }), ',')).toEqual({ from: 302, to: 302 })
  expect(centsOfLine(line({ unitPrice: '10', amountTo: '12', kept: { discount: 1 } }), ',')).toEqual({
    from: 900,
    to: 1200,
  })
  expect(centsOfLine(line({}), ',')).toEqual({ from: 0, to: 0 })
})

test('lineOf and valueOfLine keep each other unchanged, with the fields that the form does not show', () => {
  const sent = {
    date: '2026-01-01',
    patientUuid: undefined,
    patientName: 'Bella',
    unit: 'ml',
    discount: 1.5,
    description: 'Spoeling',
    quantity: 2.5,
    unitPrice: 4.2,
    vatRate: 9,
    amount: 9,
    amountTo: 12.34,
  }
  expect(lineOf(valueOfLine(sent, 0, ','), ',')).toEqual(sent)
  const bare = { description: 'Consult', amount: 48.5 }
  expect(lineOf(valueOfLine(bare, 0, ','), ',')).toMatchObject({ ...bare, quantity: 1, vatRate: undefined })
})

test('pastedLines reads the rows of a spreadsheet, without its heading', () => {
  const rows = pastedLines('Wat\tPrijs\nConsult\t€ 48,50\r\nPil\t5\t2,35\t9%\n\n', 3)
  expect(rows).toEqual([
    { ...emptyLine(3), description: 'Consult', unitPrice: '48,50' },
    { ...emptyLine(4), description: 'Pil', quantity: '5', unitPrice: '2,35', vatRate: '9' },
  ])
  expect(pastedLines('Consult\nEcho', 0)?.map(({ description }) => description)).toEqual(['Consult', 'Echo'])
  expect(pastedLines('Consult 48,50', 0)).toBeUndefined()
})
