import type { Hono } from 'hono'
import { HOUR_MS } from '#contract/dates.ts'
import { toCsv } from '#contract/csv.ts'
import { CSV_TYPES, MAX_CSV_TEXT, csvReasonId } from '#contract/csv-import.ts'
import {
  csvImportListSchema,
  csvFormatSchema,
  csvImportSchema,
  csvLoadSchema,
  csvMappingSchema,
  csvPreviewSchema,
} from '#contract/schemas/csv-import.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import type { Language } from '#contract/languages.ts'
import { RULES } from '#server/access/rules.ts'
import type { Call, Env, Middleware, Services } from '#server/context.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { sendBytes } from '#server/files/send.ts'
import { rejectWhenFull } from '#server/http/reject-when-full.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { CsvFileError } from '#server/import/csv/csv-file-error.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import { id as text, required } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import type { Imports } from '#server/ports.ts'
import { textsIn } from '#server/texts.ts'
import {
  type UploadedFile,
  addFile,
  changeLayout,
  checkFile,
  loadFile,
  removeFile,
  requireFitting,
  requireReadable,
  requireRoom,
} from './csv-changes.ts'
import { csvImportOf, csvImportsOf, previewOf, problemsOf } from './csv-queries.ts'
import { drainImports } from './drain.ts'
import { ImportError } from './import-error.ts'

const files = '/practice/:practiceId/csv-imports'

export const csvOperations = operations('Practice', {
  uploadCsv: post(files, 'admin', {
    summary: 'Upload a CSV file; its columns and a mapping are recognised, and nothing is loaded yet',
    description:
      'Comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252. An Excel file is refused with the code `excelFile`.',
    query: { name: required(text('Name of the file.')) },
    takes: CSV_TYPES,
    response: csvImportSchema,
    status: 201,
    problems: ['unsupported-media-type', 'validation-failed', 'too-large', 'rate-limited', 'quota-full'],
  }),
  listCsvImports: get(files, 'admin', {
    summary: 'List uploaded CSV files, latest first',
    response: csvImportListSchema,
  }),
  getCsvImport: get(`${files}/:importId`, 'admin', {
    summary: 'Get an uploaded CSV file with its mapping, first rows and result',
    response: csvImportSchema,
  }),
  setCsvFormat: put(`${files}/:importId/format`, 'admin', {
    summary: 'Read a CSV file with another encoding or delimiter; its mapping and the result of its dry run end',
    description: 'An absent value is recognised from the file. Only the server that has the file can read it again.',
    body: csvFormatSchema,
    response: csvImportSchema,
    problems: ['conflict', 'unavailable'],
  }),
  setCsvMapping: put(`${files}/:importId/mapping`, 'admin', {
    summary: 'Store the mapping of a CSV file, also for later files of the practice, and start a dry run',
    body: csvMappingSchema,
    response: csvImportSchema,
    problems: ['conflict'],
  }),
  previewCsv: post(`${files}/:importId/preview`, 'admin', {
    summary: 'Get the first rows of a CSV file as a mapping would read them; changes nothing',
    body: csvMappingSchema,
    response: csvPreviewSchema,
  }),
  getCsvProblems: get(`${files}/:importId/problems`, 'admin', {
    summary: 'Get the problems of a dry run or load as a CSV file',
    file: 'text/csv',
  }),
  loadCsv: post(`${files}/:importId/load`, 'admin', {
    summary: 'Load a CSV file after its dry run, as a whole or not at all',
    body: csvLoadSchema,
    response: csvImportSchema,
    problems: ['conflict'],
  }),
  removeCsv: remove(`${files}/:importId`, 'admin', {
    summary: 'Remove an uploaded CSV file; what was loaded stays',
    problems: ['conflict'],
  }),
})

/**
 * Receives a CSV file as a stream to the disk. It has separate limits, because a file is larger than other bodies.
 * Each practice sends one file at a time.
 */
export function csvUploadRoutes(services: Services, { antiForgery }: { antiForgery: Middleware }): Hono<Env> {
  const { db, clock, settings, isFull, imports } = services
  const { uploadCsv } = csvOperations
  const countAttempt = createRateLimit({ clock, limit: settings.limits.uploadsPerHour, windowMs: HOUR_MS })
  const arriving = new Set<string>()
  const authorise: Middleware = async (c, next) => {
    const { by } = await RULES[uploadCsv.access].grant(services, c)
    countAttempt(c, by.accountId)
    await next()
  }

  return routes(services).on(
    uploadCsv,
    async ({ c, by, practiceId, query, now }) => {
      if (!imports) throw new ProblemError('unavailable')
      requireCsvType(c)
      if (Number(c.req.header('content-length') ?? 0) > settings.limits.importBytes) throw new ProblemError('too-large')
      await requireRoom(db, practiceId)
      if (arriving.has(practiceId)) throw new ProblemError('overloaded')
      arriving.add(practiceId)
      try {
        const fileName = query.name.slice(0, MAX_CSV_TEXT)
        return await receiveFile(c, imports, (file) => addFile(db, { ...file, fileName, practiceId, by, now }))
      } finally {
        arriving.delete(practiceId)
      }
    },
    {
      before: [antiForgery, rejectWhenFull(isFull, 'database'), rejectWhenFull(isFull, 'imports')],
      after: [authorise],
    },
  ).app
}

