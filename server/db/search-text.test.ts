import { expect, test } from 'vitest'
import { clientSearchText, patientSearch, searchWords } from './search-text.ts'

test.each([
  [{}, ''],
  [{ client_number: '100001', email: null, call_name: 'Zoë' }, ' 100001 zoe'],
  [{ client_number: 'K-1001' }, ' k-1001 k 1001'],
  [{ email: 'J.de.Vries@Mail.example' }, ' j.de.vries@mail.example de vries'],
  [
    { first_name: 'Jean-Pierre', company_name: 'Stal  ‘De Hoeve’ B.V.' },
    " jean-pierre jean pierre stal 'de de hoeve' hoeve b.v. b v",
  ],
  // Said twice, kept once.
  [{ call_name: 'Anna', first_name: 'Anna Maria' }, ' anna maria'],
])('of a client %o', (client, text) => {
  expect(clientSearchText(client)).toBe(text)
})

test('what is too long for an index loses its last words, never a part of one', () => {
  const words = Array.from({ length: 25 }, (_, index) => `${'犬'.repeat(7)}${index}`)
  const text = clientSearchText({ client_number: '7', company_name: words.join(' ') })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500)
  expect(Buffer.byteLength(text)).toBeGreaterThan(470)
  expect(['7', ...words].join(' ').startsWith(text.slice(1))).toBe(true)
  expect(words).toContain(text.split(' ').at(-1))
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
  ['a b c d e f g h i j k llm n op', ['llm', 'op', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']],
])('the words of “%s”', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})
