import { type IsoDate, addDays, daysBetween } from './dates.ts'
import { foldName } from './fold-name.ts'
import { type InvoiceAmounts, isCreditNote, totalOf } from './invoice.ts'
import { sumOfLines } from './line-items.ts'
import type { Invoice } from './schemas/invoice.ts'
import type { LineItem } from './schemas/line-item.ts'
import type { Patient } from './schemas/patient.ts'
import type { VisitForm } from './schemas/visit-form.ts'

// Rules of a claim bundle: the PDF about one animal and one invoice that an owner sends to the pet insurer.

/** Days between an invoice and the nearest visit that may belong to it. */
export const CLAIM_VISIT_DAYS = 14
/** Period of the earlier visits and the logbook, and of the vaccinations, which may be valid for three years. */
export const CLAIM_HISTORY_DAYS = 731
export const CLAIM_VACCINATION_DAYS = 1096
export const MAX_CLAIM_VISITS = 20
export const MAX_CLAIM_HISTORY_VISITS = 30
export const MAX_CLAIM_ENTRIES = 150
export const MAX_CLAIM_FILES = 12
export const MAX_CLAIM_FILE_BYTES = 10 * 1024 * 1024
/** All files of a bundle together; insurers and mail servers accept no larger files. */
export const MAX_CLAIM_BYTES = 20 * 1024 * 1024
/** Pages of files in a bundle. */
export const MAX_CLAIM_PAGES = 60

/** Missing parts of a bundle, in the order in which its first page names them. */
export const CLAIM_GAPS = [
  'insurer',
  'policy',
  'chip',
  'birth',
  'number',
  'animal',
  'namesake',
  'lines',
  'part',
  'open',
  'visit',
  'otherDay',
  'diagnosis',
  'history',
] as const
export type ClaimGap = (typeof CLAIM_GAPS)[number]

/** Reasons why a file of the practice is not in the bundle. */
export const CLAIM_FILE_GAPS = ['absent', 'elsewhere', 'type', 'large', 'locked', 'damaged', 'tooMany'] as const
export type ClaimFileGap = (typeof CLAIM_FILE_GAPS)[number]

interface Animal extends Pick<Patient, 'uuid' | 'name'> {
  /** Whether another animal of the client has the same name. */
  hasNamesake?: boolean
}
type ClaimLine = Pick<LineItem, 'date' | 'patientUuid' | 'patientName' | 'amount'>

type AnimalReference = Pick<ClaimLine, 'patientUuid' | 'patientName'>

const hasOnlyName = ({ patientUuid, patientName }: AnimalReference, { name }: Animal): boolean =>
  !patientUuid && foldName(patientName ?? '') === foldName(name)

/** Whether a line or record without a uuid may be about the animal or about its namesake. */
export const isAmbiguous = (reference: AnimalReference, animal: Animal): boolean =>
  animal.hasNamesake === true && hasOnlyName(reference, animal)

/**
 * Whether a line or record is about the animal. One with a uuid is matched by it alone; one with only a name matches no
 * animal with a namesake, because an insurer must not get the records of another animal.
 */
export const isLineOf = (reference: AnimalReference, animal: Animal): boolean =>
  reference.patientUuid?.toLowerCase() === animal.uuid.toLowerCase() ||
  (!animal.hasNamesake && hasOnlyName(reference, animal))

/** Whether an invoice names the animal, in its lines or in its list of names. */
export const namesAnimal = (
  { patientNames = [] }: Pick<Invoice, 'patientNames'>,
  lines: readonly ClaimLine[],
  animal: Animal,
): boolean =>
  lines.some((line) => isLineOf(line, animal) || isAmbiguous(line, animal)) ||
  patientNames.some((name) => foldName(name) === foldName(animal.name))

/** Whether a bundle can be made of an invoice: a credit note claims nothing. */
export const isClaimable = (invoice: InvoiceAmounts): boolean => !isCreditNote(invoice)

