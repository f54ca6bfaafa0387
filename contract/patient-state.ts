import type { Patient } from './schemas/patient.ts'

/**
 * Whether an animal has died or left the practice. A date of death in the future is a typing error for an animal that has died, not a
 * living animal.
 */
export const isFormer = ({ deceasedDate, active }: Pick<Patient, 'deceasedDate' | 'active'>): boolean =>
  Boolean(deceasedDate) || active === false

/**
 * Whether anything is still to be done by a record about these animals: reminders and appointments. A record that names no animal is
 * about the client. One of several animals is enough. `isCurrent` answers whether an animal is alive, at the practice and of this
 * client. On the server `concernsCurrent` in `server/db/patient-state.ts` is the same rule in SQL.
 */
export function concernsCurrent(
  patientUuids: readonly (string | undefined)[],
  isCurrent: (patientUuid: string) => boolean,
): boolean {
  const named = patientUuids.filter((uuid) => uuid !== undefined)
  return named.length === 0 || named.some(isCurrent)
}

/**
 * Returns the `isCurrent` of a client, by all its animals. A list that is unknown or empty says nothing about any animal, so that all
 * are current.
 */
export function currentAmong(
  patients: readonly Pick<Patient, 'uuid' | 'deceasedDate' | 'active'>[] | undefined,
): (patientUuid: string) => boolean {
  if (!patients?.length) return () => true
  const current = new Set(patients.flatMap((patient) => (isFormer(patient) ? [] : [patient.uuid.toLowerCase()])))
  return (uuid) => current.has(uuid.toLowerCase())
}

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
