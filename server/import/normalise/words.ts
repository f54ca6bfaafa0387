const key = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
    .replaceAll('.', '')

const WORDS = {
  true: 'j ja y yes t true waar 1 -1 on aan',
  false: 'n nee no f false onwaar 0 off uit',
}
const BOOLEANS = new Map(
  Object.entries(WORDS).flatMap(([name, words]) =>
    words.split(' ').map((word) => [key(word), name === 'true'] as const),
  ),
)

/** Whether a value means true or false; undefined where it means neither. Access stores true as -1. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  return typeof value === 'string' || typeof value === 'number' ? BOOLEANS.get(key(String(value))) : undefined
}

/** Words of Dutch practice systems for the values of the contract. */
const SYNONYMS: Readonly<Record<string, string>> = {
  DOG: 'hond honden canine canis',
  CAT: 'kat poes katten feline felis',
  RABBIT: 'konijn konijnen',
  GUINEA_PIG: 'cavia',
  FERRET: 'fret',
  BIRD: 'vogel',
  REPTILE: 'reptiel',
  HORSE: 'paard equine',
  DONKEY: 'ezel',
  CATTLE: 'rund runderen koe cow bovine rundvee',
  SHEEP: 'schaap schapen ovine',
  GOAT: 'geit geiten caprine',
  PIG: 'varken varkens porcine',
  POULTRY: 'pluimvee kip kippen',
  OTHER: 'overig overige anders',
  INDIVIDUAL: 'individu individueel dier',
  HERD: 'koppel kudde groep',
  MALE: 'm man mannelijk reu kater hengst ruin stier bok ram beer mc mn',
  FEMALE: 'f v vrouw vrouwelijk teef merrie zeug vc fs vn',
  UNKNOWN: 'o u onbekend',
  PAID: 'betaald voldaan',
  UNPAID:
    'onbetaald open openstaand niet_betaald overdue vervallen te_laat partly_paid partially_paid partial deels_betaald gedeeltelijk_betaald',
  PIN: 'pinnen pinbetaling',
  CASH: 'contant kas',
  BANK: 'bankoverschrijving overschrijving overboeking',
  DIRECT_DEBIT: 'incasso automatische_incasso sepa_incasso',
  ONLINE: 'ideal',
  EUR: 'euro €',
  BOOKED: 'gepland afgesproken ingepland planned scheduled confirmed bevestigd',
  DONE: 'gedaan afgerond voltooid uitgevoerd completed',
  CANCELLED: 'canceled geannuleerd vervallen',
  SENT: 'verzonden verstuurd',
  EXPIRED: 'verlopen',
  VACCINATION: 'vaccinatie enting',
  DEWORMING: 'ontworming ontwormen',
  DENTAL: 'gebit',
  CHECK_UP: 'controle',
  MEDICATION: 'medicatie',
  TREATMENT: 'behandeling',
  DELIVERY: 'aflevering levering',
  VISIT: 'bezoek visite',
  NOTE: 'notitie',
  CLINIC_ADMIN: 'admin beheerder',
  CLINIC_USER: 'medewerker',
  nl: 'dutch nederlands nl_nl nl_be nld dut',
  en: 'english engels en_gb en_us eng',
  answered: 'beantwoord',
  declined: 'afgewezen',
}

/** A reader of a word that stands for one of `values`, in any case and spelling. */
export function wordReader(values: readonly string[]): (text: string) => string | undefined {
  const known = new Map<string, string>()
  for (const value of values) {
    known.set(key(value), value)
    for (const word of SYNONYMS[value]?.split(' ') ?? []) known.set(key(word), value)
  }
  return (text) => known.get(key(text))
}