/**
 * Returns the amount of the animal in cents: the sum of its lines, or the total of an invoice that names no other
 * animal. Null if unknown, also because of a namesake.
 */
export function partOfAnimal(invoice: Invoice, lines: readonly ClaimLine[], animal: Animal): number | null {
  if (lines.some((line) => isAmbiguous(line, animal))) return null
  if (lines.length > 0) {
    const own = lines.filter((line) => isLineOf(line, animal))
    return own.length > 0 ? sumOfLines(own) : null
  }
  const names = invoice.patientNames ?? []
  return names.length === 1 && !animal.hasNamesake && namesAnimal(invoice, [], animal) ? totalOf(invoice) : null
}

/** Returns the days of treatment: those of the animal's lines, and otherwise the date of the invoice. */
export function claimDays({ date }: Pick<Invoice, 'date'>, lines: readonly ClaimLine[], animal: Animal): IsoDate[] {
  const days = lines.filter((line) => isLineOf(line, animal)).map((line) => line.date ?? date)
  return days.length > 0 ? [...new Set(days)].sort() : [date]
}

/**
 * Returns the visits of an invoice, because no record links them: those on a day of treatment, and otherwise the
 * nearest within `CLAIM_VISIT_DAYS`, the earlier of two. `forms` are all visits of the animal.
 */
export function claimVisits<Form extends Pick<VisitForm, 'date'>>(
  forms: readonly Form[],
  days: readonly IsoDate[],
): { visits: Form[]; isOtherDay: boolean } {
  const sameDay = forms.filter(({ date }) => days.includes(date))
  if (sameDay.length > 0) return { visits: sameDay, isOtherDay: false }
  const nearest = forms
    .map((form) => ({ form, distance: Math.min(...days.map((day) => Math.abs(daysBetween(form.date, day)))) }))
    .filter(({ distance }) => distance <= CLAIM_VISIT_DAYS)
    .sort((one, other) => one.distance - other.distance || one.form.date.localeCompare(other.form.date))[0]
  if (!nearest) return { visits: [], isOtherDay: false }
  return { visits: forms.filter(({ date }) => date === nearest.form.date), isOtherDay: true }
}

/** Returns the period of the attachments of a visit: from its day until the results may have arrived. */
export const attachmentPeriod = (days: readonly IsoDate[]): { from: IsoDate; until: IsoDate } => {
  const sorted = [...days].sort()
  return { from: sorted[0] ?? '', until: addDays(sorted.at(-1) ?? '', CLAIM_VISIT_DAYS) }
}

interface ClaimFacts {
  patient: Patient & Animal
  invoice: Invoice
  lines: readonly ClaimLine[]
  visits: readonly Pick<VisitForm, 'diagnosis'>[]
  isOtherDay: boolean
  /** Whether older or further parts of the history were left out by number. */
  isHistoryCut: boolean
  /** Whether records were left out because they may be about a namesake. */
  isAmbiguous: boolean
}

/** Returns the parts of a bundle that are missing, without those of files. */
export function claimGaps({ patient, invoice, lines, visits, ...is }: ClaimFacts): ClaimGap[] {
  const isNamed = namesAnimal(invoice, lines, patient)
  const missing: Record<ClaimGap, boolean> = {
    insurer: !patient.insurance?.company?.trim(),
    policy: !patient.insurance?.policyNumber?.trim(),
    chip: !patient.chipNumber?.trim(),
    birth: !patient.birthDate,
    number: !invoice.number?.trim(),
    animal: !isNamed,
    namesake: is.isAmbiguous,
    lines: lines.length === 0,
    part: isNamed && partOfAnimal(invoice, lines, patient) === null,
    open: invoice.status !== 'PAID',
    visit: visits.length === 0,
    otherDay: is.isOtherDay,
    diagnosis: visits.length > 0 && !visits.some(({ diagnosis }) => diagnosis?.trim()),
    history: is.isHistoryCut,
  }
  return CLAIM_GAPS.filter((gap) => missing[gap])
}
