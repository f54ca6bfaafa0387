import type { Species } from '#contract/patient.ts'

const LIKE: Partial<Record<Species, Species>> = { PONY: 'HORSE', DONKEY: 'HORSE', GOAT: 'SHEEP' }

/** The species whose illnesses, medicines and documents this one shares. */
export const kindred = (species: Species = 'OTHER'): Species => LIKE[species] ?? species
