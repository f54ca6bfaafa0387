import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Species } from '#contract/patient.ts'
import { kindred } from './kindred.ts'

// Invented products: a demo must not look like advice on a real one.
export interface Medicine {
  productName: string
  registrationNumber: string
  channel: NonNullable<LogbookEntry['channel']>
  unit: string
  indication: string
  dosage: string
  withdrawalMeatDays?: number
  withdrawalMilkDays?: number
  /** In its unit: the least and the most that is given, or taken home, at a time. */
  amounts: readonly [least: number, most: number]
}

const PENIVET: Medicine = {
  productName: 'Penivet 300 mg/ml',
  registrationNumber: 'REG NL 99101',
  channel: 'UDD',
  unit: 'ml',
  indication: 'Uierontsteking',
  dosage: '3 ml per 50 kg',
  withdrawalMeatDays: 10,
  withdrawalMilkDays: 4,
  amounts: [4, 40],
}
const ARTROCAM: Medicine = {
  productName: 'Artrocam 20 mg/ml',
  registrationNumber: 'REG NL 99102',
  channel: 'UDA',
  unit: 'ml',
  indication: 'Pijn en ontsteking',
  dosage: '1 ml per 40 kg',
  withdrawalMeatDays: 15,
  withdrawalMilkDays: 5,
  amounts: [2, 15],
}
const CALCIMAG: Medicine = {
  productName: 'Calcimag infuus',
  registrationNumber: 'REG NL 99103',
  channel: 'UDA',
  unit: 'ml',
  indication: 'Melkziekte',
  dosage: '450 ml eenmalig',
  withdrawalMeatDays: 0,
  withdrawalMilkDays: 0,
  amounts: [450, 450],
}
const CALCIMAG_FOR_EWES: Medicine = { ...CALCIMAG, dosage: '80 ml eenmalig', amounts: [80, 80] }
const WORMEX: Medicine = {
  productName: 'Wormex pasta',
  registrationNumber: 'REG NL 99104',
  channel: 'URA',
  unit: 'injector',
  indication: 'Ontworming',
  dosage: '1 injector per 600 kg',
  withdrawalMeatDays: 64,
  amounts: [1, 1],
}
const PORCIVET: Medicine = {
  productName: 'Porcivet 100 mg/ml',
  registrationNumber: 'REG NL 99105',
  channel: 'UDA',
  unit: 'ml',
  indication: 'Luchtweginfectie',
  dosage: '1 ml per 20 kg',
  withdrawalMeatDays: 12,
  amounts: [5, 25],
}
export const PAINKILLER: Medicine = {
  productName: 'Artrocam 1,5 mg/ml',
  registrationNumber: 'REG NL 99106',
  channel: 'UDA',
  unit: 'ml',
  indication: 'Pijn en ontsteking',
  dosage: '1 ml per 10 kg, 1 x daags',
  amounts: [32, 32],
}
export const STOMACH_TABLETS: Medicine = {
  productName: 'Gastrovet tabletten',
  registrationNumber: 'REG NL 99107',
  channel: 'UDA',
  unit: 'tablet',
  indication: 'Maag-darmontsteking',
  dosage: '1 tablet, 2 x daags',
  amounts: [6, 20],
}
export const EAR_DROPS: Medicine = {
  productName: 'Orivet oordruppels',
  registrationNumber: 'REG NL 99108',
  channel: 'UDA',
  unit: 'ml',
  indication: 'Oorontsteking',
  dosage: '5 druppels, 2 x daags',
  amounts: [10, 10],
}
const PARASTOP: Medicine = {
  productName: 'Parastop pipet',
  registrationNumber: 'REG NL 99109',
  channel: 'VRIJ',
  unit: 'pipet',
  indication: 'Vlooien en teken',
  dosage: '1 pipet per maand',
  amounts: [1, 6],
}

/** Without withdrawal periods: not food-producing. */
const FOR_PETS = [PAINKILLER, STOMACH_TABLETS, EAR_DROPS, PARASTOP]
const BY_SPECIES: Partial<Record<Species, Medicine[]>> = {
  HORSE: [ARTROCAM, WORMEX],
  CATTLE: [PENIVET, ARTROCAM, CALCIMAG],
  SHEEP: [PENIVET, ARTROCAM, CALCIMAG_FOR_EWES],
  PIG: [PORCIVET, ARTROCAM],
}

/** What an animal of this kind is treated with. */
export const medicinesOf = (species: Species | undefined): Medicine[] => BY_SPECIES[kindred(species)] ?? FOR_PETS
