import type { AttachmentType } from '#contract/document.ts'
import type { Species } from '#contract/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import json from './species.json' with { type: 'json' }

// The products are invented: a demo must not look like advice on a real product.

interface Amounts {
  min: number
  max: number
}

interface Medicine {
  productName: string
  registrationNumber: string
  channel: NonNullable<LogbookEntry['channel']>
  unit: string
  indication: string
  dosage: string
  withdrawalMeatDays?: number
  withdrawalMilkDays?: number
  /** Amount per treatment or delivery, in `unit`. */
  amounts: Amounts
}

interface Illness {
  reason: string
  findings: string
  diagnosis?: string
  treatment?: string
  advice?: string
  /** Name of a medicine to continue at home. */
  medicine?: string
}

export interface ReminderText {
  type: NonNullable<Reminder['type']>
  description: string
}

interface DocumentText {
  name: string
  /** First part of the file name; a file in `files/` has the same name. */
  file: string
  mimeType?: 'image/jpeg'
}

interface Texts {
  medicines: string[]
  illnesses: string[]
  reminders: ReminderText[]
  invoiceSubjects: string[]
  documents: Record<AttachmentType, DocumentText[]>
}

interface Data {
  /** Species that use the texts of another species. */
  alike: Partial<Record<Species, Species>>
  medicines: Record<string, Medicine>
  illnesses: Record<string, Illness>
  /** Texts by species; missing texts are taken from `OTHER`. */
  species: Partial<Record<Species, Partial<Texts>>> & { OTHER: Texts }
  individuals: {
    /** Relative frequency of the species. */
    share: number
    species: Species
    /** Breeds with the weight range of an adult animal, in kg. */
    breeds: { breed: string; lightest: number; heaviest: number }[]
    names: string[]
    colors: string[]
    chipped: number
    foodProducing?: boolean
  }[]
  herds: { species: Species; breed: string; name: string; heads: Amounts }[]
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of the demo check its records
export const DATA = json as Data

export function textsOf(species: Species = 'OTHER') {
  const { medicines, illnesses, ...texts } = {
    ...DATA.species.OTHER,
    ...DATA.species[DATA.alike[species] ?? species],
  }
  return {
    ...texts,
    medicines: medicines.flatMap((name) => DATA.medicines[name] ?? []),
    illnesses: illnesses.flatMap((name) => DATA.illnesses[name] ?? []),
  }
}

const TYPES = ['lab-results', 'attachments', 'attachments', 'treatment-plans', 'agreements'] as const

/** Attachment types that a species has; the most frequent type occurs twice. */
export const documentTypesOf = (species: Species | undefined): AttachmentType[] =>
  TYPES.filter((type) => textsOf(species).documents[type].length > 0)
