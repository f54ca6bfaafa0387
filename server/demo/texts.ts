import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Species } from '#contract/patient.ts'
import { kindred } from './kindred.ts'

export const VETERINARIANS = ['drs. A. Bakker', 'drs. M. de Wit', 'dr. S. Yılmaz']

export interface ReminderText {
  type: NonNullable<Reminder['type']>
  description: string
}

const DEWORMING: ReminderText = { type: 'DEWORMING', description: 'Ontworming' }
const PARASITES: ReminderText = { type: 'PARASITES', description: 'Vlooien en teken' }
const DENTAL: ReminderText = { type: 'DENTAL', description: 'Gebitscontrole' }
const CHECK_UP: ReminderText = { type: 'CHECK_UP', description: 'Jaarlijkse controle' }
const FAECES: ReminderText = { type: 'LAB', description: 'Mestonderzoek' }

const FARM: ReminderText[] = [
  { type: 'FARM_PLAN', description: 'Bedrijfsgezondheidsplan (BGP) vernieuwen' },
  { type: 'FARM_PLAN', description: '1-op-1-overeenkomst verlengen' },
]
const RUMINANTS: ReminderText[] = [...FARM, { type: 'VACCINATION', description: 'Vaccinatie: blauwtong' }, FAECES]
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
  HORSE: [
    { type: 'VACCINATION', description: 'Vaccinatie: influenza en tetanus' },
    { type: 'VACCINATION', description: 'Vaccinatie: rhinopneumonie' },
    FAECES,
    DENTAL,
    DEWORMING,
  ],
  CATTLE: RUMINANTS,
  SHEEP: RUMINANTS,
  PIG: [...FARM, { type: 'VACCINATION', description: 'Vaccinatie: vlekziekte en parvo' }, FAECES],
}

/** What an animal of this kind comes to the clinic for. */
export const remindersOf = (species: Species | undefined): ReminderText[] =>
  REMINDERS_BY_SPECIES[kindred(species)] ?? [CHECK_UP, DEWORMING]

const SUBJECTS = ['Consult', 'Vaccinatie', 'Gebitsreiniging', 'Operatie', 'Bloedonderzoek', 'Medicijnen']
const SUBJECTS_OF_HERDS = ['Bedrijfsbezoek', 'Vaccinatie', 'Mestonderzoek', 'Medicijnen']
const SUBJECTS_BY_SPECIES: Partial<Record<Species, string[]>> = {
  HORSE: ['Visite', 'Vaccinatie', 'Gebitsbehandeling', 'Kreupelheidsonderzoek', 'Bloedonderzoek'],
  CATTLE: SUBJECTS_OF_HERDS,
  SHEEP: SUBJECTS_OF_HERDS,
  PIG: SUBJECTS_OF_HERDS,
}

/** What an invoice for an animal of this kind is about. */
export const invoiceSubjectsOf = (species: Species | undefined): string[] =>
  SUBJECTS_BY_SPECIES[kindred(species)] ?? SUBJECTS
