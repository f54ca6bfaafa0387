import { isSameText } from '#contract/fold-name.ts'
import { SPECIES } from '#contract/patient.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import type { IntlShape } from 'react-intl'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import { asDate } from '#src/lib/dates.ts'

// Texts of a patient: species, sex, age, weight, and whether it is active.

/** The word for a species; undefined for an unknown one, which is shown as it came. */
export function speciesId(species: string | undefined): MessageId | undefined {
  const known = SPECIES.find((one) => one === species)
  return known && `client.patients.species.${known}`
}

/** Species whose males and females have words of their own; ponies and donkeys have those of horses. */
const SEXED = ['DOG', 'CAT', 'HORSE', 'CATTLE', 'RABBIT', 'SHEEP', 'GOAT', 'PIG'] as const

/** Message ids for the sex of a patient of its species, in order: `Reu`, `gecastreerd`. */
export function sexIds({ species, sex, neutered }: Pick<Patient, 'species' | 'sex' | 'neutered'>): MessageId[] {
  if (sex !== 'MALE' && sex !== 'FEMALE') return neutered ? ['client.patients.neutered.UNKNOWN'] : []
  const isHorse = species === 'PONY' || species === 'DONKEY'
  const sexed = isHorse ? 'HORSE' : (SEXED.find((one) => one === species) ?? 'other')
  // A neutered male has a word of its own.
  if (sex === 'MALE' && neutered && (sexed === 'HORSE' || sexed === 'CATTLE'))
    return [`client.patients.sex.${sexed}.NEUTERED`]
  const word = `client.patients.sex.${sexed}.${sex}` as const
  return neutered ? [word, `client.patients.neutered.${sex}`] : [word]
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
