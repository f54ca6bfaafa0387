import {
  CLAIM_HISTORY_DAYS,
  CLAIM_VACCINATION_DAYS,
  CLAIM_VISIT_DAYS,
  MAX_CLAIM_ENTRIES,
  MAX_CLAIM_HISTORY_VISITS,
  isLineOf,
  partOfAnimal,
} from '#contract/claim.ts'
import type { IsoDate } from '#contract/dates.ts'
import { BALANCE_MESSAGES, balanceOf, totalOf } from '#contract/invoice.ts'
import { medicineName } from '#contract/logbook.ts'
import { sexIds } from '#contract/patient.ts'
import type { ItemisedInvoice } from '#contract/schemas/invoice.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Vaccination } from '#contract/vaccination.ts'
import { invoiceSheet } from '#server/documents/invoice-sheet.ts'
import { type Parties, factsOf, filled, partiesOf, tableOf, tradePartiesOf } from '#server/documents/parties.ts'
import { visitFormSheet } from '#server/documents/visit-form-sheet.ts'
import type { Bundle, Part, Sheet } from '#server/pdf/sheet.ts'
import { type Texts, textsIn } from '#server/texts.ts'
import type { ClaimFiles } from './files.ts'
import type { Claim } from './records.ts'

/** Longest description in a table, so that a row fits on a page. */
const MAX_CELL = 600

/** Returns the bundle of a claim: its first page, the invoice, the visits, the history and the files. */
export function claimBundle(claim: Claim, { files, gaps }: ClaimFiles, parties: Parties, today: IsoDate): Bundle {
  const { patient, invoice, lines, visits, history } = claim
  const { day } = textsIn(parties.language)
  const ownFirst = lines.toSorted((a, b) => Number(isLineOf(b, patient)) - Number(isLineOf(a, patient)))
  const itemised: ItemisedInvoice = { ...invoice, lines: ownFirst }
  const first = firstSheet(claim, gaps, parties, today)
  const hasHistory = history.visits.length + history.entries.length + history.vaccinations.length > 0
  const sheets = [
    first,
    invoiceSheet(itemised, parties),
    ...visits.map((form): Sheet => {
      const sheet = visitFormSheet({ ...form, patientName: patient.name }, parties)
      return { ...sheet, name: filled(sheet.title, day(form.date)).join(' ') }
    }),
    ...(hasHistory ? [historySheet(claim, parties)] : []),
  ]
  const compact = sheets.map((sheet) => ({ ...sheet, isCompact: true }))
  return { language: parties.language, name: first.name, from: first.from, sheets: compact, files }
}

function firstSheet(claim: Claim, fileGaps: ClaimFiles['gaps'], parties: Parties, today: IsoDate): Sheet {
  const { patient, invoice, lines } = claim
  const { text, day, money } = textsIn(parties.language)
  const title = text('claim.title')
  const part = partOfAnimal(invoice, lines, patient)
  const { state } = balanceOf(invoice)
  const total = totalOf(invoice)
  return {
    ...tradePartiesOf(parties),
    title,
    name: filled(title, patient.name, invoice.number).join(' '),
    facts: factsOf({
      [text('documents.invoice.number')]: invoice.number,
      [text('documents.invoice.date')]: day(invoice.date),
      [text('documents.invoice.totalInclVat')]: total === null ? undefined : money(total / 100),
      [text('claim.part', { name: patient.name })]: part === null ? undefined : money(part / 100),
      [text('claim.payment')]: state === 'unknown' ? undefined : text(BALANCE_MESSAGES[state]),
    }),
    parts: [
      ...aboutParts(claim, parties),
      ...gapsOf(claim, fileGaps, textsIn(parties.language)),
      {
        kind: 'contents',
        heading: text('claim.contents'),
        titleLabel: text('claim.document'),
        pageLabel: text('claim.page'),
      },
      { kind: 'note', text: text('claim.made', { day: day(today) }) },
      { kind: 'note', text: text('claim.visitRule', { days: CLAIM_VISIT_DAYS }) },
    ],
  }
}

function aboutParts({ patient }: Claim, { language }: Parties): Part[] {
  const { text, day, count } = textsIn(language)
  const { species, breed, crossBreed, birthDate, insurance, kind, headCount } = patient
  const breedText = crossBreed
    ? breed
      ? text('client.patients.crossBreed', { breed })
      : text('client.patients.crossBreedOnly')
    : breed
  const animal = factsOf({
    [text('claim.name')]: patient.name,
    [text('claim.species')]: species && text(`client.patients.species.${species}`),
    [text('claim.breed')]: breedText,
    [text('client.patients.fact.sex')]: sexIds(patient)
      .map((id) => text(id))
      .join(', '),
    [text('client.patients.fact.born')]: birthDate && day(birthDate),
    [text('client.patients.fact.chip')]: patient.chipNumber,
    [text('claim.insurer')]: insurance?.company,
    [text('claim.policy')]: insurance?.policyNumber,
    [text('client.patients.fact.heads')]: kind === 'HERD' && headCount !== undefined ? count(headCount) : undefined,
  })
  return [{ kind: 'facts', heading: text('claim.animal'), facts: animal }]
}

