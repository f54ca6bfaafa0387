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

test.each([
  '=1+1',
  '+31612345678',
  '-2',
  '@SUM(A1)',
  '\tx',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '−1',
  ' =1',
  '\u00a0=1',
  '\u3000＝1',
  '\u200b=1',
  '\ufeff=1',
  '\u2060\u200d+1',
  '\u0000=1',
  "'=1",
  '“=1',
])('escapes %j, which begins a formula', (text) => {
  expect(lineOf(text)).toBe(`'${text}\r\n`)
})

test.each(['\n=1', '\nx', '\rx', '\r\n@x', '"=1', ' "\n-1'])('escapes and quotes %j', (text) => {
  expect(lineOf(text)).toBe(`"'${text.replaceAll('"', '""')}"\r\n`)
})

test.each(['Bello,=1+1', 'x\t@SUM(A1)', 'x, ＝1'])('quotes %j, where a cell could end at the comma or tab', (text) => {
  expect(lineOf(text)).toBe(`"${text}"\r\n`)
})

test.each(["'s-Gravenhage", ' x=1', '06-12345678', '12,50', '\u200bx', '“x”', ',x', 'a,b'])(
  'leaves %j alone',
  (text) => {
    expect(lineOf(text)).toBe(`${text}\r\n`)
  },
)

test.each([' ', ',', 'x\t', '\u200b'])('escapes a million times %j in linear time', (repeated) => {
  const text = repeated.repeat(1_000_000)
  const before = process.cpuUsage()
  expect(lineOf(text)).toBe(`${text}\r\n`)
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
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
