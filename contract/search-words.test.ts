import { describe, expect, test } from 'vitest'
import { freeText, hasWords, searchWords } from './search-words.ts'

describe('searchWords', () => {
  test.each([
    ['', []],
    ['  Jan   JANSEN jan', ['jan', 'jansen']],
    ['“ – ” \u200b', []],
    ['528.140.000-123 456', ['528140000123456']],
    ['chip 528 140 000 123 456', ['528140000123456']],
    ['0012', ['12']],
    ['06 12 34', ['61234']],
    ['jansen 06 12345678 bella', ['jansen', '612345678', 'bella']],
    ['+31 (0)6 12', ['310612']],
    ['00712A', ['712a']],
    ['06 12345678 (privé)', ['612345678']],
    ['Kwast-Proefman', ['kwast', 'proefman']],
    ["van't Hof", ['van', 't', 'hof']],
    ['B.V.', ['b']],
    ['v.d. Berg', ['v', 'berg']],
    ['mevr. Jansen', ['jansen']],
    ['de heer Jansen', ['jansen']],
    ['de heer', ['de', 'heer']],
    ['3512 JK 12', ['3512jk12']],
    ['3512 JK', ['3512', 'jk']],
    ['info@bücher.example', ['info@bucher.example']],
    ['"Jan" <jan@mail.example>,', ['jan', 'jan@mail.example']],
    ['@hoeve.', ['@hoeve.']],
    ['a b c d e f g h i j k llm n op', ['llm', 'op', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']],
  ])('splits %j into %j', (typed, words) => {
    expect(searchWords(typed).map(({ text }) => text)).toEqual(words)
  })

  test('keeps the digits of a telephone or chip number together', () => {
    expect(searchWords('tel. 06-1234')).toEqual([{ text: '61234', digits: '061234' }])
  })
})

test.each([
  [['Jan Smit', undefined, 'jan@mail.example'], 'jan smit\njan@mail.example'],
  [["Anna d'Hondt-Nuñez"], 'anna dhondt nunez\ndhondtnunez'],
  [['K-0012', ''], 'k 0012\nk12'],
  [['Mail jan@mail.example'], 'mail jan mail example\njanmailexample\njan@mail.example'],
])('freeText joins %j as %j', (texts, text) => {
  expect(freeText(texts)).toBe(text)
})

test.each([
  ['smit jan', true],
  ['SMIT, J.', true],
  ['', false],
  ['smit bella', false],
])('hasWords for %j is %s', (typed, expected) => {
  expect(hasWords(freeText(['Jan Smit']), searchWords(typed))).toBe(expected)
})
