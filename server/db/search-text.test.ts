import { expect, test } from 'vitest'
import { clientSearchText, patientSearch, searchWords } from './search-text.ts'

test.each([
  [{}, '\t\t'],
  [{ client_number: '100001', email: null, call_name: 'Zoë' }, '\t 100001 zoe\t'],
  [{ client_number: 'K-1001' }, '\t k-1001 k 1001\t'],
  [{ email: 'J.de.Vries@Mail.example' }, '\t de vries\t j.de.vries@mail.example'],
  [
    { first_name: 'Jean-Pierre', company_name: 'Stal  ‘De Hoeve’ B.V.' },
    "\t jean-pierre jean pierre stal 'de de hoeve' hoeve b.v. b v\t",
  ],
  // Said twice, kept once.
  [{ call_name: 'Anna', first_name: 'Anna Maria' }, '\t anna maria\t'],
  [{ phone: '+31 (0)182-61 31 45', mobile: '0031 6 12345678' }, '0182613145,0612345678\t\t'],
  [{ phone: '+32 475 12 34 56', mobile: '-' }, '0032475123456\t\t'],
  [{ phone: '06-12345678', mobile: '06 1234 5678' }, '0612345678\t\t'],
])('of a client %o', (client, text) => {
  expect(clientSearchText(client)).toBe(text)
})

test('what is too long for an index loses its last words, never a part of one', () => {
  const words = Array.from({ length: 25 }, (_, index) => `${'犬'.repeat(7)}${index}`)
  const text = clientSearchText({ client_number: '7', company_name: words.join(' '), mobile: '0612345678' })
  const [telephones, found = ''] = text.split('\t')
  expect(telephones).toBe('0612345678')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500)
  expect(Buffer.byteLength(text)).toBeGreaterThan(460)
  expect(['7', ...words].join(' ').startsWith(found.slice(1))).toBe(true)
  expect(words).toContain(found.split(' ').at(-1))
})

test.each([
  ['Bella', undefined, 'bella', null, null],
  ['Mister Bean', '528 140 000 123 456', 'mister bean', ' bean', '528140000123456'],
  ['Kleine-Pip', ' ', 'kleine-pip', ' kleine pip', null],
])('of the animal %s', (name, chip, search_name, search_words, chip_number) => {
  expect(patientSearch(name, chip)).toEqual({ search_name, search_words, chip_number })
})

test.each([
  ['', []],
  ['  Jan   JANSEN jan', ['jan', 'jansen']],
  ['528.140.000-123 456', ['528140000123456']],
  ['1001', ['1001']],
  ['06 12 34', ['061234']],
  ['jansen 06 12345678 bella', ['jansen', '0612345678', 'bella']],
  ['+31 (0)6 12', ['+310612']],
  ['(0182) 61', ['018261']],
  ['06-1234', ['06-1234']],
  ['0-12', ['0-12']],
  ['34 56', ['3456']],
  ['bella 34 56', ['bella', '34', '56']],
  ['a b c d e f g h i j k llm n op', ['llm', 'op', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']],
])('the words of “%s”', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})
