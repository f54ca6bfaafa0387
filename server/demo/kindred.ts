import type { Species } from '#contract/patient.ts'

const LIKE: Partial<Record<Species, Species>> = { PONY: 'HORSE', DONKEY: 'HORSE', GOAT: 'SHEEP' }

/** The kind of animal whose illnesses, medicines and papers this kind has as well. */
export const kindred = (species: Species = 'OTHER'): Species => LIKE[species] ?? species
