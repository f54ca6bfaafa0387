import { sql } from 'kysely'
import {
  CLAIM_HISTORY_DAYS,
  CLAIM_VACCINATION_DAYS,
  CLAIM_VISIT_DAYS,
  type ClaimGap,
  MAX_CLAIM_ENTRIES,
  MAX_CLAIM_HISTORY_VISITS,
  MAX_CLAIM_VISITS,
  attachmentPeriod,
  claimDays,
  claimGaps,
  claimVisits,
  isAmbiguous,
  isClaimable,
  isLineOf,
} from '#contract/claim.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import type { Attachment } from '#contract/schemas/attachment.ts'
import type { ItemisedInvoice } from '#contract/schemas/invoice.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { type Vaccination, vaccinationsOf } from '#contract/vaccination.ts'
import { compare } from '#contract/values.ts'
import { findRow } from '#server/db/one-row.ts'
import type { Json } from '#server/db/json.ts'
import type { Database } from '#server/db/schema.ts'
import { type Stored, parseAllStored, parseStored } from '#server/db/stored.ts'
import { ProblemError } from '#server/http/problem.ts'
import { findInvoice } from '#server/invoices/find.ts'
import { entriesOfAnimals } from '#server/records/entries.ts'

type Animal = Patient & { hasNamesake: boolean }

/** Records of a claim bundle. */
export interface Claim {
  patient: Animal
  invoice: ItemisedInvoice
  lines: readonly LineItem[]
  /** Visits of the invoice, and whether they were on another day. */
  visits: VisitForm[]
  isOtherDay: boolean
  attachments: Attachment[]
  history: { visits: VisitForm[]; entries: LogbookEntry[]; vaccinations: Vaccination[] }
  gaps: ClaimGap[]
}

/** Most records of a kind that are read for a bundle. */
const MAX_READ = 500

/** Returns the records of a claim. Throws `not-found`, and `conflict` for a credit note. */
export async function readClaim(
  db: Database,
  { clientId, patientId, invoiceId }: { clientId: string; patientId: string; invoiceId: string },
): Promise<Claim> {
  const invoice = await findInvoice(db, clientId, invoiceId)
  const patient = await animalOf(db, clientId, patientId.toLowerCase())
  if (!isClaimable(invoice)) throw new ProblemError('conflict')
  const { lines = [] } = invoice
  const days = claimDays(invoice, lines, patient)
  const [first = invoice.date, last = invoice.date] = [days[0], days.at(-1)]
  let isLeftOut = lines.some((line) => isAmbiguous(line, patient))
  async function records<Kind extends keyof typeof TABLES>(kind: Kind, from: IsoDate, until: IsoDate) {
    const all = await recordsOf(db, kind, { clientId, patient, from, until })
    isLeftOut ||= all.some((record) => isAmbiguous(record, patient))
    return all.filter((record) => isLineOf(record, patient))
  }
  const since = addDays(first, -CLAIM_HISTORY_DAYS)
  const forms = await records('visitForm', since, addDays(last, CLAIM_VISIT_DAYS))
  const { visits, isOtherDay } = claimVisits(forms, days)
  const period = attachmentPeriod([...days, ...visits.map(({ date }) => date)])
  const attachments = await records('attachment', period.from, period.until)
  const earlier = forms.filter((form) => !visits.includes(form) && form.date <= last)
  const all = await logbookOf(db, patient, { startDate: addDays(first, -CLAIM_VACCINATION_DAYS), endDate: last })
  const entries = all.filter(({ date }) => date >= since)
  const reminders = await records(
    'reminder',
    addDays(first, -CLAIM_VACCINATION_DAYS),
    addDays(last, CLAIM_VACCINATION_DAYS),
  )
  const isHistoryCut = earlier.length > MAX_CLAIM_HISTORY_VISITS || entries.length > MAX_CLAIM_ENTRIES
  return {
    patient,
    invoice,
    lines,
    visits: visits.slice(0, MAX_CLAIM_VISITS),
    isOtherDay,
    attachments: attachments
      .filter(({ type }) => type !== 'agreements')
      .sort((a, b) => compare(a.date, b.date) || compare(a.fileName ?? '', b.fileName ?? '')),
    history: {
      visits: earlier.slice(0, MAX_CLAIM_HISTORY_VISITS),
      entries: entries.slice(0, MAX_CLAIM_ENTRIES),
      vaccinations: vaccinationsOf(all, reminders, last).filter(({ lastGiven }) => lastGiven),
    },
    gaps: claimGaps({ patient, invoice, lines, visits, isOtherDay, isHistoryCut, isAmbiguous: isLeftOut }),
  }
}

/** Returns an animal, and whether the client has another one of the same name. */
async function animalOf(db: Database, clientId: string, uuid: string): Promise<Animal> {
  const row = await findRow(db, 'patient', { uuid, client_uuid: clientId }, ['data', 'search_name'])
  const patient = row && parseStored('patient', row.data)
  if (!patient) throw new ProblemError('not-found')
  const namesake = await db
    .selectFrom('patient')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .where('search_name', '=', row.search_name)
    .where('uuid', '!=', uuid)
    .limit(1)
    .executeTakeFirst()
  return { ...patient, hasNamesake: namesake !== undefined }
}

const TABLES = { visitForm: 'visit_form', attachment: 'attachment', reminder: 'reminder' } as const

interface Search {
  clientId: string
  patient: Patient
  from: IsoDate
  until: IsoDate
}

/** Returns the records of an animal in a period, and those of the client without an animal, newest first. */
async function recordsOf<Kind extends keyof typeof TABLES>(
  db: Database,
  kind: Kind,
  { clientId, patient, from, until }: Search,
): Promise<Stored[Kind][]> {
  const { rows } = await sql<{ data: Json<Stored[Kind]> }>`
    select data from ${sql.table(TABLES[kind])}
    where client_uuid = ${clientId} and date >= ${from} and date <= ${until}
    and (patient_uuid = ${patient.uuid.toLowerCase()} or patient_uuid is null)
    order by date desc, uuid desc limit ${sql.lit(MAX_READ)}`.execute(db)
  return parseAllStored(kind, rows)
}

async function logbookOf(db: Database, { uuid }: Patient, period: { startDate: IsoDate; endDate: IsoDate }) {
  const entries: (LogbookEntry & { uuid: string })[] = []
  for await (const part of entriesOfAnimals(db, [uuid.toLowerCase()], period)) entries.push(...part)
  return entries.sort((a, b) => compare(b.date, a.date) || compare(b.uuid, a.uuid))
}
