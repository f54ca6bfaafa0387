import type { Language } from '#contract/languages.ts'
import { textsIn } from '#server/texts.ts'
import { type Faces, codeOf, faceFor } from './faces.ts'

/** Line breaks of every system: CRLF, CR, LF, VT, FF, NEL, LS, PS. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
/** Spaces at which a line does not break. */
const FIXED_SPACE = /[\u2007\u202F]/g
/** Other spaces than the usual one, and tabs. */
const SPACE = /[\t\u1680\u2000-\u2006\u2008-\u200A\u205F\u3000]/g
/** Lines and blocks of tables that are drawn with characters; no font has all of them. */
const TABLE_LINE = /[\u2500-\u259F]/g
/** Control and format characters, among them soft hyphens and joiners; variation selectors; halves of characters; keycaps. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}\u20E3]/gu

/** Emoji joined by a zero-width joiner, such as a woman and a medical sign. The first one replaces the sequence. */
const JOINED_EMOJI =
  /(\p{Extended_Pictographic})[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)+/gu

/** Returns a text in composed form (NFC), with `\n` for each line break and without invisible characters. */
export const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(JOINED_EMOJI, '$1')
    .replaceAll(LINE_BREAK, '\n')
    .replaceAll(FIXED_SPACE, '\u00A0')
    .replaceAll(SPACE, ' ')
    .replaceAll(TABLE_LINE, asLine)
    .replaceAll(INVISIBLE, (character) => (character === '\n' ? character : ''))

/** Replacements for symbols that no font has. */
const SAME = new Map([
  ['✅', '✔'],
  ['❌', '✘'],
  ['❎', '✘'],
  ['✨', '*'],
  ['❔', '?'],
  ['❕', '!'],
  ['➕', '+'],
  ['➖', '−'],
  ['➗', '÷'],
  ['、', ','],
  ['。', '.'],
  ['「', '“'],
  ['」', '”'],
  ['・', '·'],
  ['฿', 'THB'],
  // Bullets, arrows and check marks that word processors copy as private characters of their symbol fonts.
  ['\uF0B7', '•'],
  ['\uF0A7', '▪'],
  ['\uF0A8', '□'],
  ['\uF06F', '□'],
  ['\uF071', '☐'],
  ['\uF0D8', '➢'],
  ['\uF0E0', '→'],
  ['\uF0E8', '➔'],
  ['\uF0FC', '✓'],
  ['\uF0FB', '✗'],
  ['\uF0FE', '☑'],
  ['\uF0FD', '☒'],
  ['\uF04A', '☺'],
])

export const SCRIPTS = [
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Japanese', /\p{Script=Hiragana}|\p{Script=Katakana}/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Han', /\p{Script=Han}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Ethiopic', /\p{Script=Ethiopic}/u],
  ['Syriac', /\p{Script=Syriac}/u],
  ['Tifinagh', /\p{Script=Tifinagh}/u],
] as const
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u
const CLUSTERS = /[^\p{M}]\p{M}*|\p{M}+/gu

/**
 * Returns a cleaned text in which every character can be drawn. Characters that no font has are replaced: by characters
 * of the same meaning (`㎖` by `ml`), by their base letter, or by a description such as `[Arabisch]`, `(emoji)` or
 * `[?]`.
 */
export function readable(text: string, faces: Faces, language: Language): string {
  const clean = cleaned(text)
  const canDraw = (part: string) =>
    part === '\n' || (faceFor(part, faces.regular) && faceFor(part, faces.bold)) !== undefined
  if (canDraw(clean.replaceAll('\n', ''))) return clean
  let result = ''
  /** One description replaces a run of characters of its kind and the spaces between them. */
  let described = ''
  let spaces = ''
  for (const cluster of clean.match(CLUSTERS) ?? []) {
    const same = sameAs(cluster, canDraw)
    if (same === undefined) {
      const description = describe(cluster, language)
      if (description !== described) {
        result += spaces
        result += result === '' || /[\s(]$/.test(result) ? description : ` ${description}`
      }
      spaces = ''
      described = description
    } else if (same === ' ' && described !== '') spaces += same
    else {
      result += spaces + same
      spaces = ''
      described = ''
    }
  }
  return result + spaces
}

function sameAs(cluster: string, canDraw: (part: string) => boolean): string | undefined {
  if (canDraw(cluster)) return cluster
  const base = cluster.replaceAll(/\p{M}/gu, '')
  const candidates = [SAME.get(base), asDigit(base), cluster.normalize('NFKC'), base, base.normalize('NFKC')]
  return candidates.find((candidate) => candidate !== undefined && candidate !== '' && canDraw(candidate))
}

function asLine(character: string): string {
  if (/[─━┄┅┈┉╌╍═]/.test(character)) return '-'
  if (/[│┃┆┇┊┋╎╏║]/.test(character)) return '|'
  return character < '\u2580' ? '+' : '■'
}

/** Digits of other scripts; Unicode has the ten digits of a script in a row. */
function asDigit(character: string): string | undefined {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))
  const code = codeOf(character)
  if (!isDigit(code)) return undefined
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value += 1
  return String(value)
}

function describe(cluster: string, language: Language): string {
  if (EMOJI.test(cluster)) return '(emoji)'
  const [script] = SCRIPTS.find(([, pattern]) => pattern.test(cluster)) ?? []
  return `[${script ? textsIn(language).text(`pdf.script.${script}`) : '?'}]`
}
