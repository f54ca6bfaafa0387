import { type VatName, namedVatRate } from '#contract/line-items.ts'

// Reads numbers as people and systems write them.

/** Currency signs, apostrophes and blanks, which are removed before matching. */
const BESIDE = /€|\bEUR(?:O'?S?)?\b|[\s'’\u202f]/gi
const EURO = /€|\bEUR/i
const WRITTEN = /^[-+]?(?:\d[\d.,]*|[.,]\d+)$/

/**
 * Returns the number that a text means. The last of two different separators is the decimal separator; a repeated
 * separator separates thousands.
 * With `isMoney`, a single separator before three digits is ambiguous, except a point next to a euro sign.
 */
export function readNumber(text: string, { isMoney }: { isMoney: boolean }): number | undefined {
  let written = text
    .replaceAll(BESIDE, '')
    .replaceAll('\u2212', '-')
    .replace(/[,.](?:-{1,2}|=)$/, '')
  const isNegative = /^-|-$|^\(.*\)$/.test(written)
  written = written.replaceAll(/^[-+]|[-+]$|^\(|\)$/g, '')
  if (!WRITTEN.test(written)) return undefined
  const plain = withPoint(written, EURO.test(text) ? 'euro' : isMoney ? 'amount' : 'number')
  if (plain === undefined) return undefined
  return isNegative ? -Number(plain) : Number(plain)
}

function withPoint(text: string, kind: 'number' | 'amount' | 'euro'): string | undefined {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return text
  const mark = text[last] ?? ''
  const isRepeated = text.indexOf(mark) < last
  const isMixed = text.includes(mark === '.' ? ',' : '.')
  if (isRepeated) return isMixed ? undefined : grouped(text, mark)
  const isThousands =
    !isMixed && kind !== 'number' && /^[1-9]\d{0,2}$/.test(text.slice(0, last)) && text.length - last === 4
  if (isThousands) return kind === 'euro' && mark === '.' ? grouped(text, mark) : undefined
  const whole = grouped(text.slice(0, last), mark === '.' ? ',' : '.')
  return whole === undefined ? undefined : `${whole || '0'}.${text.slice(last + 1)}`
}

/** Removes the separators from digits in groups of three; undefined if the groups are irregular. */
function grouped(text: string, mark: string): string | undefined {
  const [first = '', ...groups] = text.split(mark)
  if (groups.length > 0 && !/^\d{1,3}$/.test(first)) return undefined
  return groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : undefined
}

/** Units that a field's text may contain, by the end of the field's name, with the factor for the number. */
const UNITS: readonly (readonly [field: RegExp, units: readonly (readonly [unit: RegExp, factor: number])[]])[] = [
  [
    /kg$/i,
    [
      [/\s*(?:kg|kgs|kilo|kilo's|kilogram)\.?$/i, 1],
      [/\s*(?:g|gr|gram)\.?$/i, 0.001],
    ],
  ],
  [/Days$|^days$/, [[/\s*(?:d|dag|dagen|day|days|dgn)\.?$/i, 1]]],
  [/Hours$/, [[/\s*(?:u|uur|uren|h|hours?)\.?$/i, 1]]],
  [
    /Minutes$/,
    [
      [/\s*(?:m|min|minuut|minuten|minutes?)\.?$/i, 1],
      [/\s*(?:u|uur|uren|h|hours?)\.?$/i, 60],
    ],
  ],
  [/^(?:rate|vatRate)$/, [[/\s*%.*$/, 1]]],
  [
    /^quantity$/,
    [[/\s*(?:ml|cc|l|liter|mg|g|gr|gram|kg|st|stuks?|tabl?|tablet(?:ten)?|flacons?|doses|dosis|x)\.?$/i, 1]],
  ],
  [/^headCount$/, [[/\s*(?:st|stuks?|dieren)\.?$/i, 1]]],
]

const LABEL = /^(?:btw|vat|ca\.?|circa|ong\.?|ongeveer|±|~)\s*(?=\d)/i
const VAT_LABEL = /^(?:btw|vat)[\s:-]*/i
const CLOCK = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?$/
const ISO_DURATION = /^PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?$/i

/** Words and codes for Dutch VAT rates. */
const VAT_WORDS: readonly (readonly [word: RegExp, name: VatName])[] = [
  [/^(?:h|hoog|high|standaard|standard|hoog tarief)$/i, 'high'],
  [/^(?:l|laag|low|verlaagd|reduced|laag tarief)$/i, 'low'],
  [/^(?:n|nul|geen|vrij|vrijgesteld|verlegd|none|zero|exempt|nultarief)$/i, 'zero'],
]

/** Returns the VAT rate that a word or code of a letter names. */
export const vatNameOf = (text: string): VatName | undefined =>
  VAT_WORDS.find(([word]) => word.test(text.trim().replace(VAT_LABEL, '')))?.[1]

/** Whether a text is a code such as `1`, whose rate differs between systems. */
export const isVatCode = (text: string): boolean => /^[1-5]$/.test(text.trim().replace(VAT_LABEL, ''))

/** Removes the field's unit and leading words from a text, and returns the unit's factor. */
export function withoutUnit(field: string, text: string): { text: string; factor: number } {
  // The reader of a line computes a percentage from the price (`defaults.ts`).
  if (field === 'discount' && text.endsWith('%')) return { text: '', factor: 1 }
  const units = UNITS.find(([pattern]) => pattern.test(field))?.[1]
  if (!units) return { text, factor: 1 }
  const [, hours = '0', minutes = '0'] =
    (field.endsWith('Minutes') && (CLOCK.exec(text) ?? ISO_DURATION.exec(text))) || []
  if (Number(hours) + Number(minutes) > 0) return { text: String(Number(hours) * 60 + Number(minutes)), factor: 1 }
  const number = text.replace(LABEL, '')
  if (field === 'vatRate') {
    const name = vatNameOf(text)
    if (name !== undefined) return { text: String(namedVatRate(name)), factor: 1 }
    // No rate is below one percent, so `0,21` is a fraction.
    if (/^0?[.,]\d+$/.test(number) && !/^0?[.,]0+$/.test(number)) return { text: number, factor: 100 }
  }
  for (const [unit, factor] of units) if (unit.test(number)) return { text: number.replace(unit, ''), factor }
  return { text: number, factor: 1 }
}
