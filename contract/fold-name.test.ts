import { describe, expect, test } from 'vitest'
import { foldLastName, foldName, foldText, isSameText, withoutZeros } from './fold-name.ts'

describe('foldText', () => {
  test.each([
    ['accents', 'Müller-Çelik', 'muller celik'],
    ['stacked accents in Vietnamese', 'Phượng Nguyễn Thị Hạnh', 'phuong nguyen thi hanh'],
    ['Polish', 'Łukasz Żółć', 'lukasz zolc'],
    ['the Croatian digraph ǆ', 'ǅamija Ǉubica', 'dzamija ljubica'],
    ['Icelandic', 'Þórsdóttir Guðrún', 'thorsdottir gudrun'],
    ['Nordic', 'Øster Åberg Ærø', 'oster aberg aero'],
    ['Greenlandic ĸ', 'Kristianĸ', 'kristiank'],
    ['German sharp s', 'Weiß GROẞ', 'weiss gross'],
    ['French ligatures', 'Lœwenthal Lætitia', 'loewenthal laetitia'],
    ['Turkish i with and without a dot', 'Yılmaz İnan IŞIK', 'yilmaz inan isik'],
    ['Romanian with comma and cedilla', 'Ștefan Ştefan', 'stefan stefan'],
    ['Catalan l with a dot', 'Col·lell Coŀlell', 'collell collell'],
    ['Dutch ĳ as one character', 'Ĳzeren van Dĳk', 'ijzeren van dijk'],
    ['typographic ligatures', 'Steﬁ Graﬀ', 'stefi graff'],
    ['full-width letters and digits', 'ＪＡＮＳＥＮ　４７１１', 'jansen 4711'],
    ['Greek with accents and both forms of sigma', 'Παπαδόπουλος ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδοπουλοσ παπαδοπουλοσ'],
    ['Cyrillic', 'Пётр Їжак ЙОВЧЕВ', 'петр іжак иовчев'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['Arabic vowel signs and hamza', 'أَحْمَد', 'احمد'],
    ['vowels of Devanagari', 'कि का', 'कि का'],
    ['digits of other scripts', '٤٧١١ ۴۷۱۱ ४७११ ๔๗๑๑', '4711 4711 4711 4711'],
    ['kinds of hyphen', 'a-b a‐b a–b a—b a−b', 'a b a b a b a b a b'],
    ['kinds of apostrophe', "O'Neill O’Neill O`Neill O´Neill Oʼneill", 'oneill oneill oneill oneill oneill'],
    ['kinds of space', ' van\u00a0den\u202f \t Berg ', 'van den berg'],
    ['punctuation at the ends of a word', '«“Zwartjansen”», (P.)', 'zwartjansen p'],
    ['invisible characters', 'Zwart\u00adjan\u200bsen\ufeff', 'zwartjansen'],
    ['punctuation only', '...-–,’\u200b', ''],
  ])('folds %s', (_, text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded)).toBe(folded)
  })

  test('returns different results for different names', () => {
    expect(new Set(['Smit', 'Smits', 'de Smit', 'deSmit', 'Schmitt'].map(foldText)).size).toBe(5)
  })
})

describe('foldName', () => {
  test.each([
    ['keeps punctuation', 'Müller–Đorđević, K.: 2,5%', 'muller-dordevic, k.: 2,5%'],
    ['has one kind of apostrophe', '’t ‘t `t ´t', "'t 't 't 't"],
    ['has one kind of space', ' van\u00a0den\u202f \t Berg ', 'van den berg'],
    ['folds plain text at once', " D'Hondt  B.V. ", "d'hondt b.v."],
    ['is empty for white space', '   ', ''],
  ])('normalises a name: %s', (_, name, folded) => {
    expect(foldName(name)).toBe(folded)
  })
})

describe('foldLastName', () => {
  test.each([
    ['case and accents', 'MÜLLER-Çelik', 'muller-celik'],
    ['six letters', 'Øster Łuka Weiß Yılmaz Æbel', 'oster luka weiss yilmaz aebel'],
    ['apostrophes and spaces', ' ’t\u00a0 Hart ', "'t hart"],
    ['other letters and punctuation are literal', 'Đ–_%\\.', 'đ–_%\\.'],
  ])('folds %s', (_, name, folded) => {
    expect(foldLastName(name)).toBe(folded)
  })
})

test.each([
  ['004711', '4711'],
  ['k0012', 'k12'],
  ['1001', '1001'],
  ['000', '0'],
  ['jansen', 'jansen'],
])('withoutZeros(%j) is %j', (word, expected) => {
  expect(withoutZeros(word)).toBe(expected)
})

test.each([
  ['’t Hoekje', "'t hoekje", true],
  ['Dierenkliniek “De Waag” ', 'dierenkliniek de waag', true],
  ['Café\u200b', 'cafe', true],
  ['???', '???', true],
  ['???', '', false],
  ['De Waag', 'De Waa', false],
])('isSameText(%j, %j) is %s', (one, other, expected) => {
  expect(isSameText(one, other)).toBe(expected)
})

test('foldText maps every Latin letter to letters from a to z', () => {
  const blocks: [number, number][] = [
    [0xc0, 0x17f],
    [0x1cd, 0x237],
    [0x1e00, 0x1eff],
  ]
  // Greek letter within the Latin blocks.
  const other = 'ẟ'
  const letters = blocks
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
    .filter((letter) => /\p{L}/u.test(letter) && letter !== other)
  expect(letters.length).toBeGreaterThan(500)
  expect(letters.filter((letter) => !/^[a-z]+$/.test(foldText(letter)))).toEqual([])
})
