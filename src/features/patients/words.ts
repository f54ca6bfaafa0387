import { isSameText } from '#contract/fold-name.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import type { IntlShape } from 'react-intl'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import { asDate } from '#src/lib/dates.ts'

// Texts of a patient: species, sex, age, weight, and whether it is active.

const SPECIES: Readonly<Record<string, MessageId>> = {
  DOG: 'client.patients.species.DOG',
  CAT: 'client.patients.species.CAT',
  RABBIT: 'client.patients.species.RABBIT',
  GUINEA_PIG: 'client.patients.species.GUINEA_PIG',
  FERRET: 'client.patients.species.FERRET',
  BIRD: 'client.patients.species.BIRD',
  REPTILE: 'client.patients.species.REPTILE',
  HORSE: 'client.patients.species.HORSE',
  PONY: 'client.patients.species.PONY',
  DONKEY: 'client.patients.species.DONKEY',
  CATTLE: 'client.patients.species.CATTLE',
  SHEEP: 'client.patients.species.SHEEP',
  GOAT: 'client.patients.species.GOAT',
  PIG: 'client.patients.species.PIG',
  POULTRY: 'client.patients.species.POULTRY',
  OTHER: 'client.patients.species.OTHER',
}

/** The word for a species; undefined for an unknown one, which is shown as it came. */
export const speciesId = (species: string | undefined): MessageId | undefined =>
  species && Object.hasOwn(SPECIES, species) ? SPECIES[species] : undefined

interface SexWords {
  MALE: MessageId
  FEMALE: MessageId
  /** A male that is neutered, where that has a word of its own. */
  NEUTERED?: MessageId
}

const HORSE: SexWords = {
  MALE: 'client.patients.sex.HORSE.MALE',
  FEMALE: 'client.patients.sex.HORSE.FEMALE',
  NEUTERED: 'client.patients.sex.HORSE.NEUTERED',
}
const SEXES: Readonly<Record<string, SexWords>> = {
  DOG: { MALE: 'client.patients.sex.DOG.MALE', FEMALE: 'client.patients.sex.DOG.FEMALE' },
  CAT: { MALE: 'client.patients.sex.CAT.MALE', FEMALE: 'client.patients.sex.CAT.FEMALE' },
  HORSE,
  PONY: HORSE,
  DONKEY: HORSE,
  CATTLE: {
    MALE: 'client.patients.sex.CATTLE.MALE',
    FEMALE: 'client.patients.sex.CATTLE.FEMALE',
    NEUTERED: 'client.patients.sex.CATTLE.NEUTERED',
  },
  RABBIT: { MALE: 'client.patients.sex.RABBIT.MALE', FEMALE: 'client.patients.sex.RABBIT.FEMALE' },
  SHEEP: { MALE: 'client.patients.sex.SHEEP.MALE', FEMALE: 'client.patients.sex.SHEEP.FEMALE' },
  GOAT: { MALE: 'client.patients.sex.GOAT.MALE', FEMALE: 'client.patients.sex.GOAT.FEMALE' },
  PIG: { MALE: 'client.patients.sex.PIG.MALE', FEMALE: 'client.patients.sex.PIG.FEMALE' },
}
const OTHER: SexWords = { MALE: 'client.patients.sex.other.MALE', FEMALE: 'client.patients.sex.other.FEMALE' }

const NEUTERED = { MALE: 'client.patients.neutered.MALE', FEMALE: 'client.patients.neutered.FEMALE' } as const

/** Message ids for the sex of a patient of its species, in order: `Reu`, `gecastreerd`. */
export function sexIds({ species, sex, neutered }: Pick<Patient, 'species' | 'sex' | 'neutered'>): MessageId[] {
  if (sex !== 'MALE' && sex !== 'FEMALE') return neutered ? ['client.patients.neutered.UNKNOWN'] : []
  const words = (species && Object.hasOwn(SEXES, species) && SEXES[species]) || OTHER
  if (sex === 'MALE' && neutered && words.NEUTERED) return [words.NEUTERED]
  return neutered ? [words[sex], NEUTERED[sex]] : [words[sex]]
}

