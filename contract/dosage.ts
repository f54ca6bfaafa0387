export const DOSAGE_UNITS = ['tablet', 'capsule', 'drop', 'ml', 'pipette', 'sachet', 'scoop'] as const
export type DosageUnit = (typeof DOSAGE_UNITS)[number]

export const MOMENTS = ['morning', 'noon', 'evening', 'night'] as const
export type Moment = (typeof MOMENTS)[number]

/** A dosage that can be said in a plain sentence of any language. */
export interface Dosage {
  /** At a time. */
  amount: number
  /** Absent: of what is not said, as in `2dd1`. */
  unit?: DosageUnit | undefined
  /** At these moments, or so many times a day. */
  at: readonly Moment[] | number
}

const UNITS: Readonly<Record<DosageUnit, string>> = {
  tablet: 'tablet(?:ten|je|jes|s)?|tabl?\\.?',
  capsule: 'capsules?|caps\\.?',
  drop: 'druppels?|druppeltjes?|drops?',
  ml: 'ml|milliliter',
  pipette: 'pipet(?:ten)?|pipettes?',
  sachet: 'zakjes?|sachets?',
  scoop: 'maatscheppen|maatschep(?:je|jes)?|scoops?',
}
const MOMENT_WORDS: Readonly<Record<Moment, string>> = {
  morning: "(?:'s )?(?:morgens|ochtends)|in the morning",
  noon: "(?:'s )?middags|at noon",
  evening: "(?:'s )?avonds|in the evening",
  night: 'voor de nacht|at night',
}

const anyOf = (words: Readonly<Record<string, string>>) => Object.values(words).join('|')
const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 0.5,
  '1/2': 0.5,
  '¼': 0.25,
  '1/4': 0.25,
  '1½': 1.5,
  '1 1/2': 1.5,
}
const NUMBER = '\\d{1,3}(?:[.,]\\d{1,2})?'
const AMOUNT = `(?<amount>1 1/2|1/[24]|1?½|¼|${NUMBER}) ?(?<unit>${anyOf(UNITS)})`
const MOMENT = `(?:${anyOf(MOMENT_WORDS)})`
const TIMES = '(?<times>[1-6]) ?(?:(?:x|×|maal|keer|times) ?(?:daags|per dag|p\\.? ?d\\.?|a day|daily)|dd)'
const MOMENTS_LIST = `(?<moments>${MOMENT}(?:(?:, | en |, en | and | & | \\+ )${MOMENT})*)`

// The whole of it, or it is not one of these: of `1 ml per 10 kg, 2x daags` a part would be another dose.
const FORMS = [
  ...[TIMES, MOMENTS_LIST].flatMap((when) => [
    new RegExp(`^${when},? ?${AMOUNT}$`, 'u'),
    new RegExp(`^${AMOUNT},? ?${when}$`, 'u'),
  ]),
  new RegExp(`^${TIMES} ?(?<amount>${NUMBER})$`, 'u'),
]

/** Undefined where it is not wholly of a form that is known: then it is shown as it was written. */
export function readDosage(text: string): Dosage | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
  for (const form of FORMS) {
    const { amount: written, unit: word = '', times, moments } = form.exec(plain)?.groups ?? {}
    if (!written) continue
    const unit = DOSAGE_UNITS.find((name) => new RegExp(`^(?:${UNITS[name]})$`, 'u').test(word))
    const amount = FRACTIONS[written] ?? Number(written.replace(',', '.'))
    if (amount === 0) return undefined
    if (times) return { amount, unit, at: Number(times) }
    const at = MOMENTS.filter((name) =>
      new RegExp(`(?:^| )(?:${MOMENT_WORDS[name]})(?:$|[ ,])`, 'u').test(moments ?? ''),
    )
    if (at.length > 0) return { amount, unit, at }
  }
  return undefined
}
