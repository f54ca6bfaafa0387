import { BALANCE_MESSAGES, balanceOf, centsOf, isCreditNote, totalOf } from '#contract/invoice.ts'
import { type CsvCell, CsvNumber, centsCell, csvLines, dayCell, numberCell, toCsv } from '#contract/csv.ts'
import { isIsoDate, isIsoDateTime } from '#contract/dates.ts'
import { signedLines } from '#contract/line-items.ts'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import { translated } from '#contract/form.ts'
import { estimateStateOf, estimateSum } from '#contract/estimate.ts'
import { LOCALES, type Language } from '#contract/languages.ts'
import { caretakerName } from '#contract/names.ts'
import { ZONE, localDay } from '#contract/zone.ts'
import type { Database } from '#server/db/schema.ts'
import { type ExportRecords, RECORD_SCHEMAS } from '#server/import/records.ts'
import { type MessageId, textsIn } from '#server/texts.ts'
import type { AboutClient } from './client.ts'
import { CLIENT_RECORDS, type ClientRecordKind, recordsOf } from './records.ts'

type Row = Readonly<Record<string, unknown>>

interface Table {
  title: MessageId
  /** Fields of a row. Fields with a heading `export.field` become columns. */
  fields: readonly string[]
  rows: AsyncIterable<readonly Row[]>
}

const LINE_FIELDS = 'number date patientName description quantity unit unitPrice discount vatRate amount'.split(' ')
const REQUEST_FIELDS = 'sentAt kind patientName asked state seenAt closedAt messages answer answeredBy file'.split(' ')
const FORM_FIELDS = ['askedAt', 'form', 'patientName', 'completedAt', 'closedAt', 'file']
const ESTIMATE_FIELDS =
  'number date validUntil patientName reason text lines total totalTo state answer answeredAt answeredBy file'.split(
    ' ',
  )
const SEEN_FIELDS = ['day', 'by', 'actions']
/**
 * Fields without a column. The field `kind` of an animal only marks a herd, which has a number of animals. The lines of
 * invoices have a table of their own.
 */
const LEFT_OUT: readonly string[] = ['patient.kind', 'invoice.lines']
const fieldsOf = (kind: ClientRecordKind) =>
  Object.keys(RECORD_SCHEMAS[kind].fields).filter((field) => !LEFT_OUT.includes(`${kind}.${field}`))
const FILE_KINDS: readonly ClientRecordKind[] = ['patient', 'invoice', 'visitForm', 'attachment']
const hasFiles = (kind: ClientRecordKind) => FILE_KINDS.includes(kind)

export const TABLE_FIELDS = [
  ...CLIENT_RECORDS.flatMap(fieldsOf),
  'questions',
  ...LINE_FIELDS,
  ...REQUEST_FIELDS,
  ...FORM_FIELDS,
  ...ESTIMATE_FIELDS,
  ...SEEN_FIELDS,
]

const euros = (amount: number | undefined) => centsCell(centsOf(amount))

export const ATTACHMENT_TITLES = {
  'lab-results': 'client.attachments.labResults',
  'treatment-plans': 'client.attachments.treatmentPlans',
  agreements: 'client.attachments.agreements',
  attachments: 'client.attachments.others',
} as const

export interface Archived {
  db: Database
  clientId: string
  about: AboutClient
  language: Language
  /** Returns the path in the archive of the file of a record or photo. */
  fileOf: (uuid: string) => string | undefined
}

