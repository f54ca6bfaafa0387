import { foldText } from './fold-name.ts'

/** So long the code of a letter is good. */
export const LETTER_DAYS = 60
/** Letters of one call, which are one file. */
export const MAX_LETTERS = 250

/** Without 0 and O, 1, I and L, U and Z, which are taken for others. 29 is prime, so the check finds every single mistake. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXY'
/** By chance: 53 bits. */
const BY_CHANCE = 11
const GROUP = 4

/** Finds one wrong character, and two that changed places: each place has its own weight. */
function checkOf(chosen: readonly number[]): number {
  return chosen.reduce((sum, value, index) => sum + value * (index + 2), 0) % CHARACTERS.length
}

/** A code of random bytes, of which more are asked for than are used: what would make some characters likelier is left out. */
export function letterCode(randomBytes: (count: number) => Uint8Array): string {
  const fair = 256 - (256 % CHARACTERS.length)
  const chosen: number[] = []
  while (chosen.length < BY_CHANCE) {
    for (const byte of randomBytes(BY_CHANCE)) {
      if (byte < fair && chosen.length < BY_CHANCE) chosen.push(byte % CHARACTERS.length)
    }
  }
  return [...chosen, checkOf(chosen)].map((value) => CHARACTERS[value]).join('')
}

/** A code as it was typed, with blanks, hyphens and small letters; undefined where it cannot be one. */
export function readLetterCode(typed: string): string | undefined {
  const code = foldText(typed).replaceAll(' ', '').toUpperCase()
  const values = Array.from(code, (character) => CHARACTERS.indexOf(character))
  if (values.length !== BY_CHANCE + 1 || values.includes(-1)) return undefined
  return checkOf(values.slice(0, BY_CHANCE)) === values[BY_CHANCE] ? code : undefined
}

/** In groups, as it is printed. */
export const writtenLetterCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code
