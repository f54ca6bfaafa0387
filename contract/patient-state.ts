import type { Patient } from './schemas/patient.ts'

/** Died, or no longer with the practice. */
export const isFormer = ({ deceasedDate, active }: Pick<Patient, 'deceasedDate' | 'active'>): boolean =>
  Boolean(deceasedDate) || active === false

const FARM = new Set<string>(['HORSE', 'PONY', 'DONKEY', 'CATTLE', 'SHEEP', 'GOAT', 'PIG', 'POULTRY'])

/** Of those that may end as food: of them it has to be known which medicines they had. */
export const mayBeFood = ({
  kind,
  species,
  foodProducing,
}: Pick<Patient, 'kind' | 'species' | 'foodProducing'>): boolean =>
  foodProducing === true || kind === 'HERD' || (species !== undefined && FARM.has(species))

/**
 * What may be eaten. That of which neither species nor kind is known belongs to it: a logbook that an inspector reads leaves
 * out nothing but what is known to be something else.
 */
export function isLivestock(patient: Pick<Patient, 'kind' | 'species' | 'foodProducing'>): boolean {
  const { kind, species, foodProducing } = patient
  if (foodProducing === false) return false
  return mayBeFood(patient) || (kind === undefined && species === undefined)
}

/** What is not meant to be eaten is never delivered, and an end of a period would say otherwise. */
export const isDelivered = (patient: Patient): boolean => isLivestock(patient) && !isFormer(patient)
