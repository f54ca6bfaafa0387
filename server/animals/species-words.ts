import type { Language } from '#contract/languages.ts'
import type { Species } from '#contract/patient.ts'

/** Words for species in running text; none for `OTHER`, which says nothing. */
export const SPECIES_WORDS: Record<Language, Partial<Record<string, string>>> = {
  nl: {
    DOG: 'hond',
    CAT: 'kat',
    RABBIT: 'konijn',
    GUINEA_PIG: 'cavia',
    FERRET: 'fret',
    BIRD: 'vogel',
    REPTILE: 'reptiel',
    HORSE: 'paard',
    PONY: 'pony',
    DONKEY: 'ezel',
    CATTLE: 'rund',
    SHEEP: 'schaap',
    GOAT: 'geit',
    PIG: 'varken',
    POULTRY: 'pluimvee',
  } satisfies Record<Exclude<Species, 'OTHER'>, string>,
  en: {
    DOG: 'dog',
    CAT: 'cat',
    RABBIT: 'rabbit',
    GUINEA_PIG: 'guinea pig',
    FERRET: 'ferret',
    BIRD: 'bird',
    REPTILE: 'reptile',
    HORSE: 'horse',
    PONY: 'pony',
    DONKEY: 'donkey',
    CATTLE: 'cattle',
    SHEEP: 'sheep',
    GOAT: 'goat',
    PIG: 'pig',
    POULTRY: 'poultry',
  } satisfies Record<Exclude<Species, 'OTHER'>, string>,
}
