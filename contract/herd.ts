import type { Patient } from './schemas/patient.ts'
import type { PatientLogbookEntry } from './schemas/logbook.ts'
import type { IsoDate } from './dates.ts'
import type { Food } from './withdrawal.ts'
import type { Page } from './paging.ts'
import { isDelivered } from './patient.ts'

const MANY = 20

/** Who keeps groups of livestock or many, has them together on a page. */
export function keepsHerd(patients: readonly Patient[]): boolean {
  const here = patients.filter(isDelivered)
  return here.length > MANY || here.some(({ kind }) => kind === 'HERD')
}

/** GET /clients/{clientId}/herd */
export interface HerdSummary {
  /** Whether there is more to it than a list of animals. */
  isKept: boolean
  /** Where animals are kept, in order. */
  ubns: string[]
}

/** An animal where many stand beside each other. */
export interface HerdAnimal {
  uuid: string
  name: string
  /** That its keeper knows it by. */
  number?: string | undefined
  ubn?: string | undefined
}

/** Of one animal, or of one group of a herd. */
export interface HerdRelease {
  animal: HerdAnimal
  /** By which medicine. */
  what: string
  /** As the practice gave it: one of the two. */
  days?: number | undefined
  hours?: number | undefined
  /** The groups of the herd that were treated. */
  animals?: string | undefined
  /** It was delivered, to be given later. */
  isStartUnknown?: boolean | undefined
}

export interface ReleaseDay {
  /** The first on which it may be delivered again. */
  day: IsoDate
  /** Also of those that are left out. */
  count: number
  releases: HerdRelease[]
}

/** GET /clients/{clientId}/herd/releases: what may not be delivered yet, of each food what may be first, first. */
export interface FoodReleases {
  food: Food
  count: number
  days: ReleaseDay[]
}

/** As many of a food are told at most. */
export const MAX_RELEASES = 2000

/** GET /clients/{clientId}/herd/animals: by UBN and name. */
export interface HerdAnimals extends Page<Patient> {
  /** By which something of them may not be delivered. */
  running: PatientLogbookEntry[]
}

/** GET /clients/{clientId}/herd/medicines: the latest first. */
export interface HerdMedicines extends Page<PatientLogbookEntry> {
  /** To which they were given. */
  animals: HerdAnimal[]
  /** What they are called, of the period and the UBN, by name. */
  medicines: string[]
}

export const HERD_FILES = ['csv', 'pdf'] as const
export type HerdFile = (typeof HERD_FILES)[number]

/** As many entries are in one PDF, which is drawn at once; of more there are several, one after the other. */
export const PDF_ENTRIES = 2000
