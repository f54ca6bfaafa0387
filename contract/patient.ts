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
/** Side of the photo of an animal in pixels; the browser crops and reduces it. */
export const ANIMAL_PHOTO_SIDE = 640
export const MAX_ANIMAL_PHOTO_BYTES = 128 * 1024
export const ANIMAL_PHOTO_TYPES = ['image/jpeg', 'image/webp'] as const

export const SEXES = ['MALE', 'FEMALE', 'UNKNOWN'] as const

/**
 * Whether an animal has died or left the practice. A date of death in the future is a typing error, so the animal still
 * counts as dead.
 */
export const isFormer = ({ deceasedDate, active }: Pick<Patient, 'deceasedDate' | 'active'>): boolean =>
  Boolean(deceasedDate) || active === false

/**
 * Whether a reminder or appointment about these animals is still relevant: it names no animal, or one of them is
 * current. `isCurrent` returns whether an animal is alive, at the practice and of this client. `concernsCurrent` in
 * `server/db/patient-state.ts` is the SQL version of this rule.
 */
export function concernsCurrent(
  patientUuids: readonly (string | undefined)[],
  isCurrent: (patientUuid: string) => boolean,
): boolean {
  const named = patientUuids.filter((uuid) => uuid !== undefined)
  return named.length === 0 || named.some(isCurrent)
}

/**
 * Returns the `isCurrent` function for a client's animals. An unknown or empty list says nothing about any animal, so
 * every animal counts as current.
 */
export function currentAmong(
  patients: readonly Pick<Patient, 'uuid' | 'deceasedDate' | 'active'>[] | undefined,
): (patientUuid: string) => boolean {
  if (!patients?.length) return () => true
  const current = new Set(patients.flatMap((patient) => (isFormer(patient) ? [] : [patient.uuid.toLowerCase()])))
  return (uuid) => current.has(uuid.toLowerCase())
}

const FARM = new Set<string>(['HORSE', 'PONY', 'DONKEY', 'CATTLE', 'SHEEP', 'GOAT', 'PIG', 'POULTRY'])

/** Whether an animal may enter the food chain, so that its medicines must be known. */
export const mayBeFood = ({
  kind,
  species,
  foodProducing,
}: Pick<Patient, 'kind' | 'species' | 'foodProducing'>): boolean =>
  foodProducing === true || kind === 'HERD' || (species !== undefined && FARM.has(species))

/**
 * Whether an animal counts as livestock. An animal of unknown species and kind counts, because a logbook for inspectors
 * must not omit anything in doubt.
 */
export function isLivestock(patient: Pick<Patient, 'kind' | 'species' | 'foodProducing'>): boolean {
  const { kind, species, foodProducing } = patient
  if (foodProducing === false) return false
  return mayBeFood(patient) || (kind === undefined && species === undefined)
}

/**
 * Whether an animal's food may be delivered. Others have no withdrawal periods, because showing an end would imply
 * delivery afterwards.
 */
export const isDelivered = (patient: Patient): boolean => isLivestock(patient) && !isFormer(patient)

/** Fields that distinguish two animals with the same name. */
export type Distinguishable = Pick<
  Patient,
  'uuid' | 'name' | 'caretaker' | 'species' | 'birthDate' | 'chipNumber' | 'lifeNumber' | 'color'
>

export type SpeciesWord = (species: string) => string | undefined

const lastDigits = (number: string | undefined) => {
  const digits = number?.replaceAll(/\D/g, '') ?? ''
  return digits.length >= 4 ? `…${digits.slice(-4)}` : undefined
}

/** Texts that tell animals with the same name apart, in the order of preference. */
const PARTS: ((animal: Distinguishable, word: SpeciesWord) => string | undefined)[] = [
  ({ species }, word) => (species ? word(species) : undefined),
  ({ birthDate }) => birthDate?.slice(0, 4),
  ({ chipNumber }) => lastDigits(chipNumber),
  ({ lifeNumber }) => lastDigits(lifeNumber),
  ({ color }) => color?.trim() || undefined,
]

/**
 * Returns texts that distinguish the animals of a group. A single field is used if it suffices; texts are empty if
 * nothing distinguishes the animals.
 */
function partsOf(group: readonly Distinguishable[], word: SpeciesWord): string[] {
  const columns = PARTS.map((part) => group.map((animal) => part(animal, word) ?? ''))
  const count = (texts: readonly string[]) => new Set(texts).size
  const alone = columns.find((texts) => count(texts) === group.length)
  if (alone) return alone
  let combined = group.map(() => '')
  for (const texts of columns) {
    const more = combined.map((text, index) => [text, texts[index]].filter(Boolean).join(', '))
    if (count(more) > count(combined)) combined = more
  }
  return combined
}

function labelsOf(
  animals: readonly Distinguishable[],
  labelOf: (animal: Distinguishable) => string,
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
 * Returns distinguishing names, by uuid, for animals of one client that share a name: `Minoes (2019)`. Animals with a
 * unique name are absent.
 */
export const distinctNames = (animals: readonly Distinguishable[], word: SpeciesWord): ReadonlyMap<string, string> =>
  labelsOf(animals, ({ name }) => name, word)

/**
 * Returns the labels of animals in a selection list, with caretakers, by uuid. Distinguishing texts are added only to
 * equal labels.
 */
export function patientLabels(animals: readonly Distinguishable[], word: SpeciesWord): ReadonlyMap<string, string> {
  const apart = labelsOf(animals, patientLabel, word)
  return new Map(animals.map((animal) => [animal.uuid, apart.get(animal.uuid) ?? patientLabel(animal)]))
}

/** Species with specific words for males and females; ponies and donkeys use those of horses. */
const SEXED = ['DOG', 'CAT', 'HORSE', 'CATTLE', 'RABBIT', 'SHEEP', 'GOAT', 'PIG'] as const

/** Returns the message ids for the sex of a patient, in order: `Reu`, `gecastreerd`. */
export function sexIds({ species, sex, neutered }: Pick<Patient, 'species' | 'sex' | 'neutered'>) {
  if (sex !== 'MALE' && sex !== 'FEMALE') return neutered ? (['client.patients.neutered.UNKNOWN'] as const) : []
  const isHorse = species === 'PONY' || species === 'DONKEY'
  const sexed = isHorse ? 'HORSE' : (SEXED.find((one) => one === species) ?? 'other')
  // A neutered male of some species has a specific word.
  if (sex === 'MALE' && neutered && (sexed === 'HORSE' || sexed === 'CATTLE'))
    return [`client.patients.sex.${sexed}.NEUTERED`] as const
  const word = `client.patients.sex.${sexed}.${sex}` as const
  return neutered ? ([word, `client.patients.neutered.${sex}`] as const) : ([word] as const)
}