type Received = Pick<UploadedFile, 'id' | 'bytes' | 'sha256' | 'server' | 'layout'>

/** Stores a body and adds its file; removes the body if it is no CSV file. */
async function receiveFile<T>(c: Call, imports: Imports, add: (file: Received) => Promise<T>): Promise<T> {
  const id = crypto.randomUUID()
  let isAdded = false
  try {
    const stored = await imports.store(id, c.req.raw.body ?? new Blob().stream(), { isGzip: false })
    const layout = await readableLayout(imports.layout(id))
    const added = await add({ id, ...stored, server: imports.server, layout })
    isAdded = true
    return added
  } finally {
    if (!isAdded) await imports.remove(id)
  }
}

/** Throws `validation-failed` if a file is no CSV file, and `unavailable` if another server has it. */
export async function readableLayout<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CsvFileError)
      throw new ProblemError('validation-failed', {
        errors: [{ pointer: error.at ? `#/${error.at.line}` : '#', code: error.code }],
      })
    if (error instanceof ImportError) throw new ProblemError('unavailable')
    throw error
  }
}

export function requireCsvType(c: Call): void {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';')
  if (!CSV_TYPES.includes(type.trim().toLowerCase())) throw new ProblemError('unsupported-media-type')
}

/** Routes of uploaded CSV files: mapping, dry run, problems and load. */
export function csvRoutes(services: Services): Hono<Env> {
  const { db, background, imports } = services
  const start = () => imports && background.run('imports', () => drainImports({ ...services, imports }))

  return routes(services)
    .on(csvOperations.listCsvImports, ({ practiceId }) => csvImportsOf(db, practiceId))

    .on(csvOperations.getCsvImport, ({ practiceId, importId: id }) => csvImportOf(db, { practiceId, id }))

    .on(csvOperations.setCsvFormat, async ({ practiceId, importId: id, body: format }) => {
      requireReadable((await csvImportOf(db, { practiceId, id })).state)
      if (!imports) throw new ProblemError('unavailable')
      const layout = await readableLayout(imports.layout(id, format))
      await changeLayout(db, { practiceId, id, layout, format })
      return await csvImportOf(db, { practiceId, id })
    })

    .on(csvOperations.setCsvMapping, async ({ practiceId, importId: id, body, now }) => {
      const { columns, format } = await csvImportOf(db, { practiceId, id })
      requireFitting(body, columns)
      await checkFile(db, { practiceId, id, mapping: { ...body, format }, now })
      start()
      return await csvImportOf(db, { practiceId, id })
    })

    .on(csvOperations.previewCsv, async ({ practiceId, importId: id, body: mapping }) => {
      const file = await csvImportOf(db, { practiceId, id })
      requireFitting(mapping, file.columns)
      return { rows: previewOf(file, mapping) }
    })

    .on(csvOperations.getCsvProblems, async ({ c, by, practiceId, importId: id }) => {
      const { fileName, problems } = await problemsOf(db, { practiceId, id })
      const content = new TextEncoder().encode(problemFile(problems, by.language))
      const { text: message } = textsIn(by.language)
      const name = `${message('csvProblems.file')} ${fileName.replace(/\.\w+$/, '')}.csv`
      return await sendBytes(c, content, documentHeaders('text/csv', name))
    })

    .on(csvOperations.loadCsv, async ({ practiceId, importId: id, body, now }) => {
      await loadFile(db, { practiceId, id, confirmed: body.confirmed ?? false, now })
      start()
      return await csvImportOf(db, { practiceId, id })
    })

    .on(csvOperations.removeCsv, async ({ practiceId, importId: id }) => {
      await removeFile(db, { practiceId, id })
      await imports?.remove(id)
    }).app
}

function problemFile(problems: readonly ImportProblem[], language: Language): string {
  const { text: message } = textsIn(language)
  const heads = [
    message('csvProblems.line'),
    message('csvProblems.column'),
    message('csvProblems.value'),
    message('csvProblems.reason'),
    message('csvProblems.leftOut'),
  ]
  const rows = problems.map(({ line, column, field, given, code, reason, value, wholeLine }) => [
    String(line),
    column ?? field,
    given,
    code ? message(csvReasonId(code), { value: value ?? '' }) : reason,
    wholeLine ? message('csvProblems.yes') : '',
  ])
  return toCsv([heads, ...rows])
}
