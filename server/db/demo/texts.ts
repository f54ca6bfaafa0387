import type { AttachmentType } from '#contract/attachment.ts'
import type { LogbookEntry } from '#contract/logbook.ts'
import type { Species } from '#contract/patient.ts'
import type { Reminder } from '#contract/reminder.ts'

export const VETERINARIANS = ['drs. A. Bakker', 'drs. M. de Wit', 'dr. S. Yılmaz']

interface ReminderText {
  type: NonNullable<Reminder['type']>
  description: string
}

const DEWORMING: ReminderText = { type: 'DEWORMING', description: 'Ontworming' }
const PARASITES: ReminderText = { type: 'PARASITES', description: 'Vlooien en teken' }
const DENTAL: ReminderText = { type: 'DENTAL', description: 'Gebitscontrole' }
const CHECK_UP: ReminderText = { type: 'CHECK_UP', description: 'Jaarlijkse controle' }
const FAECES: ReminderText = { type: 'LAB', description: 'Mestonderzoek' }

const HORSES: ReminderText[] = [
  { type: 'VACCINATION', description: 'Vaccinatie: influenza en tetanus' },
  { type: 'VACCINATION', description: 'Vaccinatie: rhinopneumonie' },
  FAECES,
  DENTAL,
  DEWORMING,
]
const FARM: ReminderText[] = [
  { type: 'FARM_PLAN', description: 'Bedrijfsgezondheidsplan (BGP) vernieuwen' },
  { type: 'FARM_PLAN', description: '1-op-1-overeenkomst verlengen' },
  { type: 'VACCINATION', description: 'Vaccinatie: blauwtong' },
  FAECES,
]
const REMINDERS_BY_SPECIES: Partial<Record<Species, ReminderText[]>> = {
  DOG: [
    { type: 'VACCINATION', description: 'Vaccinatie: DHP + Lepto (L4)' },
    { type: 'VACCINATION', description: 'Vaccinatie: kennelhoest' },
    { type: 'VACCINATION', description: 'Vaccinatie: rabiës' },
    DEWORMING,
    PARASITES,
    DENTAL,
  ],
  CAT: [
    { type: 'VACCINATION', description: 'Vaccinatie: kattenziekte' },
    { type: 'VACCINATION', description: 'Vaccinatie: niesziekte' },
    { type: 'LAB', description: 'Bloedonderzoek schildklier' },
    DEWORMING,
    PARASITES,
  ],
  RABBIT: [{ type: 'VACCINATION', description: 'Vaccinatie: myxomatose en RHD' }, DENTAL],
  HORSE: HORSES,
  PONY: HORSES,
  DONKEY: HORSES,
  CATTLE: FARM,
  PIG: FARM,
  SHEEP: FARM,
  GOAT: FARM,
}

/** What an animal of this kind comes to the clinic for. */
export function remindersOf(species: Species | undefined): ReminderText[] {
  return (species && REMINDERS_BY_SPECIES[species]) ?? [CHECK_UP, DEWORMING]
}

export const INVOICE_SUBJECTS = ['Consult', 'Vaccinatie', 'Gebitsreiniging', 'Operatie', 'Bloedonderzoek', 'Visite']

interface Illness {
  reason: string
  findings: string
  diagnosis?: string
  treatment?: string
  advice?: string
  medicine?: string
}
export const ILLNESSES: Illness[] = [
  {
    reason: 'Jaarlijkse controle',
    findings: 'Geen bijzonderheden. Gebit schoon, hart en longen goed.',
    advice: 'Controle over een jaar.',
  },
  {
    reason: 'Mank aan de linkervoorpoot',
    findings: 'Lichte zwelling van de pols, geen breuk.',
    diagnosis: 'Verstuiking',
    treatment: 'Ontstekingsremmer gegeven.',
    advice: 'Twee weken rust.\nKomt de mankheid terug? Bel ons dan.',
    medicine: 'Artrocam 1,5 mg/ml',
  },
  {
    reason: 'Braken sinds gisteren',
    findings: 'Buik soepel, temperatuur 38,9 °C.',
    diagnosis: 'Maag-darmontsteking',
    treatment: 'Vocht onder de huid gegeven.',
    advice: 'Kleine porties licht verteerbaar voer.',
    medicine: 'Gastrovet tabletten',
  },
  {
    reason: 'Jeuk en kale plekken',
    findings: 'Vlooienuitwerpselen in de vacht.',
    diagnosis: 'Vlooienallergie',
    treatment: 'Behandeld tegen vlooien.',
    advice: 'Behandel ook de andere dieren en de omgeving.',
  },
]

