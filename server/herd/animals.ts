import type { Patient } from '#contract/schemas/patient.ts'
import type { HerdAnimal, HerdSummary } from '#contract/schemas/herd.ts'
import { keepsHerd } from '#contract/herd.ts'
import { foldText } from '#contract/fold-name.ts'
import { freeText, hasWords, searchWords } from '#contract/search-words.ts'
import { isDelivered, isFormer, isLivestock } from '#contract/patient.ts'
import { compare } from '#contract/values.ts'
import { inKeyBatches, isOneOf } from '#server/db/in-batches.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'

export type Keeper = Pick<ClientRow, 'uuid' | 'ubn'>
export type Animals = ReadonlyMap<string, Patient>

export const keeperOf = async (db: Database, clientId: string): Promise<Keeper> =>
  await db.selectFrom('client').select(['uuid', 'ubn']).where('uuid', '=', clientId).executeTakeFirstOrThrow()

/** Yields the livestock of a client by name, without pets. Batches keep a herd of 100,000 out of memory. */
export async function* livestockOf(db: Database, { uuid: clientId }: Pick<Keeper, 'uuid'>): AsyncGenerator<Patient[]> {
  const keys = await db
    .selectFrom('patient')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .orderBy('search_name')
    .orderBy('uuid')
    .execute()
  const uuids = keys.map(({ uuid }) => uuid)
  for await (const animals of inKeyBatches(uuids, (batch) => readAnimals(db, batch))) yield animals.filter(isLivestock)
}

export async function readAnimals(db: Database, uuids: readonly string[]): Promise<Animals> {
  const rows = await db
    .selectFrom('patient')
    .select(['uuid', 'data'])
    .where(isOneOf(db, 'uuid', uuids))
    .execute()
  return new Map(
    rows.flatMap(({ uuid, data }) => {
      const animal = parseStored('patient', data)
      return animal ? [[uuid, animal]] : []
    }),
  )
}

/** Returns the UBN of the place where an animal is kept; empty if unknown. */
export const ubnOf = (animal: Pick<Patient, 'ubn'> | undefined, { ubn }: Pick<Keeper, 'ubn'>): string =>
  animal?.ubn?.trim() || ubn || ''

/** Returns the life number of an animal, or its chip number. */
export const numberOf = (animal: Pick<Patient, 'lifeNumber' | 'chipNumber'> | undefined): string =>
  animal?.lifeNumber || animal?.chipNumber || ''

export function herdAnimal(animal: Patient, keeper: Pick<Keeper, 'ubn'>): HerdAnimal {
  const { uuid, name } = animal
  const [number, ubn] = [numberOf(animal), ubnOf(animal, keeper)]
  return { uuid, name, ...(number && { number }), ...(ubn && { ubn }) }
}

export async function summaryOf(db: Database, keeper: Keeper): Promise<HerdSummary> {
  const ubns = new Set<string>()
  const delivered: Patient[] = []
  let isKept = false
  for await (const animals of livestockOf(db, keeper)) {
    const current = animals.filter((animal) => !isFormer(animal))
    for (const animal of current) ubns.add(ubnOf(animal, keeper))
    if (isKept) continue
    delivered.push(...current.filter(isDelivered))
    isKept = keepsHerd(delivered)
  }
  return { isKept, ubns: [...ubns].filter(Boolean).sort() }
}

const bare = (number: string) => foldText(number).replaceAll(' ', '')

/** Returns the uuids of matching animals that are still kept, by UBN and name. Spaces in a searched number are ignored. */
export async function findAnimals(
  db: Database,
  keeper: Keeper,
  { search, ubn }: { search: string; ubn: string },
): Promise<string[]> {
  const words = searchWords(search)
  const number = bare(search)
  const matches = (animal: Patient) => {
    if (isFormer(animal) || (ubn && ubnOf(animal, keeper) !== ubn)) return false
    if (!search || hasWords(freeText([animal.name]), words)) return true
    if (number === '') return false
    const numbers = [animal.lifeNumber, animal.chipNumber, animal.passportNumber]
    // The UBN is shared by the whole herd, so only its beginning matches: any part of a number would match every animal.
    return bare(ubnOf(animal, keeper)).startsWith(number) || numbers.some((one) => one && bare(one).includes(number))
  }
  const found: { uuid: string; at: string }[] = []
  for await (const animals of livestockOf(db, keeper))
    found.push(...animals.filter(matches).map((animal) => ({ uuid: animal.uuid, at: ubnOf(animal, keeper) })))
  return found.sort((a, b) => compare(a.at, b.at)).map(({ uuid }) => uuid)
}
