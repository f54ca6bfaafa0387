import type { IsoDate } from './fields.ts'

export const LOGBOOK_KINDS = ['TREATMENT', 'DELIVERY', 'VACCINATION', 'VISIT', 'LAB', 'NOTE'] as const
/** Distribution categories of veterinary medicines in the Dutch register. */
export const MEDICINE_CHANNELS = ['UDD', 'UDA', 'URA', 'VRIJ'] as const

/** What was done, delivered or found on one animal or herd. A withdrawal period of 0 is a value, not an absence. */
export interface LogbookEntry {
  uuid?: string | undefined
  date: IsoDate
  kind?: (typeof LOGBOOK_KINDS)[number] | undefined
  description: string
  veterinarian?: string | undefined
  productName?: string | undefined
  registrationNumber?: string | undefined
  channel?: (typeof MEDICINE_CHANNELS)[number] | undefined
  batchNumber?: string | undefined
  expiryDate?: IsoDate | undefined
  quantity?: number | undefined
  unit?: string | undefined
  indication?: string | undefined
  dosage?: string | undefined
  route?: string | undefined
  durationDays?: number | undefined
  withdrawalMeatDays?: number | null | undefined
  withdrawalMilkDays?: number | null | undefined
  withdrawalMilkHours?: number | null | undefined
  withdrawalEggDays?: number | null | undefined
  animals?: string | undefined
  location?: string | undefined
  supplier?: string | undefined
}

/** Of a list that is about several animals. */
export interface PatientLogbookEntry extends LogbookEntry {
  patientUuid: string
}
