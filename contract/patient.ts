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
