import { PAGE_SIZE } from '#contract/paging.ts'
import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { FOODS } from '#contract/withdrawal.ts'
import type {
  FoodReleases as ContractReleases,
  HerdAnimal,
  HerdAnimals,
  HerdMedicines,
  HerdRelease,
  HerdSummary,
  ReleaseDay,
} from '#contract/schemas/herd.ts'
import type { HerdFile } from '#contract/herd.ts'
import * as paths from '#contract/paths.ts'
import { releasesCall } from './first-calls.ts'
import { api, type GetOptions } from './http.ts'
import { type LogbookPeriod, readPatientEntries, readPatientLogbooks } from './logbook.ts'
import { readPatientPage } from './patients.ts'
import { callOf, sharedCallOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { fieldOf, read } from './response-readers.ts'

const texts = read.requiredItems(read.text)

export const readHerd = read.one(read.record<HerdSummary>({ isKept: read.requiredFlag, ubns: texts }))

const animal = read.record<HerdAnimal>({
  uuid: read.requiredText,
  name: read.requiredText,
  number: read.text,
  ubn: read.text,
})
const someAnimal = read.one(animal)

const release = read.record<HerdRelease>({
  animal: someAnimal,
  what: read.requiredText,
  days: read.number,
  hours: read.number,
  animals: read.text,
  isStartUnknown: read.flag,
})
const releaseDay = read.record<ReleaseDay>({
  day: read.requiredDay,
  count: read.requiredNumber,
  releases: read.requiredItems(release),
})

/** Releases as received; other APIs may send unknown foods. */
export interface FoodReleases extends Omit<ContractReleases, 'food'> {
  food: string | undefined
}

export const readReleases = read.list(
  read.record<FoodReleases>({
    food: read.word(FOODS),
    count: read.requiredNumber,
    days: read.requiredItems(releaseDay),
  }),
)

export const readHerdAnimals = (response: unknown): HerdAnimals => ({
  ...readPatientPage(response),
  running: readPatientLogbooks(fieldOf(response, 'running')),
})

export const readHerdMedicines = (response: unknown): HerdMedicines => ({
  ...readPatientEntries(response),
  animals: read.list(animal)(fieldOf(response, 'animals')),
  medicines: texts(fieldOf(response, 'medicines')),
})

export interface HerdFilter extends LogbookPeriod {
  /** UBN (identification number of a location); empty: all. */
  ubn: string
  /** Full name of a medicine; empty: all. */
  medicine: string
}

const toSearchParams = ({ startDate, endDate, ubn, medicine }: HerdFilter) => ({
  startDate,
  endDate,
  ubn: ubn || undefined,
  medicine: medicine || undefined,
})

export const getHerdMedicines = async (
  clientId: string,
  filter: HerdFilter,
  { page, size }: { page: number; size: number },
  options: GetOptions,
): Promise<HerdMedicines> =>
  readHerdMedicines(
    await api.get(paths.herdMedicines(clientId), { search: { page, size, ...toSearchParams(filter) }, ...options }),
  )

/** Returns the URL of the file as received; `fileUrl` reads it. */
export const getHerdFile = (
  clientId: string,
  filter: HerdFilter,
  { format, part }: { format: HerdFile; part?: number },
) => api.get(paths.herdFile(clientId), { search: { format, part, ...toSearchParams(filter) } })

interface AnimalFilter {
  /** Counted from 1, as in the URL. */
  page: number
  search: string
  ubn: string
}

export const herdQueries = {
  summary: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'herd'),
      // No signal: the layout route makes the request, and its pages may wait for the response.
      queryFn: async (context) => readHerd(await api.get(paths.herd(clientId), sharedCallOf(context))),
      staleTime: 300_000,
    }),
  /** Releases by food; the panel shows failures itself. */
  releases: (clientId: string, today: IsoDate, limit: number) =>
    queryOptions({
      queryKey: clientKey(clientId, 'herd', 'releases', today, limit),
      queryFn: async ({ signal }) =>
        readReleases(await api.get(releasesCall(clientId, today, limit), { signal, silent: true })),
    }),
  animals: (clientId: string, today: IsoDate, { page, search, ubn }: AnimalFilter) =>
    queryOptions({
      queryKey: clientKey(clientId, 'herd', 'animals', today, page, search, ubn),
      queryFn: async (context) =>
        readHerdAnimals(
          await api.get(paths.herdAnimals(clientId), {
            search: { page: page - 1, size: PAGE_SIZE, day: today, search: search || undefined, ubn: ubn || undefined },
            ...callOf(context),
          }),
        ),
    }),
  /** Medicines of all animals; `page` counts from 1. */
  medicines: (clientId: string, { page, ...filter }: HerdFilter & { page: number }) =>
    queryOptions({
      queryKey: clientKey(clientId, 'herd', 'medicines', page, filter),
      queryFn: (context) => getHerdMedicines(clientId, filter, { page: page - 1, size: PAGE_SIZE }, callOf(context)),
    }),
}
