import { expect, test } from 'vitest'
import { type CsvCell, toCsv } from './csv.ts'

const lineOf = (...cells: CsvCell[]) => toCsv([cells]).slice(1)

test('a mark of UTF-8 first, semicolons between, a line end of Windows behind each row', () => {
  expect(
    toCsv([
      ['naam', 'plaats'],
      ['Ünal', 'Den Haag'],
    ]),
  ).toBe('\uFEFFnaam;plaats\r\nÜnal;Den Haag\r\n')
})

test('what is not known is empty', () => {
  expect(lineOf(null, 'x', undefined, '')).toBe(';x;;\r\n')
})

test.each([
  ['a;b', '"a;b"'],
  ['zeg "ja"', '"zeg ""ja"""'],
  ['twee\nregels', '"twee\nregels"'],
  ['a, b', 'a, b'],
  ["in 't Veld", "in 't Veld"],
])('%j is written as %s', (text, written) => {
  expect(lineOf(text)).toBe(`${written}\r\n`)
})

test.each(['=1+1', '+31612345678', '-2', '@SUM(A1)', '\tx'])('%j is no formula', (text) => {
  expect(lineOf(text)).toBe(`'${text}\r\n`)
})

test('a formula that has to be quoted is none either', () => {
  expect(lineOf('=HYPERLINK("x";"y")')).toBe('"\'=HYPERLINK(""x"";""y"")"\r\n')
  expect(lineOf('\r=x')).toBe('"\'\r=x"\r\n')
})

test('a dash or an at sign further on is left alone', () => {
  expect(lineOf('Jansen-de Wit', 'wim@mail.example', 'a=b')).toBe('Jansen-de Wit;wim@mail.example;a=b\r\n')
})

test.each([
  [61.85, '61,85'],
  [-12.5, '-12,50'],
  [0, '0,00'],
  [1342.7, '1342,70'],
])('%j is an amount: %s', (amount, written) => {
  expect(lineOf(amount)).toBe(`${written}\r\n`)
})

test('a minus in front of an amount begins no formula; in front of a text it might', () => {
  expect(lineOf(-12.5, '-12,50')).toBe("-12,50;'-12,50\r\n")
})
