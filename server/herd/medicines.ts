import type { HerdMedicines } from '#contract/herd.ts'
import { isMedicine, medicineName } from '#contract/medicine.ts'
import { pageInfo } from '#contract/paging.ts'
import type { Database } from '#server/db/schema.ts'
import type { Paging } from '#server/http/paging.ts'
import { type Animals, type Keeper, animalsOf, compare, herdAnimal, ubnOf } from './animals.ts'
import { type Key, type Period, entriesOf, entriesOfAnimals } from './entries.ts'

export interface MedicineFilter extends Period {
  /** Empty: all. */
  ubn: string
  /** By `medicineName`; empty: all. */
  medicine: string
}

interface Found {
  /** The latest first. */
  keys: Key[]
  /** Of the period and the UBN, by name. */
  medicines: string[]
  animals: Animals
}

/** Where the entries of a filter are. */
export async function findMedicines(db: Database, keeper: Keeper, filter: MedicineFilter): Promise<Found> {
  const { ubn, medicine } = filter
  const animals = await animalsOf(db, keeper)
  const kept = [...animals].flatMap(([uuid, animal]) => (ubn && ubnOf(animal, keeper) !== ubn ? [] : [uuid]))
  const names = new Set<string>()
  const keys: Key[] = []
  for await (const entries of entriesOfAnimals(db, kept, filter)) {
    for (const entry of entries) {
      if (!isMedicine(entry)) continue
      const name = medicineName(entry)
      names.add(name)
      if (!medicine || name === medicine) {
        keys.push({ uuid: entry.uuid, patientUuid: entry.patientUuid, date: entry.date })
      }
    }
  }
  keys.sort((a, b) => compare(b.date, a.date) || compare(b.uuid, a.uuid))
  return { keys, medicines: [...names].sort((a, b) => a.localeCompare(b, 'nl')), animals }
}

export async function medicinePage(
  db: Database,
  keeper: Keeper,
  filter: MedicineFilter,
  { page, size }: Paging,
): Promise<HerdMedicines> {
  const { keys, medicines, animals } = await findMedicines(db, keeper, filter)
  const content = await entriesOf(db, keys.slice(page * size, (page + 1) * size))
  const treated = new Set(content.map(({ patientUuid }) => patientUuid))
  return {
    content,
    page: pageInfo(page, size, keys.length),
    animals: [...treated].flatMap((uuid) => {
      const animal = animals.get(uuid)
      return animal ? [herdAnimal(animal, keeper)] : []
    }),
    medicines,
  }
}
