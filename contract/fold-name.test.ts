import { describe, expect, test } from 'vitest'
import { foldName } from './fold-name.ts'

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