interface AttachmentText {
  name: string
  file: string
  mimeType?: 'image/jpeg'
}
export const ATTACHMENTS: Record<AttachmentType, AttachmentText[]> = {
  'lab-results': [
    { name: 'Bloedonderzoek', file: 'bloedonderzoek' },
    { name: 'Mestonderzoek', file: 'mestonderzoek' },
    { name: 'Antibiogram', file: 'antibiogram' },
  ],
  'treatment-plans': [
    { name: 'Bedrijfsgezondheidsplan', file: 'bgp' },
    { name: 'Bedrijfsbehandelplan', file: 'bbp' },
  ],
  agreements: [{ name: '1-op-1-overeenkomst', file: 'overeenkomst' }],
  attachments: [
    { name: 'Echo buik', file: 'echo' },
    { name: 'Röntgenfoto thorax', file: 'rontgenfoto', mimeType: 'image/jpeg' },
    { name: 'Ontslagbrief', file: 'ontslagbrief' },
    { name: 'Verwijsbrief', file: 'verwijsbrief' },
  ],
}

// Invented products: a demo must not look like advice on a real one.
type Medicine = Required<
  Pick<LogbookEntry, 'productName' | 'registrationNumber' | 'channel' | 'unit' | 'indication' | 'dosage'>
> &
  Pick<LogbookEntry, 'withdrawalMeatDays' | 'withdrawalMilkDays'>

const PENIVET: Medicine = {
  productName: 'Penivet 300 mg/ml',
  registrationNumber: 'REG NL 99101',
  channel: 'UDD',
  unit: 'ml',
  indication: 'Uierontsteking',
  dosage: '3 ml per 50 kg',
  withdrawalMeatDays: 10,
  withdrawalMilkDays: 4,
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
}
const WORMEX: Medicine = {
  productName: 'Wormex pasta',
  registrationNumber: 'REG NL 99104',
  channel: 'URA',
  unit: 'injector',
  indication: 'Ontworming',
  dosage: '1 injector per 600 kg',
  withdrawalMeatDays: 64,
}
const PORCIVET: Medicine = {
  productName: 'Porcivet 100 mg/ml',
  registrationNumber: 'REG NL 99105',
  channel: 'UDA',
  unit: 'ml',
  indication: 'Luchtweginfectie',
  dosage: '1 ml per 20 kg',
  withdrawalMeatDays: 12,
}
/** Without withdrawal periods: nobody eats these animals. */
const FOR_PETS: Medicine[] = [
  {
    productName: 'Artrocam 1,5 mg/ml',
    registrationNumber: 'REG NL 99106',
    channel: 'UDA',
    unit: 'ml',
    indication: 'Pijn en ontsteking',
    dosage: '1 ml per 10 kg, 1 x daags',
  },
  {
    productName: 'Gastrovet tabletten',
    registrationNumber: 'REG NL 99107',
    channel: 'UDA',
    unit: 'tablet',
    indication: 'Maag-darmontsteking',
    dosage: '1 tablet, 2 x daags',
  },
  {
    productName: 'Orivet oordruppels',
    registrationNumber: 'REG NL 99108',
    channel: 'UDA',
    unit: 'ml',
    indication: 'Oorontsteking',
    dosage: '5 druppels, 2 x daags',
  },
  {
    productName: 'Parastop pipet',
    registrationNumber: 'REG NL 99109',
    channel: 'VRIJ',
    unit: 'pipet',
    indication: 'Vlooien en teken',
    dosage: '1 pipet per maand',
  },
]

const FOR_HORSES = [ARTROCAM, WORMEX]
const FOR_RUMINANTS = [PENIVET, ARTROCAM, CALCIMAG]
const MEDICINES_BY_SPECIES: Partial<Record<Species, Medicine[]>> = {
  HORSE: FOR_HORSES,
  PONY: FOR_HORSES,
  DONKEY: FOR_HORSES,
  CATTLE: FOR_RUMINANTS,
  SHEEP: FOR_RUMINANTS,
  GOAT: FOR_RUMINANTS,
  PIG: [PORCIVET, ARTROCAM],
}

/** What an animal of this kind is treated with. */
export function medicinesOf(species: Species | undefined): Medicine[] {
  return (species && MEDICINES_BY_SPECIES[species]) ?? FOR_PETS
}
