import type { Patient } from './schemas/patient.ts'
import { isDelivered } from './patient.ts'

const MIN_HERD_SIZE = 20

/** Whether a client keeps a herd, or so many livestock animals that one page shows all of them together. */
export function keepsHerd(patients: readonly Patient[]): boolean {
  const livestock = patients.filter(isDelivered)
  return livestock.length > MIN_HERD_SIZE || livestock.some(({ kind }) => kind === 'HERD')
}

/** Maximum number of listed releases for each food. */
export const MAX_RELEASES = 2000

export const HERD_FILES = ['csv', 'pdf'] as const
export type HerdFile = (typeof HERD_FILES)[number]

/** Entries per PDF, which is rendered in one go; longer lists become several PDFs. */
export const PDF_ENTRIES = 2000
