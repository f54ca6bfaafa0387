import type { Patient } from '#contract/schemas/patient.ts'
import { compare } from '#contract/values.ts'
import { medicineName } from '#contract/logbook.ts'
import { FOODS, LOOK_BACK_DAYS, type Withdrawal, isStartUnknown, runningWithdrawals } from '#contract/withdrawal.ts'
import { isDelivered } from '#contract/patient.ts'
import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import type { FoodReleases, HerdAnimal, HerdAnimals, HerdRelease, ReleaseDay } from '#contract/schemas/herd.ts'
import { pageInfo } from '#contract/paging.ts'
import type { Database } from '#server/db/schema.ts'
import type { Paging } from '#server/operations/parameters.ts'
import { type Keeper, findAnimals, herdAnimal, livestockOf, readAnimals } from './animals.ts'
import { entriesOfAnimals } from '#server/records/entries.ts'

interface Running {
  animal: Patient
  withdrawals: Withdrawal<PatientLogbookEntry>[]
}

/** Returns the withdrawal periods that run on a day, by animal, in the order of the animals. */
async function runningOf(db: Database, animals: readonly Patient[], day: IsoDate): Promise<Running[]> {
  const delivered = animals.filter(isDelivered)
  const ids = delivered.map(({ uuid }) => uuid)
  const entries = new Map<string, PatientLogbookEntry[]>()
  for await (const part of entriesOfAnimals(db, ids, { startDate: addDays(day, -LOOK_BACK_DAYS), endDate: day })) {
    for (const entry of part) {
      // Most entries have no running period; only the others are kept in memory.
      if (runningWithdrawals([entry], day).length === 0) continue
      const others = entries.get(entry.patientUuid)
      if (others) others.push(entry)
      else entries.set(entry.patientUuid, [entry])
    }
  }
  return delivered.flatMap((animal) => {
    const ofAnimal = entries.get(animal.uuid)
    return ofAnimal ? [{ animal, withdrawals: runningWithdrawals(ofAnimal, day) }] : []
  })
}

/** Returns what may not be delivered on a day, by food and by the day of release; at most `maxReleases` releases for each food. */
export async function releasesOf(
  db: Database,
  keeper: Keeper,
  { day, maxReleases }: { day: IsoDate; maxReleases: number },
): Promise<FoodReleases[]> {
  const all: { animal: HerdAnimal; withdrawal: Withdrawal }[] = []
  for await (const animals of livestockOf(db, keeper)) {
    for (const { animal, withdrawals } of await runningOf(db, animals, day))
      all.push(...withdrawals.map((withdrawal) => ({ animal: herdAnimal(animal, keeper), withdrawal })))
  }
  return FOODS.map((food) => {
    const ofFood = all.filter(({ withdrawal }) => withdrawal.food === food)
    // The sort is stable, so names stay in order within a day.
    ofFood.sort((a, b) => compare(a.withdrawal.freeFrom, b.withdrawal.freeFrom))
    const days: ReleaseDay[] = []
    for (const [index, { animal, withdrawal }] of ofFood.entries()) {
      const { freeFrom } = withdrawal
      let last = days.at(-1)
      if (last?.day !== freeFrom) {
        if (index >= maxReleases) break
        last = { day: freeFrom, count: 0, releases: [] }
        days.push(last)
      }
      last.count += 1
      if (index < maxReleases) last.releases.push(releaseOf(animal, withdrawal))
    }
    return { food, count: ofFood.length, days }
  })
}

function releaseOf(animal: HerdAnimal, { entry, days, hours }: Withdrawal): HerdRelease {
  return {
    animal,
    what: medicineName(entry),
    ...(days !== undefined && { days }),
    ...(hours !== undefined && { hours }),
    ...(entry.animals && { animals: entry.animals }),
    ...(isStartUnknown(entry) && { isStartUnknown: true }),
  }
}

export async function animalPage(
  db: Database,
  keeper: Keeper,
  { search, ubn, day, page, size }: { search: string; ubn: string; day: IsoDate } & Paging,
): Promise<HerdAnimals> {
  const found = await findAnimals(db, keeper, { search, ubn })
  const shown = found.slice(page * size, (page + 1) * size)
  const animals = await readAnimals(db, shown)
  const content = shown.flatMap((uuid) => animals.get(uuid) ?? [])
  const running = await runningOf(db, content, day)
  return {
    content,
    page: pageInfo(page, size, found.length),
    running: running.flatMap(({ withdrawals }) => [...new Set(withdrawals.map(({ entry }) => entry))]),
  }
}
