import { describe, expect, test } from 'vitest'
import { foldName, splitLastName } from './last-name.ts'

describe('the parts of a last name', () => {
  test.each([
    ['Jansen', '', 'Jansen'],
    ['de Vries', 'de', 'Vries'],
    ['van den Berg', 'van den', 'Berg'],
    ['Van der Meer', 'Van der', 'Meer'],
    [' van  den   Berg ', 'van den', 'Berg'],
    ['van\u00A0Dijk', 'van', 'Dijk'],
    ["'t Hart", "'t", 'Hart'],
    ['’t Hart', '’t', 'Hart'],
    ["van 't Hof", "van 't", 'Hof'],
    ["in 't Veld", "in 't", 'Veld'],
    ["d'Hondt", "d'", 'Hondt'],
    ['D’Haene', 'D’', 'Haene'],
    ["van d'Hondt", "van d'", 'Hondt'],
    ['von und zu Stein', 'von', 'und zu Stein'],
    ['Bakker de Wit', '', 'Bakker de Wit'],
    ['de Jong-van Dam', 'de', 'Jong-van Dam'],
    ['Dekker', '', 'Dekker'],
    ['Vanderbilt', '', 'Vanderbilt'],
    ['Van', '', 'Van'],
    ["d'", '', "d'"],
    ['', '', ''],
  ])('%s', (lastName, particle, main) => {
    expect(splitLastName(lastName)).toEqual({ particle, main })
  })
})

describe('a name as it is searched', () => {
  test.each([
    ['case', 'SMIT', 'smit'],
    ['diacritics', 'Müller-Çelik', 'muller-celik'],
    ['diacritics as signs of their own', 'Mu\u0308ller', 'muller'],
    ['letters that do not come apart', 'Øster Łuka Weiß Yılmaz Æbel', 'oster luka weiss yilmaz aebel'],
    ['the Turkish capital i', 'İnan', 'inan'],
    ['kinds of apostrophe', '’t ‘t `t ´t', "'t 't 't 't"],
    ['kinds of space', ' van\u00A0den\u202F \t Berg ', 'van den berg'],
    ['what is no name', '   ', ''],
  ])('%s', (_, name, expected) => {
    expect(foldName(name)).toBe(expected)
  })

  test('keeps apart what is another name', () => {
    expect(new Set(['Smit', 'Smits', 'de Smit', 'deSmit', "d'Smit"].map(foldName)).size).toBe(5)
  })
})
