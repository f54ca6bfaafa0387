import { expect, test } from 'vitest'
import { letterCode, readLetterCode, formatLetterCode } from './letter.ts'

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count))

test('readLetterCode detects a wrong or swapped character in any spelling', () => {
  for (let round = 0; round < 50; round += 1) {
    const code = letterCode(random)
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Y]{12}$/)
    expect(readLetterCode(formatLetterCode(code))).toBe(code)
    expect(readLetterCode(` ${formatLetterCode(code).toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
    expect(readLetterCode(`\ufeff${formatLetterCode(code).replaceAll('-', '\u2013\u200b')}\u00ad`)).toBe(code)
    const fullWidth = code.replaceAll(/./g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0))
    expect(readLetterCode(fullWidth)).toBe(code)
    for (let place = 0; place < code.length; place += 1) {
      const other = code[place] === 'A' ? 'B' : 'A'
      expect(readLetterCode(code.slice(0, place) + other + code.slice(place + 1))).toBeUndefined()
      const [one = '', two = ''] = code.slice(place, place + 2)
      if (one !== two && two !== '')
        expect(readLetterCode(code.slice(0, place) + two + one + code.slice(place + 2))).toBeUndefined()
    }
    expect(readLetterCode(code.slice(1))).toBeUndefined()
  }
})

test('letterCode uses each character with equal probability', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const bytes = [byte]
    const code = letterCode((count) => Uint8Array.from({ length: count }, () => bytes.shift() ?? 0))
    // Bytes from 232 are skipped, because they would make some characters more likely.
    if (byte < 232) counts.set(code[0] ?? '', (counts.get(code[0] ?? '') ?? 0) + 1)
    else expect(code.slice(0, 11)).toBe('22222222222')
  }
  expect(counts.size).toBe(29)
  expect(new Set(counts.values())).toEqual(new Set([8]))
})
