import type { Patient } from '#contract/schemas/patient.ts'
import { type HerdAnimal, type HerdSummary, keepsHerd } from '#contract/herd.ts'
import { foldText } from '#contract/fold-name.ts'
import { freeText, hasWords, searchWords } from '#contract/search-words.ts'
import { isFormer, isLivestock } from '#contract/patient-state.ts'
import { inKeyBatches, isOneOf } from '#server/db/in-batches.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { parseJson } from '#server/db/json.ts'

export type Keeper = Pick<ClientRow, 'uuid' | 'ubn'>
export type Animals = ReadonlyMap<string, Patient>

export const keeperOf = async (db: Database, clientId: string): Promise<Keeper> =>
  await db.selectFrom('client').select(['uuid', 'ubn']).where('uuid', '=', clientId).executeTakeFirstOrThrow()

/** The livestock of a client by their uuid, in the order of their names; their pets stand elsewhere. */
export async function animalsOf(db: Database, { uuid: clientId }: Pick<Keeper, 'uuid'>): Promise<Animals> {
  const keys = await db
    .selectFrom('patient')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .orderBy('search_name')
    .orderBy('uuid')
    .execute()
  const found = new Map<string, Patient>()
  const batches = inKeyBatches(
    keys.map(({ uuid }) => uuid),
    async (some) => {
      const rows = await db
        .selectFrom('patient')
        .select(['uuid', 'data'])
        .where(isOneOf(db, 'uuid', some))
        .execute()
      return new Map(rows.map(({ uuid, data }) => [uuid, parseJson(data)]))
    },
  )
  for await (const animals of batches)
    for (const animal of animals) if (isLivestock(animal)) found.set(animal.uuid, animal)
  return found
}

/** Where an animal is kept; empty where it is not known. */
export const ubnOf = (animal: Pick<Patient, 'ubn'> | undefined, { ubn }: Pick<Keeper, 'ubn'>): string =>
  animal?.ubn?.trim() || ubn || ''

/** The number that its keeper knows an animal by. */
export const numberOf = (animal: Pick<Patient, 'lifeNumber' | 'chipNumber'> | undefined): string =>
  animal?.lifeNumber || animal?.chipNumber || ''

/** Where animals are kept, in order. */
export const ubnsOf = (animals: Iterable<Patient>, keeper: Pick<Keeper, 'ubn'>): string[] =>
  [...new Set(Array.from(animals, (animal) => ubnOf(animal, keeper)))].filter(Boolean).sort()

export function herdAnimal(animal: Patient, keeper: Pick<Keeper, 'ubn'>): HerdAnimal {
  const { uuid, name } = animal
  const [number, ubn] = [numberOf(animal), ubnOf(animal, keeper)]
  return { uuid, name, ...(number && { number }), ...(ubn && { ubn }) }
}

export function summaryOf(animals: Animals, keeper: Keeper): HerdSummary {
  const here = [...animals.values()].filter((animal) => !isFormer(animal))
  return { isKept: keepsHerd(here), ubns: ubnsOf(here, keeper) }
}

const bare = (number: string) => foldText(number).replaceAll(' ', '')

/** The animals kept, by UBN and then by name. A number is found without its spaces, too. */
export function findAnimals(animals: Animals, keeper: Keeper, { search, ubn }: { search: string; ubn: string }) {
  const words = searchWords(search)
  const number = bare(search)
  const matches = (animal: Patient) => {
    if (isFormer(animal) || (ubn && ubnOf(animal, keeper) !== ubn)) return false
    if (!search || hasWords(freeText([animal.name]), words)) return true
    if (number === '') return false
    const numbers = [animal.lifeNumber, animal.chipNumber, animal.passportNumber]
    // That of all of them is looked for by its beginning, or a part of a number would find everything.
    return bare(ubnOf(animal, keeper)).startsWith(number) || numbers.some((one) => one && bare(one).includes(number))
  }
  return [...animals.values()].filter(matches).sort((a, b) => compare(ubnOf(a, keeper), ubnOf(b, keeper)))
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
