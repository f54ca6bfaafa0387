import { expect, test } from 'vitest'
import { type CsvCell, centsCell, numberCell, toCsv } from './csv.ts'

const lineOf = (...cells: CsvCell[]) => toCsv([cells]).slice(1)

test('toCsv starts with a byte order mark, separates fields by semicolons and ends lines with CRLF', () => {
  const rows = ['naam plaats', 'Ünal Zeist'].map((row) => row.split(' '))
  expect(toCsv(rows)).toBe('\uFEFFnaam;plaats\r\nÜnal;Zeist\r\n')
})

test('toCsv writes unknown values as empty fields', () => {
  expect(lineOf(null, 'x', undefined, '')).toBe(';x;;\r\n')
})

test.each([
  ['a;b', '"a;b"'],
  ['zeg "ja"', '"zeg ""ja"""'],
  ['twee\nregels', '"twee\nregels"'],
  ['a, b', 'a, b'],
  ["in 't Veld", "in 't Veld"],
])('toCsv writes %j as %s', (text, written) => {
  expect(lineOf(text)).toBe(`${written}\r\n`)
})

test('toCsv escapes a text that begins a formula, even after blanks or quotes', () => {
  const ascii = ['=1+1', '+31612345678', '-2', '@SUM(A1)', '\tx', ' =1', '\u200b=1', '\u0000=1', "'=1"]
  for (const text of [...ascii, '＝1+1', '−1', '\u3000＝1', '“=1']) expect(lineOf(text)).toBe(`'${text}\r\n`)
})

test.each(['\n=1', '\rx', '\r\n@x', '"=1', '=HYPERLINK("x";"y")'])('toCsv escapes and quotes %j', (text) => {
  expect(lineOf(text)).toBe(`"'${text.replaceAll('"', '""')}"\r\n`)
})

test.each(['Bello,=1+1', 'x\t@SUM(A1)', 'x, ＝1'])(
  'toCsv quotes %j, because a cell could end at the comma or tab',
  (text) => {
    expect(lineOf(text)).toBe(`"${text}"\r\n`)
  },
)

test.each(["'s-Gravenhage", ' x=1', '06-12345678', '12,50', '“x”', 'a,b', 'wim@mail.example'])(
  'toCsv writes %j unchanged',
  (text) => {
    expect(lineOf(text)).toBe(`${text}\r\n`)
  },
)

test.each([' ', ',', 'x\t', '\u200b'])('toCsv escapes a million times %j in linear time', (repeated) => {
  const text = repeated.repeat(1_000_000)
  const before = process.cpuUsage()
  expect(lineOf(text)).toBe(`${text}\r\n`)
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

test.each([
  [centsCell(6185), '61,85'],
  [centsCell(-1250), '-12,50'],
  [centsCell(0), '0,00'],
  [numberCell(1342.7), '1342,7'],
  [numberCell(-0.125), '-0,125'],
])('toCsv writes the number %s as %s', (amount, written) => {
  expect(lineOf(amount)).toBe(`${written}\r\n`)
})

test('toCsv escapes a leading minus sign in a text, not in a number', () => {
  expect(lineOf(numberCell(-12.5), '-12,50')).toBe("-12,5;'-12,50\r\n")
})
