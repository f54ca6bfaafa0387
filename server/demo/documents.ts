import type { AttachmentType } from '#contract/attachment.ts'
import type { Species } from '#contract/patient.ts'
import { kindred } from './kindred.ts'

interface DocumentText {
  name: string
  /** What the name of its file begins with; the samples of `files/` are called so. */
  file: string
  mimeType?: 'image/jpeg'
}
type Documents = Record<AttachmentType, DocumentText[]>

const BLOOD: DocumentText = { name: 'Bloedonderzoek', file: 'bloedonderzoek' }
const FAECES: DocumentText = { name: 'Mestonderzoek', file: 'mestonderzoek' }
const ANTIBIOGRAM: DocumentText = { name: 'Antibiogram', file: 'antibiogram' }
const ULTRASOUND: DocumentText = { name: 'Echo buik', file: 'echo' }
const X_RAY: DocumentText = { name: 'Röntgenfoto thorax', file: 'rontgenfoto', mimeType: 'image/jpeg' }
const DISCHARGE: DocumentText = { name: 'Ontslagbrief', file: 'ontslagbrief' }
const REFERRAL: DocumentText = { name: 'Verwijsbrief', file: 'verwijsbrief' }

const OF_PETS: Documents = {
  'lab-results': [BLOOD, ANTIBIOGRAM],
  'treatment-plans': [],
  agreements: [],
  attachments: [ULTRASOUND, X_RAY, DISCHARGE, REFERRAL],
}
const OF_HORSES: Documents = {
  'lab-results': [BLOOD, FAECES],
  'treatment-plans': [],
  agreements: [],
  attachments: [ULTRASOUND, REFERRAL],
}
const OF_HERDS: Documents = {
  'lab-results': [FAECES],
  'treatment-plans': [
    { name: 'Bedrijfsgezondheidsplan', file: 'bgp' },
    { name: 'Bedrijfsbehandelplan', file: 'bbp' },
  ],
  agreements: [{ name: '1-op-1-overeenkomst', file: 'overeenkomst' }],
  attachments: [],
}
const BY_SPECIES: Partial<Record<Species, Documents>> = {
  HORSE: OF_HORSES,
  CATTLE: OF_HERDS,
  SHEEP: OF_HERDS,
  PIG: OF_HERDS,
}

/** The documents of a species, by type. */
export const documentsOf = (species: Species | undefined): Documents => BY_SPECIES[kindred(species)] ?? OF_PETS

const TYPES = ['lab-results', 'attachments', 'attachments', 'treatment-plans', 'agreements'] as const

/** The types that have documents; the most frequent one twice. */
export const documentTypesOf = (species: Species | undefined): AttachmentType[] =>
  TYPES.filter((type) => documentsOf(species)[type].length > 0)

/** Whether it is renewed every year. */
export const isYearly = (type: AttachmentType): boolean => type === 'treatment-plans' || type === 'agreements'