export async function tablesOf({ db, clientId, about, language, fileOf }: Archived): Promise<Table[]> {
  const { text, has } = textsIn(language)
  const word = (prefix: string, value: string | undefined) => {
    const id = `${prefix}.${value}`
    return has(id) ? text(id) : value
  }
  const names = new Map<string, string>()
  for await (const animals of recordsOf(db, 'patient', [clientId]))
    for (const { uuid, name } of animals) names.set(uuid, name)
  const named = (uuid: string | undefined, former?: string) => ({ patientName: names.get(uuid ?? '') ?? former })

  const table = <Kind extends ClientRecordKind>(
    title: MessageId,
    kind: Kind,
    rowOf: (record: ExportRecords[Kind]) => Row,
    isListed: (record: ExportRecords[Kind]) => boolean = () => true,
  ): Table => ({
    title,
    fields: [
      ...(kind === 'logbookEntry' ? ['patientName'] : []),
      ...fieldsOf(kind),
      ...(kind === 'appointment' ? ['questions'] : []),
      ...(hasFiles(kind) ? ['file'] : []),
    ],
    rows: inRows(recordsOf(db, kind, [clientId]), (records) =>
      records.filter(isListed).map((record): Row => ({ ...record, file: fileOf(record.uuid), ...rowOf(record) })),
    ),
  })

  return [
    table('client.nav.patients', 'patient', ({ species, sex, caretaker, insurance }) => ({
      species: word('client.patients.species', species),
      sex: sex === 'UNKNOWN' ? undefined : word('client.patients.sex.other', sex),
      caretaker: caretakerName({ caretaker }),
      insurance: [insurance?.company, insurance?.policyNumber].filter(Boolean).join(' '),
    })),
    table('client.nav.reminders', 'reminder', ({ patientUuid, patientName, status }) => ({
      ...named(patientUuid, patientName),
      status: word('client.reminders.status', status),
    })),
    table('export.appointments', 'appointment', ({ uuid, patientUuids, status }) => ({
      patientUuids: patientUuids.flatMap((uuid) => names.get(uuid) ?? []),
      status: word('client.appointments.status', status),
      questions: about.visitQuestions.find(({ appointmentUuid }) => appointmentUuid === uuid)?.text,
    })),
    {
      title: 'client.requests.title',
      fields: REQUEST_FIELDS,
      rows: inRows([about.requests], (requests) =>
        requests.map(({ products = [], corrections = [], suits = [], answer, photos, messages, ...request }) => ({
          ...request,
          ...named(request.patientUuid),
          kind: word(request.wish ? 'core.requests.wish' : 'core.requests.kind', request.wish ?? request.kind),
          asked: [
            ...products.map(({ name }) => name),
            ...corrections.map(
              ({ field, present = '', wanted = '' }) =>
                `${word('core.requests.detail', field)}: ${present} → ${wanted}`,
            ),
            ...suits.map(({ day, parts }) =>
              [word('core.requests.day', day), ...parts.map((part) => word('core.requests.part', part))].join(' '),
            ),
            request.text,
          ],
          state: word('core.requests.state', request.state),
          messages: messages.map(({ at, by, text: written }) =>
            [at, by ?? text('client.practice'), written].filter(Boolean).join(': '),
          ),
          answer: answer?.text,
          answeredBy: answer?.by,
          file: photos.map(({ id }) => fileOf(id)),
        })),
      ),
    },
    {
      title: 'export.forms',
      fields: FORM_FIELDS,
      rows: inRows([about.forms], (forms) =>
        forms.map(({ content, fileId = '', photos, ...form }) => ({
          ...form,
          ...named(form.patientUuid),
          form: content && translated(content.title, language),
          file: [fileOf(fileId), ...photos.map(({ id }) => fileOf(id))],
        })),
      ),
    },
    {
      title: 'export.estimates',
      fields: ESTIMATE_FIELDS,
      rows: inRows(recordsOf(db, 'estimate', [clientId]), (estimates) =>
        estimates.map((estimate) => estimateRow(estimate, { about, fileOf, text, named })),
      ),
    },
    table('client.nav.invoices', 'invoice', (invoice) => {
      const { state, open } = balanceOf(invoice)
      const exclVat = centsOf(invoice.totalExclVat)
      return {
        totalInclVat: centsCell(totalOf(invoice)),
        totalExclVat: centsCell(exclVat && isCreditNote(invoice) ? -Math.abs(exclVat) : exclVat),
        paidAmount: euros(invoice.paidAmount),
        openAmount: centsCell(open),
        status: state === 'unknown' ? invoice.status : text(BALANCE_MESSAGES[state]),
      }
    }),
    {
      title: 'export.invoiceLines',
      fields: LINE_FIELDS,
      rows: inRows(recordsOf(db, 'invoice', [clientId]), (invoices) =>
        invoices.flatMap((invoice) =>
          signedLines(invoice).map((line) => ({
            ...line,
            ...named(line.patientUuid, line.patientName),
            number: invoice.number,
            date: line.date ?? invoice.date,
            discount: euros(line.discount),
            amount: euros(line.amount),
          })),
        ),
      ),
    },
    table('client.nav.visitForms', 'visitForm', ({ patientUuid, patientName, medication }) => ({
      ...named(patientUuid, patientName),
      medication: medication?.map(({ product, dosage }) => [product, dosage].filter(Boolean).join(': ')),
    })),
    ...ATTACHMENT_TYPES.map((type) =>
      table(
        ATTACHMENT_TITLES[type],
        'attachment',
        ({ patientUuid, patientName, name, fileName }) => ({
          ...named(patientUuid, patientName),
          name: name || fileName,
        }),
        (attachment) => (attachment.type ?? 'attachments') === type,
      ),
    ),
    table('export.logbook', 'logbookEntry', ({ patientUuid, kind }) => ({
      ...named(patientUuid),
      kind: word('client.logbook.kind', kind),
    })),
    {
      title: 'export.seen',
      fields: SEEN_FIELDS,
      rows: inRows([about.seen], (entries) =>
        entries.map(({ day, by, role, actions }) => ({
          day,
          by: text(SEEN_BY[by === 'staff' ? (role ?? 'CLINIC_USER') : by]),
          actions: [...new Set(actions.map((action) => text(SEEN_ACTIONS[action] ?? 'core.seen.changed')))],
        })),
      ),
    },
  ]
}

