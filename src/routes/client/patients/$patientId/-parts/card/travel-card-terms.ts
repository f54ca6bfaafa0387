import type { Species } from '#contract/patient.ts'
import { foldName } from '#contract/fold-name.ts'

// Terms of the travel card, in four languages independent of the portal's language.

export const TRAVEL_CARD_LANGUAGES = ['nl', 'en', 'de', 'fr'] as const
/** A term in the order of `TRAVEL_CARD_LANGUAGES`. */
export type TravelCardTerm = readonly [nl: string, en: string, de: string, fr: string]

export const TRAVEL_CARD_TERMS = {
  species: ['Diersoort', 'Species', 'Tierart', 'Espèce'],
  born: ['Geboren', 'Date of birth', 'Geburtsdatum', 'Né le'],
  chip: ['Chipnummer', 'Microchip', 'Chipnummer', 'Numéro de puce'],
  passport: ['Paspoortnummer', 'Passport number', 'Ausweisnummer', 'Numéro de passeport'],
  owner: ['Eigenaar', 'Owner', 'Halter', 'Propriétaire'],
  practice: ['Dierenarts', 'Veterinarian', 'Tierarzt', 'Vétérinaire'],
  vaccinations: ['Vaccinaties', 'Vaccinations', 'Impfungen', 'Vaccinations'],
  none: ['Geen bekend', 'None known', 'Keine bekannt', 'Aucune connue'],
  given: ['Gegeven op', 'Given on', 'Geimpft am', 'Administré le'],
  validUntil: ['Geldig t/m', 'Valid until', 'Gültig bis', 'Valable jusqu’au'],
  expired: ['Verlopen, geldig t/m', 'Expired, valid until', 'Abgelaufen, gültig bis', 'Expiré, valable jusqu’au'],
  never: ['Niet gegeven', 'Not given', 'Nicht geimpft', 'Non administré'],
  due: ['Te geven op', 'Due on', 'Fällig am', 'À faire le'],
  noPassport: [
    'Dit is geen dierenpaspoort.',
    'This is not a pet passport.',
    'Dies ist kein Heimtierausweis.',
    'Ceci n’est pas un passeport pour animal.',
  ],
} as const satisfies Record<string, TravelCardTerm>

const SPECIES: Readonly<Partial<Record<string, TravelCardTerm>>> = {
  DOG: ['Hond', 'Dog', 'Hund', 'Chien'],
  CAT: ['Kat', 'Cat', 'Katze', 'Chat'],
  RABBIT: ['Konijn', 'Rabbit', 'Kaninchen', 'Lapin'],
  GUINEA_PIG: ['Cavia', 'Guinea pig', 'Meerschweinchen', 'Cochon d’Inde'],
  FERRET: ['Fret', 'Ferret', 'Frettchen', 'Furet'],
  BIRD: ['Vogel', 'Bird', 'Vogel', 'Oiseau'],
  REPTILE: ['Reptiel', 'Reptile', 'Reptil', 'Reptile'],
  HORSE: ['Paard', 'Horse', 'Pferd', 'Cheval'],
  PONY: ['Pony', 'Pony', 'Pony', 'Poney'],
  DONKEY: ['Ezel', 'Donkey', 'Esel', 'Âne'],
  CATTLE: ['Rund', 'Cattle', 'Rind', 'Bovin'],
  SHEEP: ['Schaap', 'Sheep', 'Schaf', 'Mouton'],
  GOAT: ['Geit', 'Goat', 'Ziege', 'Chèvre'],
  PIG: ['Varken', 'Pig', 'Schwein', 'Porc'],
  POULTRY: ['Pluimvee', 'Poultry', 'Geflügel', 'Volaille'],
} satisfies Partial<Record<Species, TravelCardTerm>>

export const speciesTerm = (species: string | undefined): TravelCardTerm | undefined =>
  species !== undefined && Object.hasOwn(SPECIES, species) ? SPECIES[species] : undefined

const RABIES = /rabi(e|ë)s|hondsdolheid/

/** Whether a vaccination is against rabies, which border controls require. */
export const isAgainstRabies = (name: string | undefined): boolean => RABIES.test(foldName(name ?? ''))

/** Diseases by a pattern of the folded Dutch or English vaccination name. */
const AGAINST: readonly [RegExp, TravelCardTerm][] = [
  [RABIES, ['Rabiës', 'Rabies', 'Tollwut', 'Rage']],
  [/parvo/, ['Parvo', 'Parvovirus', 'Parvovirose', 'Parvovirose']],
  [/hondenziekte|distemper/, ['Hondenziekte', 'Distemper', 'Staupe', 'Maladie de Carré']],
  [/dhp/, ['DHP', 'Distemper, hepatitis, parvo', 'Staupe, Hepatitis, Parvovirose', 'Carré, hépatite, parvovirose']],
  [/lepto|\bl4\b/, ['Leptospirose', 'Leptospirosis', 'Leptospirose', 'Leptospirose']],
  [/kennelhoest|kennel cough/, ['Kennelhoest', 'Kennel cough', 'Zwingerhusten', 'Toux du chenil']],
  [/kattenziekte|panleuk/, ['Kattenziekte', 'Feline panleukopenia', 'Katzenseuche', 'Typhus du chat']],
  [/niesziekte|cat flu/, ['Niesziekte', 'Cat flu', 'Katzenschnupfen', 'Coryza']],
  [/myxo/, ['Myxomatose', 'Myxomatosis', 'Myxomatose', 'Myxomatose']],
  [/\brhd|\bvhd|\brvhd/, ['RHD', 'Rabbit haemorrhagic disease', 'RHD', 'Maladie hémorragique']],
  [/influenza/, ['Influenza', 'Influenza', 'Influenza', 'Grippe']],
  [/tetanus/, ['Tetanus', 'Tetanus', 'Tetanus', 'Tétanos']],
  [/rhinopneu/, ['Rhinopneumonie', 'Equine herpesvirus', 'Herpesvirus', 'Rhinopneumonie']],
  [/blauwtong|bluetongue/, ['Blauwtong', 'Bluetongue', 'Blauzungenkrankheit', 'Fièvre catarrhale']],
]

/** Returns the known diseases in the name of a vaccination, each in all languages. */
export function diseasesIn(name: string | undefined): TravelCardTerm[] {
  const folded = foldName(name ?? '')
  return AGAINST.flatMap(([names, word]) => (names.test(folded) ? [word] : []))
}

/** Returns a date in the format of the EU pet passport, `DD/MM/YYYY`, used in all four languages. */
export const passportDate = (date: string): string => date.slice(0, 10).split('-').reverse().join('/')
