import { asciiNumbers } from './ascii-numbers.ts'
import { cleanText } from './text.ts'

/** Latin letters that Unicode does not decompose, by the letters that people type instead. */
const UNDECOMPOSED = {
  a: 'ɐɑɒᶏᶐⱥᴀ',
  aa: 'ꜳ',
  ae: 'æꞛ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ƀƃɓᵬᶀꞗʙ',
  c: 'ƈȼɕꞓꞔᴄ',
  d: 'ðđƌȡɖɗᵭᶁᶑꝺꟈᴅ',
  dz: 'ʣ',
  e: 'ǝɇɘəɚɛɜᶒᶕⱸꬳꬴᴇ',
  f: 'ƒᵮᶂꝼꞙꜰ',
  g: 'ǥɠɡɣᵹᶃꞡɢ',
  h: 'ħɦⱨꞕʜ',
  hv: 'ƕ',
  i: 'ıɨɩᵻᵼᶖɪ',
  j: 'ȷɉɟʄʝᴊ',
  k: 'ĸƙᶄⱪꝁꝃꝅꞣᴋ',
  l: 'łƚȴɫɬɭᶅⱡꝉꞎꬷꬸꬹʟ',
  ll: 'ỻ',
  m: 'ɱᵯᶆꬺᴍ',
  n: 'ŋƞȵɲɳᵰᶇꞑꞥꬻꬼɴ',
  o: 'øɔɵⱺꝋꝍꬿᴏ',
  oe: 'œꞝ',
  oi: 'ƣ',
  oo: 'ꝏ',
  ou: 'ȣ',
  p: 'ƥᵱᵽᶈꝑꝓꝕᴘ',
  q: 'ɋʠꝗꝙꞯ',
  r: 'ɍɼɽɾᵲᵳᶉꝛꞃꞧꭉʀ',
  s: 'ȿʂʃʆᵴᶊᶋᶘẜẝꞅꞩꟊꜱ',
  ss: 'ß',
  t: 'ŧƫƭȶʈᵵⱦꞇᴛ',
  th: 'þᵺꝥꝧ',
  ts: 'ʦ',
  tz: 'ꜩ',
  u: 'ʉʊᵾᵿᶙꞹꭎꭒᴜ',
  ue: 'ᵫꞟ',
  ui: 'ꭐ',
  uo: 'ꭣ',
  v: 'ʋʌᶌỽⱱⱴꝟᴠ',
  vy: 'ꝡ',
  w: 'ƿⱳᴡ',
  x: 'ᶍꭖꭗꭘꭙ',
  y: 'ƴȝɏỿꭚʏ',
  z: 'ƶƺȥɀʐʑʒʓᵶᶎᶚⱬꝣᴢ',
  // Greek: the final form of sigma. Arabic: the tatweel (line filler), and letters of Persian keyboards.
  σ: 'ς',
  '': 'ـ',
  ك: 'ک',
  ي: 'یى',
}
const FOLDED = new Map(
  Object.entries(UNDECOMPOSED).flatMap(([folded, letters]) => Array.from(letters, (letter) => [letter, folded])),
)
const UNDECOMPOSED_LETTER = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'gu')
// Excludes marks of other scripts, many of which are vowels.
const ACCENTS = String.raw`(?=\p{M})[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]`
const ACCENT = new RegExp(ACCENTS, 'gu')
const ASCII_ONLY = /^[\x20-\x7e]*$/
const APOSTROPHES = /[‘’‚‛`´′‵ʹʻʼʽʾʿˈꞌ＇՚׳]/g

/**
 * Folds a name: lower case, no accents, commonly typed letters, and one form of apostrophe, dash, digit and space.
 */
export function foldName(name: string): string {
  if (ASCII_ONLY.test(name)) return name.toLowerCase().replaceAll('`', "'").replaceAll(/ {2,}/g, ' ').trim()
  const letters = cleanText(name)
    // Replaced before accents are removed, because one of the apostrophes decomposes to a space and an acute accent.
    .replaceAll(APOSTROPHES, "'")
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(ACCENT, '')
    .replaceAll(UNDECOMPOSED_LETTER, (letter) => FOLDED.get(letter) ?? letter)
    .normalize('NFC')
  return asciiNumbers(letters.replaceAll(APOSTROPHES, "'"))
}

/** Punctuation within a word, which people either omit or replace by a space. */
const WITHIN_WORDS = /['·‧]/g
const withoutApostrophes = (folded: string) => folded.replaceAll(WITHIN_WORDS, '')
/** Separators that no search contains. Emoji are kept, because some animals' names contain emoji. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{Emoji_Presentation}]+/u

/**
 * Returns the words of a text for comparison: `foldName` without punctuation. `D'Artagnan-Nuñez` becomes `dartagnan
 * nunez`.
 */
export const foldText = (text: string): string => wordsOf(foldName(text)).join(' ')

/** Returns the words of a folded text. An apostrophe is part of a word; other punctuation separates words. */
export const wordsOf = (folded: string): string[] => partsOf(withoutApostrophes(folded))

/** Splits a folded text at punctuation of any kind. */
export const partsOf = (folded: string): string[] => folded.split(BETWEEN_WORDS).filter(Boolean)

/** Whether two texts are equal apart from folding, for example a typed name that confirms an action. */
export function isSameText(one: string, other: string): boolean {
  const folded = foldText(one)
  return folded === foldText(other) && (folded !== '' || foldName(one) === foldName(other))
}

/** Removes leading zeros of a number for comparison, as in `004711` and `K-0012`. */
export const withoutZeros = (word: string): string => word.replace(/^(\D*)0+(?=\d)/, '$1')

/**
 * Folds a last name for the API parameter `lastName`. Compares literally apart from case, accents, apostrophes and
 * white space; all other searches use `foldText`.
 */
export function foldLastName(name: string): string {
  if (name === '') return ''
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('æ', 'ae')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
