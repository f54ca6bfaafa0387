import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { CsvFormat, CsvImport, CsvMapping, CsvPreviewRow } from '#contract/schemas/csv-import.ts'
import {
  CSV_DELIMITERS,
  CSV_ENCODINGS,
  CSV_KINDS,
  CSV_STATES,
  DATE_ORDERS,
  DECIMAL_MARKS,
  MAPPING_ORIGINS,
} from '#contract/csv-import.ts'
import * as paths from '#contract/later-paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { uploadWith } from '#src/lib/files/upload.ts'
import { api, namesFields } from './http.ts'
import { readLargeParts, readProblemCounts, readProblems } from './imports.ts'
import { SILENT } from './query-client.ts'
import { fieldOf, read } from './response-readers.ts'
import { practiceKey } from './scope.ts'

// CSV files that clinic admins upload, check and load: beyond the specification.

/** Interval between the calls while a file is checked or loaded. */
const POLLING_MS = 1000

const format = read.record<CsvFormat>({
  encoding: read.enumValue(CSV_ENCODINGS),
  delimiter: (value) => CSV_DELIMITERS.find((delimiter) => delimiter === value),
})
const mapping = read.record<CsvMapping>({
  kind: read.required(read.enumValue(CSV_KINDS), 'client'),
  columns: read.requiredItems(read.record({ column: read.requiredText, field: read.requiredText })),
  values: read.requiredItems(read.record({ field: read.requiredText, from: read.requiredText, to: read.requiredText })),
  dateOrder: read.required(read.enumValue(DATE_ORDERS), 'dmy'),
  decimal: read.required(read.enumValue(DECIMAL_MARKS), ','),
  format,
})
const NO_MAPPING = mapping({})
const texts = read.requiredItems(read.requiredText)
const previewRows = read.requiredItems(
  read.record<CsvPreviewRow>({
    line: read.requiredNumber,
    values: read.requiredItems(read.record({ field: read.requiredText, value: read.requiredText })),
    problems: readProblems,
  }),
)
const counts = read.record({
  rows: read.requiredNumber,
  added: read.requiredNumber,
  updated: read.requiredNumber,
  unchanged: read.requiredNumber,
  leftOut: read.requiredNumber,
  expired: read.requiredNumber,
})
const csvImport = read.record<CsvImport>({
  id: read.requiredText,
  fileName: read.requiredText,
  bytes: read.requiredNumber,
  state: read.required(read.enumValue(CSV_STATES), 'uploaded'),
  progress: read.requiredNumber,
  uploadedAt: read.requiredMoment,
  uploadedBy: read.requiredText,
  expiresAt: read.requiredMoment,
  kind: read.required(read.enumValue(CSV_KINDS), 'client'),
  encoding: read.required(read.enumValue(CSV_ENCODINGS), 'utf-8'),
  delimiter: read.required((value) => CSV_DELIMITERS.find((delimiter) => delimiter === value), ';'),
  format,
  columns: read.requiredItems(read.record({ name: read.requiredText, samples: texts })),
  rows: read.requiredItems(read.record({ line: read.requiredNumber, cells: texts })),
  mapping: read.required(mapping, NO_MAPPING),
  mappingOrigin: read.required(read.enumValue(MAPPING_ORIGINS), 'suggested'),
  suggestions: read.requiredItems(mapping),
  preview: previewRows,
  counts,
  problems: readProblemCounts,
  large: readLargeParts,
  loadedAt: read.moment,
})
export const readCsvImport = read.one(csvImport)
export const readCsvMapping = read.one(mapping)
export const readCsvImports = read.list(csvImport, 'id')
export const readCsvPreview = (response: unknown) => previewRows(fieldOf(response, 'rows'))

export const isBeingRead = ({ state }: Pick<CsvImport, 'state'>): boolean => state === 'checking' || state === 'loading'

/** Failures of an upload that the page shows beside the file. */
const isShownThere = (error: CallError) =>
  namesFields(error) || error.code === 'too-large' || error.code === 'quota-full'

export interface CsvUpload {
  file: File
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a file; returns the file with a suggested mapping. */
export const uploadCsv = async (practiceId: string, { file, onProgress, signal }: CsvUpload): Promise<CsvImport> =>
  readCsvImport(
    await api.post(paths.csvImports(practiceId), {
      search: { name: file.name },
      body: file,
      contentType: 'text/csv',
      fetch: uploadWith(file, onProgress),
      expects: isShownThere,
      isBackground: true,
      signal,
    }),
  )

/** Returns the problems of a file as a CSV file. */
export async function csvProblemsOf(practiceId: string, importId: string, signal: AbortSignal): Promise<Blob> {
  const file = await api.get(paths.csvProblems(practiceId, importId), { isFile: true, signal })
  if (!(file instanceof Blob)) throw new CallError(null)
  return file
}

export const csvImportQueries = {
  all: (practiceId: string) => practiceKey(practiceId, 'csv-imports'),
  list: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'csv-imports', 'list'),
      // The page shows its failure itself.
      queryFn: async ({ signal }) =>
        readCsvImports(await api.get(paths.csvImports(practiceId), { signal, silent: true })),
      refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? POLLING_MS : false),
      staleTime: 0,
    }),
  /** A file; null if there is none. Refetched while the file is checked or loaded. */
  one: (practiceId: string, importId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'csv-imports', importId),
      queryFn: async ({ signal }) => {
        const response = await api.get(paths.csvImport(practiceId, importId), { signal, nullOn404: true })
        return response === null ? null : readCsvImport(response)
      },
      refetchInterval: ({ state }) => (state.data && isBeingRead(state.data) ? POLLING_MS : false),
      staleTime: 0,
    }),
  /** The first rows of a file as a mapping reads them. */
  preview: (practiceId: string, importId: string, given: CsvMapping) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'csv-previews', importId, given),
      queryFn: async ({ signal }) =>
        readCsvPreview(
          await api.post(paths.csvPreview(practiceId, importId), {
            json: given,
            signal,
            silent: true,
            isBackground: true,
          }),
        ),
      staleTime: Infinity,
      meta: SILENT,
    }),
}

const outdatesFiles = (practiceId: string) => ({
  // After a conflict, the page shows what another admin has done.
  invalidates: () => ({ queryKey: csvImportQueries.all(practiceId) }),
})

export const csvImportMutations = {
  /** Stores the mapping and starts a dry run. */
  check: (practiceId: string, importId: string) =>
    mutationOptions({
      mutationFn: (given: CsvMapping) => api.put(paths.csvMapping(practiceId, importId), { json: given }),
      meta: outdatesFiles(practiceId),
    }),

  /** Reads the file again with another encoding or delimiter. */
  setFormat: (practiceId: string, importId: string) =>
    mutationOptions({
      // The form shows that a file cannot be read so.
      mutationFn: (given: CsvFormat) =>
        api.put(paths.csvFormat(practiceId, importId), { json: given, expects: namesFields }),
      meta: outdatesFiles(practiceId),
    }),

  load: (practiceId: string, importId: string) =>
    mutationOptions({
      mutationFn: (confirmed: boolean) =>
        api.post(paths.csvLoad(practiceId, importId), { json: { confirmed }, isUnread: true }),
      meta: outdatesFiles(practiceId),
    }),

  remove: (practiceId: string, importId: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.csvImport(practiceId, importId)),
      meta: outdatesFiles(practiceId),
    }),
}
