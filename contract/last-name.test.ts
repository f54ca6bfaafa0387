import { describe, expect, test } from 'vitest'
import { splitLastName } from './last-name.ts'

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
