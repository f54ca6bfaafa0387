import type { IsoDate } from './fields.ts'

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

interface Caretaker {
  firstName?: string | undefined
  callName?: string | undefined
  lastName?: string | undefined
}

interface Insurance {
  company?: string | undefined
  policyNumber?: string | undefined
}

/** An animal, or a herd (`kind: HERD`, `headCount`). */
export interface Patient {
  uuid: string
  name: string
  caretakerUuid?: string | null | undefined
  caretaker?: Caretaker | null | undefined
  kind?: (typeof PATIENT_KINDS)[number] | undefined
  headCount?: number | undefined
  species?: Species | undefined
  breed?: string | undefined
  crossBreed?: boolean | undefined
  sex?: (typeof SEXES)[number] | undefined
  neutered?: boolean | undefined
  birthDate?: IsoDate | undefined
  deceasedDate?: IsoDate | null | undefined
  active?: boolean | undefined
  color?: string | undefined
  coat?: string | undefined
  chipNumber?: string | undefined
  passportNumber?: string | undefined
  lifeNumber?: string | undefined
  /** Where it is kept; absent: at that of its owner. */
  ubn?: string | undefined
  weightKg?: number | undefined
  weightDate?: IsoDate | undefined
  weights?: { date: IsoDate; kg: number }[] | undefined
  foodProducing?: boolean | undefined
  insurance?: Insurance | null | undefined
  photoUrl?: string | undefined
  alerts?: string | undefined
}
