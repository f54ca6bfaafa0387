import {
  type MessageFormatElement,
  TYPE,
  isPluralElement,
  isSelectElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { Visitor, parseSync } from 'vite'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import { NEXT_STEPS, PLAIN_WORDS } from './plain-words.ts'

/** A text as its reader sees it, with `{name}` for each value. */
export interface Reading {
  language: Language
  /** Id of the message, or path of the file. */
  where: string
  text: string
}

const MAX_WORDS = 20

/** Returns every text that a message can produce: one for each option of its plurals and selects. */
function readings(elements: MessageFormatElement[], counted: string): string[] {
  const choices = elements.map((element): string[] => {
    if (isPluralElement(element))
      return Object.values(element.options).flatMap(({ value }) => readings(value, element.value))
    if (isSelectElement(element)) return Object.values(element.options).flatMap(({ value }) => readings(value, counted))
    if (element.type === TYPE.literal) return [element.value]
    return [`{${element.type === TYPE.pound ? counted : element.value}}`]
  })
  const texts = choices.reduce((begins, ends) => begins.flatMap((begin) => ends.map((end) => begin + end)), [''])
  return [...new Set(texts)]
}

export const readMessage = (language: Language, where: string, message: string): Reading[] =>
  readings(parse(message, { ignoreTag: true }), '').map((text) => ({ language, where, text }))

/** Returns the texts in code: strings in a property `nl` or in a constant whose name begins with DUTCH. English likewise. */
export function readCode(file: string, source: string): Reading[] {
  const found: Reading[] = []
  const within: Language[] = []
  const add = (text: string) => {
    const language = within.at(-1)
    if (language) found.push({ language, where: file, text })
  }
  const named = (key: { type: string; name?: unknown }) => LANGUAGES.find((each) => key.name === each)
  const constant = (id: { type: string; name?: unknown }) =>
    String(id.name).startsWith('DUTCH') ? 'nl' : String(id.name).startsWith('ENGLISH') ? 'en' : undefined
  const enter = (language: Language | undefined) => void (language && within.push(language))
  const leave = (language: Language | undefined) => void (language && within.pop())
  new Visitor({
    Property: ({ key }) => enter(named(key)),
    'Property:exit': ({ key }) => leave(named(key)),
    VariableDeclarator: ({ id }) => enter(constant(id)),
    'VariableDeclarator:exit': ({ id }) => leave(constant(id)),
    Literal: ({ value }) => typeof value === 'string' && add(value),
    TemplateLiteral: ({ quasis, expressions }) =>
      add(
        quasis
          .map(({ value }, index) => {
            const { start, end } = expressions[index] ?? { start: 0, end: 0 }
            return value.raw + (expressions[index] ? `{${source.slice(start, end).replaceAll(/\W+/g, '.')}}` : '')
          })
          .join(''),
      ),
  }).visit(parseSync(file, source).program)
  return found
}

/** Returns the texts of elements with a `lang` attribute. */
export const readHtml = (file: string, source: string): Reading[] =>
  [...source.matchAll(/<\w+ lang="(nl|en)">([^<]+)</g)].map(([, language, text = '']) => ({
    language: language === 'nl' ? 'nl' : 'en',
    where: file,
    text,
  }))

const sentencesOf = (text: string) => text.split(/(?<=[.!?][’”)]?)\s+/)
const wordsOf = (text: string) => text.split(/[\s–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

export const longSentences = ({ text }: Reading): string[] =>
  sentencesOf(text)
    .map((sentence) => ({ sentence, count: wordsOf(sentence).length }))
    .filter(({ count }) => count > MAX_WORDS)
    .map(({ sentence, count }) => `${count} words: ${sentence}`)

/** Removes inserted values and quoted names of other screens, which this text does not choose. */
const written = (text: string) => text.replaceAll(/\{[^}]*\}|‘[^’]*’/g, '…')

export const unusualWords = ({ language, text }: Reading): string[] =>
  Object.entries(PLAIN_WORDS[language])
    .filter(([word]) => new RegExp(`(?<![\\p{L}])${word}`, 'iu').test(written(text)))
    .map(([word, plain]) => `‘${word}’, say ‘${plain}’: ${text}`)

/** Returns texts with informal address, or with a capital U within a sentence. */
export const informal = ({ language, text }: Reading): string[] =>
  language === 'nl' &&
  (/(?<!\p{L})(je|jij|jou|jouw|jullie|jezelf|u hebt|u kan|u zal|u wil)(?!\p{L})/iu.test(written(text)) ||
    /(?<=[\p{Ll},…] )(U|Uw)(?!\p{L})/u.test(written(text)))
    ? [text]
    : []

/** Returns whether no sentence or clause of a text begins with an instructing verb. */
export const lacksNextStep = ({ language, text }: Reading): boolean =>
  !new RegExp(
    `(^|[.!?:,;] |\\b(of|en|or|and|please|then|eerst) )(${NEXT_STEPS[language].join('|')})(?!\\p{L})`,
    'iu',
  ).test(text)

/** Units that must follow a value, by the end of its name. */
const UNITS: readonly [name: RegExp, unit: RegExp][] = [
  [/days$/i, /^((more|working) )?days?\b|^(werk)?dag(en)?\b/],
  [/weeks$/i, /^we(ek|ken|eks)\b/],
  [/months$/i, /^maand(en)?\b|^months?\b/],
  [/hours$/i, /^(uur|uren|hours?)\b/],
  [/minutes$/i, /^(minuut|minuten|minutes?)\b/],
  [/seconds$/i, /^secon(de|den|ds?)\b/],
  [/^kg$/, /^kg\b/],
  [/^g$/, /^g\b/],
]
/** Units that a label must name, by the end of its id. */
const LABELS: readonly [id: RegExp, unit: RegExp][] = [
  [/[a-z](?<!\bin)Days$/, /dagen|days/i],
  [/[a-z]Hours$/, /uren|hours/i],
  [/[a-z]Minutes$/, /minuten|minutes/i],
  [/[a-z]Kg$/, /kg/],
]

/** Returns texts with a number that lacks its unit, and labels of numbers that name no unit. */
export function bareNumbers({ where, text }: Reading): string[] {
  const filled = [...text.matchAll(/\{(\w+)\}[\s)]*(?=([^{}]*))/g)].filter(([, name = '', next = '']) =>
    UNITS.some(([ending, unit]) => ending.test(name) && !unit.test(next)),
  )
  const bareNumber = /(?<![\p{L}\d.,:/#+-])\d+(?![\d.,:]*[ ]?[\p{L}\d%{“…-])/u.test(text.replaceAll(/\{[^}]*\}/g, '{'))
  const label = LABELS.some(([ending, unit]) => ending.test(where) && !unit.test(text))
  return filled.length > 0 || bareNumber || label ? [text] : []
}

const ERROR_PLACES = /^(core\.(errors|problems|validation)|auth\.errors)\./
const ERROR_ENDINGS =
  /([cC]ancelled|[cC]onflict(Name)?|[fF]ailed|[gG]one|[iI]nvalid|noFile|[nN]otCopied|[nN]otFound|notHere|[nN]otKept|[nN]otMade|[nN]otSent|[tT]ooLarge|[tT]ooMany|unproven|[uU]nreadable|unsupported)$/
/** Titles of error pages, and reasons in a list. */
const BESIDE_ERRORS = /^core\.headers\.|\.(reasons|why)\./

/** Returns whether a message reports an error, judged by the prefix or the end of its id. */
export const isError = (id: string): boolean =>
  ERROR_PLACES.test(id) || (ERROR_ENDINGS.test(id) && !BESIDE_ERRORS.test(id))
