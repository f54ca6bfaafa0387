import { foldText } from '#contract/fold-name.ts'

/** Words for units in exports, by their code in UN/ECE Recommendation 20. */
const WORDS: Readonly<Record<string, string>> = {
  C62: 'x',
  H87: 'st st. stk stuk stuks pc pcs piece pieces',
  MLT: 'ml milliliter',
  CLT: 'cl',
  LTR: 'l liter litre',
  MC: 'ug mcg',
  MGM: 'mg milligram',
  GRM: 'g gr gram',
  KGM: 'kg kilo kilogram',
  CMT: 'cm',
  MTR: 'm meter metre',
  KMT: 'km kilometer kilometre',
  MIN: 'min minuut minuten minute minutes',
  HUR: 'u uur uren h hour hours',
  DAY: 'd dag dagen day days',
}

const CODES = new Map(
  Object.entries(WORDS).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const)),
)

/** Returns the code of a unit of an export; undefined for a unit that has none, such as a tablet. */
export const unitCodeOf = (unit: string | null | undefined): string | undefined =>
  unit?.trim() ? CODES.get(foldText(unit.trim())) : 'C62'