function gapsOf({ gaps, patient, visits }: Claim, fileGaps: ClaimFiles['gaps'], { text, day }: Texts): Part[] {
  const visitDay = visits[0] ? day(visits[0].date) : ''
  const values = { name: patient.name, days: CLAIM_VISIT_DAYS, day: visitDay }
  const rows = [
    ...gaps.map((gap) => [text(`claim.gap.${gap}.what`, values), text(`claim.gap.${gap}.todo`, values)]),
    ...fileGaps.map(({ name, gap }) => [text('claim.fileGap.what', { name }), text(`claim.fileGap.${gap}`)]),
  ]
  if (rows.length === 0) return [{ kind: 'text', heading: text('claim.gaps'), text: text('claim.noGaps') }]
  const columns = [
    { label: text('claim.missing'), weight: 4 },
    { label: text('claim.toDo'), weight: 7 },
  ]
  return [{ kind: 'table', heading: text('claim.gaps'), columns, rows }]
}

function historySheet({ patient, history }: Claim, parties: Parties): Sheet {
  const texts = textsIn(parties.language)
  const { text, day } = texts
  const title = text('claim.history', { name: patient.name })
  const rule = text('claim.historyRule', {
    months: Math.round((CLAIM_HISTORY_DAYS / 365) * 12),
    visits: MAX_CLAIM_HISTORY_VISITS,
    entries: MAX_CLAIM_ENTRIES,
    years: Math.round(CLAIM_VACCINATION_DAYS / 365),
  })
  return {
    ...partiesOf(parties),
    to: [],
    title,
    name: title,
    facts: [],
    parts: [
      { kind: 'text', heading: text('claim.historyTitle'), text: rule },
      ...history.visits.map((form): Part => ({
        kind: 'text',
        heading: filled(text('claim.visitOn', { day: day(form.date) }), form.veterinarian).join(', '),
        text: visitText(form, texts),
      })),
      ...logbookOf(history.entries, texts),
      ...vaccinationsTable(history.vaccinations, texts),
    ],
  }
}

function visitText(form: VisitForm, { text }: Texts): string {
  const medication = form.medication?.map(({ product, dosage }) => filled(product, dosage).join(', ')).join('; ')
  const facts = factsOf({
    [text('documents.visit.reason')]: form.reason,
    [text('client.visitForms.findings')]: form.findings,
    [text('client.visitForms.diagnosis')]: form.diagnosis,
    [text('client.visitForms.treatment')]: form.treatment,
    [text('client.visitForms.advice')]: form.advice,
    [text('client.visitForms.medication')]: medication,
  })
  return facts.map(({ label, value }) => `${label}: ${value}`).join('\n') || text('client.visitForms.nothingMore')
}

const shortened = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL).trimEnd()}…` : text)

function logbookOf(entries: readonly LogbookEntry[], { text, shortDay, count }: Texts): Part[] {
  return tableOf(
    entries,
    [
      { label: text('client.logbook.medicine.date'), weight: 3, cell: ({ date }) => shortDay(date) },
      { label: text('claim.kind'), weight: 3, cell: ({ kind }) => kind && text(`client.logbook.kind.${kind}`) },
      {
        label: text('client.logbook.medicine.description'),
        weight: 8,
        cell: (entry) => shortened(filled(entry.description, entry.indication).join('\n')),
      },
      {
        label: text('client.logbook.field.product'),
        weight: 5,
        cell: (entry) =>
          entry.productName && shortened(filled(medicineName(entry), entry.dosage, entry.batchNumber).join('\n')),
      },
      {
        label: text('client.logbook.field.amount'),
        weight: 3,
        cell: ({ quantity, unit }) => quantity !== undefined && filled(count(quantity), unit).join(' '),
      },
    ],
    { heading: text('claim.logbook'), isDense: true },
  )
}

function vaccinationsTable(vaccinations: readonly Vaccination[], { text, shortDay }: Texts): Part[] {
  return tableOf(
    vaccinations,
    [
      { label: text('claim.vaccination'), weight: 6, cell: ({ what }) => what },
      { label: text('claim.given'), weight: 3, cell: ({ lastGiven }) => lastGiven && shortDay(lastGiven) },
      { label: text('client.logbook.field.product'), weight: 5, cell: ({ productName }) => productName },
      { label: text('client.logbook.field.batch'), weight: 3, cell: ({ batchNumber }) => batchNumber },
      { label: text('claim.validUntil'), weight: 3, cell: ({ next }) => next && shortDay(next) },
    ],
    { heading: text('claim.vaccinations'), isDense: true },
  )
}
