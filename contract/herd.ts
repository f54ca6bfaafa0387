import type { PatientLogbookEntry } from './logbook.ts'
import type { Page } from './paging.ts'

/** GET /clients/{clientId}/herd/medicines: the latest first. */
export interface HerdMedicines extends Page<PatientLogbookEntry> {
  /** What they are called, of the period and the UBN, by name. */
  medicines: string[]
}

export const HERD_FILES = ['csv', 'pdf'] as const
export type HerdFile = (typeof HERD_FILES)[number]

/** As many entries are in one PDF, which is drawn at once; of more there are several, one after the other. */
export const PDF_ENTRIES = 2000
