import type { AttachmentType } from '#contract/document.ts'
import type { Species } from '#contract/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import json from './species.json' with { type: 'json' }

// The products are invented: a demo must not look like advice on a real one.

interface Amounts {
  least: number
  most: number
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
  /** What is given, or taken home, at a time; in its unit. */
  amounts: Amounts
}

/** The texts of a visit form. */
interface Illness {
  reason: string
  findings: string
  diagnosis?: string
  treatment?: string
  advice?: string
  /** Name of a medicine to go on with at home. */
  medicine?: string
}

export interface ReminderText {
  type: NonNullable<Reminder['type']>
  description: string
}

interface DocumentText {
  name: string
  /** First part of the file name; the samples in `files/` are named by it. */
  file: string
  mimeType?: 'image/jpeg'
}

/** Medicines and illnesses by their names. */
interface Texts {
  medicines: string[]
  illnesses: string[]
  reminders: ReminderText[]
  invoiceSubjects: string[]
  documents: Record<AttachmentType, DocumentText[]>
}

interface Data {
  /** Species that share the texts of another one. */
  alike: Partial<Record<Species, Species>>
  medicines: Record<string, Medicine>
  illnesses: Record<string, Illness>
  /** What a species does not have is that of `OTHER`. */
  species: Partial<Record<Species, Partial<Texts>>> & { OTHER: Texts }
  individuals: {
    /** How often the kind is picked. */
    share: number
    species: Species
    /** With the least and the most that a grown one weighs, in kg. */
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

/** The types of attachments that a species has; the most frequent one twice. */
export const documentTypesOf = (species: Species | undefined): AttachmentType[] =>
  TYPES.filter((type) => textsOf(species).documents[type].length > 0)
