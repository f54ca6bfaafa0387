import type { Patient } from './schemas/patient.ts'
import { foldName } from './fold-name.ts'
import { groupBy } from './values.ts'
import { patientLabel } from './names.ts'

export const SPECIES = [
  'DOG',
  'CAT',
  'RABBIT',
  'GUINEA_PIG',
  'FERRET',
  'BIRD',
  'REPTILE',
  'HORSE',
  'PONY',
  'DONKEY',
  'CATTLE',
  'SHEEP',
  'GOAT',
  'PIG',
  'POULTRY',
  'OTHER',
] as const
export type Species = (typeof SPECIES)[number]
export const PATIENT_KINDS = ['INDIVIDUAL', 'HERD'] as const
export const SEXES = ['MALE', 'FEMALE', 'UNKNOWN'] as const

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

/** The fields that tell two animals with the same name apart. */
export type Telling = Pick<
  Patient,
  'uuid' | 'name' | 'caretaker' | 'species' | 'birthDate' | 'chipNumber' | 'lifeNumber' | 'color'
>

/** The word for a species in a language; undefined for none. */
export type SpeciesWord = (species: string) => string | undefined

const lastDigits = (number: string | undefined) => {
  const digits = number?.replaceAll(/\D/g, '') ?? ''
  return digits.length >= 4 ? `…${digits.slice(-4)}` : undefined
}

/** In the order in which they are tried. */
const PARTS: ((animal: Telling, word: SpeciesWord) => string | undefined)[] = [
  ({ species }, word) => (species ? word(species) : undefined),
  ({ birthDate }) => birthDate?.slice(0, 4),
  ({ chipNumber }) => lastDigits(chipNumber),
  ({ lifeNumber }) => lastDigits(lifeNumber),
  ({ color }) => color?.trim() || undefined,
]

/** The texts by which the animals of a group differ, from one part where one suffices; empty where nothing tells them apart. */
function partsOf(group: readonly Telling[], word: SpeciesWord): string[] {
  const columns = PARTS.map((part) => group.map((animal) => part(animal, word) ?? ''))
  const count = (texts: readonly string[]) => new Set(texts).size
  const alone = columns.find((texts) => count(texts) === group.length)
  if (alone) return alone
  let told = group.map(() => '')
  for (const texts of columns) {
    const more = told.map((text, index) => [text, texts[index]].filter(Boolean).join(', '))
    if (count(more) > count(told)) told = more
  }
  return told
}

function labelsOf(
  animals: readonly Telling[],
  labelOf: (animal: Telling) => string,
  word: SpeciesWord,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const [name, group] of groupBy(animals, (animal) => foldName(labelOf(animal)))) {
    if (group.length < 2 || name === '') continue
    const parts = partsOf(group, word)
    for (const [index, animal] of group.entries()) {
      const part = parts[index]
      if (part) labels.set(animal.uuid, `${labelOf(animal)} (${part})`)
    }
  }
  return labels
}

/**
 * Returns the names by which the animals of one client that have the same name are told apart, by uuid: `Minoes (2019)`. An animal with
 * a name of its own is absent.
 */
export const namesApart = (animals: readonly Telling[], word: SpeciesWord): ReadonlyMap<string, string> =>
  labelsOf(animals, ({ name }) => name, word)

/** Returns the labels of animals to choose from, with their caretakers, by uuid; told apart only where two would read alike. */
export function patientLabels(animals: readonly Telling[], word: SpeciesWord): ReadonlyMap<string, string> {
  const apart = labelsOf(animals, patientLabel, word)
  return new Map(animals.map((animal) => [animal.uuid, apart.get(animal.uuid) ?? patientLabel(animal)]))
}
