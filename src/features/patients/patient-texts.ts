import { isSameText } from '#contract/fold-name.ts'
import { SPECIES, sexIds } from '#contract/patient.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import type { IntlShape } from 'react-intl'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import { asDate } from '#src/lib/dates.ts'

// Texts about a patient: species, sex, age, weight and status.

/** Message id of a species; undefined for an unknown species, which is shown as received. */
export function speciesId(species: string | undefined): MessageId | undefined {
  const known = SPECIES.find((one) => one === species)
  return known && `client.patients.species.${known}`
}

export const isHerd = ({ kind }: Pick<Patient, 'kind'>): boolean => kind === 'HERD'

/** Groups the digits of a number in threes, as people read it aloud; other texts are unchanged. */
export function byThree(number: string): string {
  const digits = number.replaceAll(/\s/g, '')
  return /^\d+$/.test(digits) ? digits.replaceAll(/\d{3}(?=\d)/g, '$& ') : number
}

/** Initials on the tile of a patient whose species has no icon. */
export const initialsOf = (name: string): string => Array.from(name).slice(0, 2).join('')

/** Returns species and breed, such as `Hond, labrador (kruising)`; empty if unknown. */
export function kindText({ species, breed, crossBreed }: Patient, intl: IntlShape): string {
  const id = speciesId(species)
  const kind = id ? intl.formatMessage({ id }) : species
  const mixed = intl.formatMessage({ id: 'client.patients.crossBreedOnly' })
  const name = breed?.trim()
  // Some practices write "crossbreed" as the breed.
  const bred = !crossBreed || isSameText(name ?? '', mixed)
  const ofBreed = bred ? name : name ? intl.formatMessage({ id: 'client.patients.crossBreed' }, { breed: name }) : mixed
  // The species `Other` adds nothing to a known breed.
  return [species === 'OTHER' && name ? '' : kind, ofBreed].filter(Boolean).join(', ')
}

/** Returns the sex, such as `Reu, gecastreerd`; an unknown value as received, and empty without a value. */
export function sexText(patient: Patient, intl: IntlShape): string {
  const words = sexIds(patient).map((id) => intl.formatMessage({ id }))
  const sex: string | undefined = patient.sex
  const isUnknown = sex && !['MALE', 'FEMALE', 'UNKNOWN'].includes(sex)
  return [...(isUnknown ? [sex] : []), ...words].join(', ')
}

/** Returns the age, such as `7 jaar`; empty if unknown or before the birth. */
export function ageText(birthDate: IsoDate | undefined, day: IsoDate, intl: IntlShape): string {
  const age = birthDate ? ageOn(birthDate, day) : null
  return age ? intl.formatMessage({ id: age.id }, { count: age.count }) : ''
}

/** Returns a date such as `12 mei`, with the year if it is not the current one. */
export function dayText(date: IsoDate, today: IsoDate, intl: IntlShape): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return intl.formatDate(asDate(date), { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })
}

export const fullDayText = (date: IsoDate, intl: IntlShape): string =>
  intl.formatDate(asDate(date), { day: 'numeric', month: 'long', year: 'numeric' })

/** Returns a weight such as `31,4 kg`; below 1 kg also in grams. */
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

/** Returns the age on a date, in weeks, months or years. Null before the birth. */
export function ageOn(birthDate: IsoDate, day: IsoDate): Age | null {
  const weeks = Math.floor(daysBetween(birthDate, day) / 7)
  if (!(weeks >= 0)) return null
  if (weeks < WEEKS_UNTIL) return { id: 'client.patients.age.week', count: weeks }
  const months = monthsBetween(birthDate, day)
  if (months < MONTHS_UNTIL) return { id: 'client.patients.age.month', count: months }
  return { id: 'client.patients.age.year', count: Math.floor(months / 12) }
}

/** Returns whole months. In a month without the day of birth (29, 30 or 31), the month is complete on the 1st of the next one. */
function monthsBetween(from: IsoDate, to: IsoDate): number {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0)
}