interface OfEstimates extends Pick<Archived, 'about' | 'fileOf'> {
  text: (id: MessageId) => string
  named: (uuid: string | undefined, former?: string) => Row
}

function estimateRow(estimate: ExportRecords['estimate'], { about, fileOf, text, named }: OfEstimates): Row {
  const { uuid, withdrawn, validUntil, patientUuid, patientName, lines } = estimate
  const answers = about.estimateAnswers.filter(({ estimateUuid }) => estimateUuid === uuid)
  const answer = answers.find(({ voidAt }) => voidAt === undefined)
  const withdrawnAt = withdrawn === true ? about.exportedAt : undefined
  const state = estimateStateOf({ validUntil, withdrawnAt, answer }, localDay(new Date(about.exportedAt)))
  const { from, to } = estimateSum(lines)
  return {
    ...estimate,
    ...named(patientUuid, patientName),
    lines: lines.map(({ description, amount: least, amountTo }) => {
      const amounts = [least, amountTo].filter((each) => each !== undefined)
      return `${description}: ${amounts.map(euros).join(' – ')}`
    }),
    total: centsCell(from),
    ...(to !== from && { totalTo: centsCell(to) }),
    state: text(`export.estimateState.${state}`),
    answer: answer?.text,
    answeredAt: answer?.at,
    answeredBy: answer?.by,
    file: [uuid, ...answers.map(({ id }) => id)].map(fileOf),
  }
}

const SEEN_BY = {
  owner: 'core.seen.you',
  system: 'core.seen.system',
  CLINIC_USER: 'core.seen.user',
  CLINIC_ADMIN: 'core.seen.admin',
} as const
const SEEN_ACTIONS: Partial<Record<string, MessageId>> = { read: 'core.seen.read', 'viewed-as': 'core.seen.viewedAs' }

async function* inRows<Item>(batches: AsyncIterable<Item> | Iterable<Item>, rowsOf: (batch: Item) => Row[]) {
  for await (const batch of batches) yield rowsOf(batch)
}

/**
 * Yields a table as CSV in pieces; nothing for a table without rows. `onRows` is called with the number of rows in
 * each piece.
 */
export async function* csvOf({ fields, rows }: Table, language: Language, onRows: (count: number) => void) {
  const { text, has } = textsIn(language)
  const columns = fields.flatMap((field) => {
    const heading = `export.field.${field}`
    return has(heading) ? [{ field, heading: text(heading) }] : []
  })
  const cell = cellIn(language)
  let isEmpty = true
  for await (const batch of rows) {
    if (batch.length === 0) continue
    if (isEmpty) yield toCsv([columns.map(({ heading }) => heading)])
    isEmpty = false
    onRows(batch.length)
    yield csvLines(batch.map((row) => columns.map(({ field }) => cell(row[field]))))
  }
}

function cellIn(language: Language) {
  const { text } = textsIn(language)
  const moment = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE })
  return function cell(value: unknown): CsvCell {
    if (typeof value === 'boolean') return text(value ? 'export.yes' : 'export.no')
    if (typeof value === 'number') return numberCell(value)
    if (value instanceof CsvNumber) return value
    if (Array.isArray(value)) return value.map(cell).filter(Boolean).join('\n')
    if (typeof value !== 'string') return undefined
    if (isIsoDate(value)) return dayCell(value)
    return isIsoDateTime(value) ? moment.format(new Date(value)) : value
  }
}
