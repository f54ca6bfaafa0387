import { cleanText } from './text.ts'

/** Latin letters that Unicode does not decompose, by the letters that are typed for them. */
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
  // Greek: the form at the end of a word. Arabic: the filler of a line, and letters as keyboards for Persian write them.
  σ: 'ς',
  '': 'ـ',
  ك: 'ک',
  ي: 'یى',
}
const FOLDED = new Map(
  Object.entries(UNDECOMPOSED).flatMap(([folded, letters]) => Array.from(letters, (letter) => [letter, folded])),
)
const UNDECOMPOSED_LETTER = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'gu')
// Not the marks of other scripts, of which many are vowels.
const ACCENTS = String.raw`(?=\p{M})[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]`
const ACCENT = new RegExp(ACCENTS, 'gu')
const ASCII_ONLY = /^[\x20-\x7e]*$/
const APOSTROPHES = /[‘’‚‛`´′‵ʹʻʼʽʾʿˈꞌ＇՚׳]/g

/** Decimal digits of any script as ASCII. Unicode lists each ten of them in order. */
const asciiDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let value = 0
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
    return String(value)
  })

/** Small letters without accents, in the letters that everybody can type; one kind of apostrophe, dash, digit and space. */
export function foldName(name: string): string {
  if (ASCII_ONLY.test(name)) return name.toLowerCase().replaceAll('`', "'").replaceAll(/ {2,}/g, ' ').trim()
  const letters = cleanText(name)
    // Before the accents: one of the apostrophes is an acute accent after a space.
    .replaceAll(APOSTROPHES, "'")
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(ACCENT, '')
    .replaceAll(UNDECOMPOSED_LETTER, (letter) => FOLDED.get(letter) ?? letter)
    .normalize('NFC')
  return asciiDigits(letters)
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Punctuation within a word that is as often left out as replaced by a space. */
const WITHIN_WORDS = /['·‧]/g
const withoutApostrophes = (folded: string) => folded.replaceAll(WITHIN_WORDS, '')
/** Characters that no search looks for. Emoji remain: animals are named by them. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{Emoji_Presentation}]+/u

/** The words of a text as they are compared: `foldName` without punctuation. `D'Artagnan-Nuñez` is `dartagnan nunez`. */
export const foldText = (text: string): string => wordsOf(foldName(text)).join(' ')

/** The words of a folded text: an apostrophe is within a word, other punctuation is between two. */
export const wordsOf = (folded: string): string[] => partsOf(withoutApostrophes(folded))

/** The parts of a folded text between punctuation of any kind. */
export const partsOf = (folded: string): string[] => folded.split(BETWEEN_WORDS).filter(Boolean)

/** Whether somebody has typed the same text, such as a name to confirm. */
export function isSameText(one: string, other: string): boolean {
  const folded = foldText(one)
  return folded === foldText(other) && (folded !== '' || foldName(one) === foldName(other))
}

/** A number without leading zeros, as it is compared: `004711`, `K-0012`. */
export const withoutZeros = (word: string): string => word.replace(/^(\D*)0+(?=\d)/, '$1')

/**
 * The last name as the specification's parameter `lastName` is compared: literally, but for case, accents, apostrophes and white
 * space. `foldText` compares everything else.
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
