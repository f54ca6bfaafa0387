import { foldText } from './fold-name.ts'

/** Days that the code of a postal invitation is valid. */
export const LETTER_DAYS = 60
/** Maximum number of letters per call, which form one file. */
export const MAX_LETTERS = 250

/**
 * Excludes easily confused characters: 0 and O, 1, I and L, U and Z. The number of characters, 29, is prime, so the
 * check character detects every single error.
 */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXY'
/** Number of random characters: 53 bits. */
const RANDOM_LENGTH = 11
const GROUP = 4

/**
 * Returns a check character that detects one wrong character and two swapped characters, because each position has its
 * own weight.
 */
function checkOf(chosen: readonly number[]): number {
  return chosen.reduce((sum, value, index) => sum + value * (index + 2), 0) % CHARACTERS.length
}

/** Returns a random code. Discards bytes that would make some characters more likely. */
export function letterCode(randomBytes: (count: number) => Uint8Array): string {
  const fair = 256 - (256 % CHARACTERS.length)
  const chosen: number[] = []
  while (chosen.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < fair && chosen.length < RANDOM_LENGTH) chosen.push(byte % CHARACTERS.length)
    }
  }
  return [...chosen, checkOf(chosen)].map((value) => CHARACTERS[value]).join('')
}

/** Normalises a typed code, which may have spaces, hyphens and small letters; undefined if it cannot be a code. */
export function readLetterCode(typed: string): string | undefined {
  const code = foldText(typed).replaceAll(' ', '').toUpperCase()
  const values = Array.from(code, (character) => CHARACTERS.indexOf(character))
  if (values.length !== RANDOM_LENGTH + 1 || values.includes(-1)) return undefined
  return checkOf(values.slice(0, RANDOM_LENGTH)) === values[RANDOM_LENGTH] ? code : undefined
}

/** Formats a code in groups, as printed. */
export const formatLetterCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code
