import type { IntlShape } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import type { Patient } from '#contract/patient.ts'
import { asDate } from '#src/lib/dates.ts'
import { ageOn } from './age.ts'
import { sexIds, speciesId } from './words.ts'

/** `Hond, labrador (kruising)`; empty where nothing is known of it. */
export function kindText({ species, breed, crossBreed }: Patient, intl: IntlShape): string {
  const id = speciesId(species)
  const kind = id ? intl.formatMessage({ id }) : species
  const mixed = intl.formatMessage({ id: 'client.patients.crossBreedOnly' })
  const name = breed?.trim()
  // Some write that it is one in the place of the breed.
  const bred = !crossBreed || name?.toLowerCase() === mixed
  const ofBreed = bred ? name : name ? intl.formatMessage({ id: 'client.patients.crossBreed' }, { breed: name }) : mixed
  // `Other` says nothing beside the name of what it is.
  return [species === 'OTHER' && name ? '' : kind, ofBreed].filter(Boolean).join(', ')
}

/** `Reu, gecastreerd`; what is not known to the portal as it came, and empty where nothing is known. */
export function sexText(patient: Patient, intl: IntlShape): string {
  const words = sexIds(patient).map((id) => intl.formatMessage({ id }))
  const { sex } = patient as { sex?: string }
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
