import { foldText } from './fold-name.ts'

/** Country codes of ISO 3166-1. `Intl` has no list of them, and also names regions that are no countries. */
const CODES: ReadonlySet<string> = new Set(
  [
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA',
    'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA',
    'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP',
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS',
    'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS',
    'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW',
    'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
  ]
    .join(' ')
    .split(' '),
)

export const isCountryCode = (value: string): boolean => CODES.has(value)

/** Countries of a practice that the form offers: the EU, its neighbours and the United Kingdom. */
export const PRACTICE_COUNTRIES =
  'NL BE DE LU FR GB IE AT BG CH CY CZ DK EE ES FI GR HR HU IS IT LI LT LV MT NO PL PT RO SE SI SK'.split(' ')

/** Names that people write and `Intl` does not have. */
const OTHER_NAMES = [
  ['holland', 'NL'],
  ['the netherlands', 'NL'],
  ['uk', 'GB'],
  ['engeland', 'GB'],
  ['england', 'GB'],
] as const

let codesByName: ReadonlyMap<string, string> | undefined

/** Returns the code of a country by its code, or by its name in Dutch, English, German or French. */
export function countryCodeOf(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (isCountryCode(code)) return code
  codesByName ??= namesOfCountries()
  return codesByName.get(foldText(text.trim()))
}

function namesOfCountries(): ReadonlyMap<string, string> {
  const languages = ['nl', 'en', 'de', 'fr'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  const named = languages.flatMap((names) =>
    [...CODES].map((code) => [foldText(names.of(code) ?? code), code] as const),
  )
  return new Map<string, string>([...named, ...OTHER_NAMES])
}