export const isHerd = ({ kind }: Pick<Patient, 'kind'>): boolean => kind === 'HERD'

/** A number of digits in groups of three, as it is read out; any other as it is. */
export function byThree(number: string): string {
  const digits = number.replaceAll(/\s/g, '')
  return /^\d+$/.test(digits) ? digits.replaceAll(/\d{3}(?=\d)/g, '$& ') : number
}

/** On the tile of a patient whose species has no icon. */
export const initialsOf = (name: string): string => Array.from(name).slice(0, 2).join('')

/** `Hond, labrador (kruising)`; empty where nothing is known of it. */
export function kindText({ species, breed, crossBreed }: Patient, intl: IntlShape): string {
  const id = speciesId(species)
  const kind = id ? intl.formatMessage({ id }) : species
  const mixed = intl.formatMessage({ id: 'client.patients.crossBreedOnly' })
  const name = breed?.trim()
  // Some write that it is one in the place of the breed.
  const bred = !crossBreed || isSameText(name ?? '', mixed)
  const ofBreed = bred ? name : name ? intl.formatMessage({ id: 'client.patients.crossBreed' }, { breed: name }) : mixed
  // `Other` says nothing beside the name of what it is.
  return [species === 'OTHER' && name ? '' : kind, ofBreed].filter(Boolean).join(', ')
}

/** `Reu, gecastreerd`; what is not known to the portal as it came, and empty where nothing is known. */
export function sexText(patient: Patient, intl: IntlShape): string {
  const words = sexIds(patient).map((id) => intl.formatMessage({ id }))
  const sex: string | undefined = patient.sex
  const isUnknown = sex && !['MALE', 'FEMALE', 'UNKNOWN'].includes(sex)
  return [...(isUnknown ? [sex] : []), ...words].join(', ')
}

/** `7 jaar`; empty where it is not known, or before the birth. */
export function ageText(birthDate: IsoDate | undefined, day: IsoDate, intl: IntlShape): string {
  const age = birthDate ? ageOn(birthDate, day) : null
  return age ? intl.formatMessage({ id: age.id }, { count: age.count }) : ''
}

/** `12 mei`, and the year where it is another one than that of today. */
export function dayText(date: IsoDate, today: IsoDate, intl: IntlShape): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return intl.formatDate(asDate(date), { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })
}

export const fullDayText = (date: IsoDate, intl: IntlShape): string =>
  intl.formatDate(asDate(date), { day: 'numeric', month: 'long', year: 'numeric' })

/** `31,4 kg`; what is less than one also in grams. */
export function kilosText(kg: number, intl: IntlShape, inGrams = kg < 1): string {
  const kilos = intl.formatNumber(kg, { maximumFractionDigits: 3 })
  if (!inGrams) return intl.formatMessage({ id: 'client.patients.weight' }, { kg: kilos })
  const g = intl.formatNumber(kg * 1000, { maximumFractionDigits: 0 })
  return intl.formatMessage({ id: 'client.patients.weightSmall' }, { kg: kilos, g })
}

interface Age {
  id: MessageId
  count: number
}

const WEEKS_UNTIL = 12
const MONTHS_UNTIL = 24

/** How old on a day: in weeks, then months, then years. Null before the birth. */
export function ageOn(birthDate: IsoDate, day: IsoDate): Age | null {
  const weeks = Math.floor(daysBetween(birthDate, day) / 7)
  if (!(weeks >= 0)) return null
  if (weeks < WEEKS_UNTIL) return { id: 'client.patients.age.week', count: weeks }
  const months = monthsBetween(birthDate, day)
  if (months < MONTHS_UNTIL) return { id: 'client.patients.age.month', count: months }
  return { id: 'client.patients.age.year', count: Math.floor(months / 12) }
}

/** Whole months. Who was born on the 29th, 30th or 31st has to wait for the 1st where a month has no such day. */
function monthsBetween(from: IsoDate, to: IsoDate): number {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0)
}
