import synonyms from './synonyms.json' with { type: 'json' }

const key = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
    .replaceAll('.', '')

/** Remark in brackets after a word: `Hond (kruising)`. */
const REMARK = /(?<=\S)\s*[([][^()[\]]*[)\]]$/

const booleansOf = (yes: string, no: string) =>
  new Map([
    ...yes.split(' ').map((word) => [key(word), true] as const),
    ...no.split(' ').map((word) => [key(word), false] as const),
  ])

const BOOLEANS = booleansOf('j ja y yes t true waar 1 -1 on aan', 'n nee neen no f false onwaar 0 off uit')
/** Words that mean true or false in a specific field. */
const BOOLEANS_OF: Readonly<Record<string, Map<string, boolean>>> = {
  active: booleansOf(
    'actief active a',
    'inactief inactive niet_actief non_actief i overleden vertrokken gearchiveerd archived',
  ),
  locked: booleansOf('geblokkeerd blocked locked', 'actief active'),
  neutered: booleansOf(
    'gecastreerd gesteriliseerd geholpen neutered castrated spayed',
    'intact entire niet_gecastreerd niet_gesteriliseerd niet_geholpen',
  ),
}

/**
 * Returns whether a value of a field means true or false; undefined if it means neither. Access stores true as -1.
 */
export function readBoolean(value: unknown, field = ''): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const word = key(String(value).trim().replace(REMARK, ''))
  return BOOLEANS.get(word) ?? BOOLEANS_OF[field]?.get(word)
}

const NEUTERED = /\b(?:ge)?(?:castr|steril|neut|spay|geholpen|helped)\w*/gi
const NOT_NEUTERED =
  /\b(?:niet[ -](?:gecastreerd|gesteriliseerd|geholpen)|(?:not|non)[ -](?:neutered|castrated|spayed)|intact|entire)\b/gi
const NEUTERED_CODES = new Set(['mc', 'mn', 'fs', 'fn', 'vc', 'vs', 'vn', 'm/c', 'm/n', 'f/s', 'v/s', 'v/c', 'ruin'])

/** Splits a text such as `mannelijk gecastreerd`, `Female Spayed` or `MC` into sex and neutering. */
export function readSex(text: string): { sex: string; neutered: boolean | undefined } {
  const isIntact = text.search(NOT_NEUTERED) >= 0
  const others = text.replaceAll(NOT_NEUTERED, ' ').replaceAll(NEUTERED, ' ')
  const isNeutered = NEUTERED_CODES.has(text.trim().toLowerCase()) || (!isIntact && text.search(NEUTERED) >= 0)
  const sex = others.replaceAll(/[(),;/\s-]+/g, ' ').trim()
  return { sex, neutered: isIntact ? false : isNeutered ? true : undefined }
}

/** Words in Dutch practice systems for the values of the contract. */
const SYNONYMS: Readonly<Record<string, string>> = synonyms

/** Returns a reader that maps a word to one of `values`, in any case and spelling. */
export function wordReader(values: readonly string[]): (text: string) => string | undefined {
  const known = new Map<string, string>()
  for (const value of values) {
    known.set(key(value), value)
    for (const word of SYNONYMS[value]?.split(' ') ?? []) known.set(key(word), value)
  }
  return (text) => known.get(key(text)) ?? known.get(key(text.replace(REMARK, '')))
}
