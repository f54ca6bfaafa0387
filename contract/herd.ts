import type { Patient } from './schemas/patient.ts'
import { isDelivered } from './patient.ts'

const MANY = 20

/** Who keeps groups of livestock or many, has them together on a page. */
export function keepsHerd(patients: readonly Patient[]): boolean {
  const here = patients.filter(isDelivered)
  return here.length > MANY || here.some(({ kind }) => kind === 'HERD')
}

/** As many of a food are told at most. */
export const MAX_RELEASES = 2000

export const HERD_FILES = ['csv', 'pdf'] as const
export type HerdFile = (typeof HERD_FILES)[number]

/** As many entries are in one PDF, which is drawn at once; of more there are several, one after the other. */
export const PDF_ENTRIES = 2000
