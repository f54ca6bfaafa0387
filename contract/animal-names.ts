import { foldName } from './fold-name.ts'
import { groupBy } from './group-by.ts'
import { patientLabel } from './names.ts'
import type { Patient } from './schemas/patient.ts'

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
