import type { InferType } from 'yup'
import {
  CSV_DELIMITERS,
  CSV_ENCODINGS,
  CSV_KINDS,
  CSV_STATES,
  DATE_ORDERS,
  DECIMAL_MARKS,
  MAPPING_ORIGINS,
  MAX_CSV_COLUMNS,
  MAX_CSV_TEXT,
  MAX_CSV_VALUES,
} from '../csv-import.ts'
import {
  anyText,
  array,
  flag,
  listOf,
  number,
  object,
  oneOf,
  optionalObject,
  requiredText,
  string,
  text,
  timestamp,
  total,
} from './fields.ts'
import { importProblemsSchema, largePartSchema, problemSchema } from './imports.ts'

const formatFields = {
  encoding: oneOf(CSV_ENCODINGS).optional(),
  delimiter: oneOf(CSV_DELIMITERS).optional(),
}
/** Body of PUT /practice/{practiceId}/csv-imports/{importId}/format. */
export const csvFormatSchema = object(formatFields).meta({ title: 'CsvFormat' })
/** Encoding and delimiter that a person chose; an absent one is recognised from the file. */
export type CsvFormat = InferType<typeof csvFormatSchema>

/** Body of PUT and POST below /practice/{practiceId}/csv-imports/{importId}. */
export const csvMappingSchema = object({
  kind: oneOf(CSV_KINDS).required('required'),
  columns: array(
    object({
      column: requiredText(MAX_CSV_TEXT).meta({ description: 'Name in `columns` of the file.' }),
      field: requiredText(MAX_CSV_TEXT),
    }),
  )
    .max(MAX_CSV_COLUMNS, 'tooMany')
    .required('required')
    .meta({ description: 'Several columns of one field are joined with a space.' }),
  values: array(
    object({
      field: requiredText(MAX_CSV_TEXT),
      from: text(MAX_CSV_TEXT).defined('required').nonNullable('required').meta({ description: 'In any case.' }),
      to: text(MAX_CSV_TEXT).defined('required').nonNullable('required').meta({ description: 'Empty: no value.' }),
    }),
  )
    .max(MAX_CSV_VALUES, 'tooMany')
    .required('required')
    .meta({ description: 'Words of the file for the values of a field; other words are read as in any export.' }),
  dateOrder: oneOf(DATE_ORDERS).required('required'),
  decimal: oneOf(DECIMAL_MARKS).required('required'),
  format: optionalObject(formatFields).meta({
    description: 'Chosen encoding and delimiter; an uploaded file has its own. Absent: recognised from the file.',
  }),
}).meta({ title: 'CsvMapping' })
/** How the columns of a CSV file are read. */
export type CsvMapping = InferType<typeof csvMappingSchema>

/** Body of POST /practice/{practiceId}/csv-imports/{importId}/load. */
export const csvLoadSchema = object({
  confirmed: flag().meta({ description: 'Required as true where the dry run has `large` parts.' }),
}).meta({ title: 'CsvLoad' })

const columnSchema = object({
  name: string().required().meta({
    description:
      'Header, made unique: a repeated header has its number in brackets, an empty header is # and its position.',
  }),
  samples: listOf(anyText()).meta({ description: 'First different values.' }),
})

const previewRowSchema = object({
  line: total(),
  values: listOf(object({ field: string().required(), value: anyText() })).meta({
    description: 'Fields of the record as they would be loaded.',
  }),
  problems: listOf(problemSchema).meta({ description: 'Without those about records that the file refers to.' }),
}).meta({ title: 'CsvPreviewRow' })
/** A row as it would be read with a mapping. */
export type CsvPreviewRow = InferType<typeof previewRowSchema>

export const csvPreviewSchema = object({ rows: listOf(previewRowSchema) }).meta({ title: 'CsvPreview' })
export type CsvPreview = InferType<typeof csvPreviewSchema>

const countsSchema = {
  rows: total(),
  added: total(),
  updated: total(),
  unchanged: total(),
  leftOut: total().meta({ description: 'Rows left out because of a problem.' }),
  expired: total().meta({ description: 'Left out: the retention of the practice removes older records.' }),
}

export const csvImportSchema = object({
  id: string().required(),
  fileName: anyText(),
  bytes: total(),
  state: oneOf(CSV_STATES).required().meta({
    description:
      'checked: the dry run has ended, and nothing has changed. refused: it cannot be loaded with this mapping.',
  }),
  progress: number().integer().min(0).max(100).required().meta({ description: 'Percentage of checking or loading.' }),
  uploadedAt: timestamp().required(),
  uploadedBy: anyText().meta({ description: 'Name of the admin at that time.' }),
  expiresAt: timestamp().required().meta({ description: 'When file and result are removed.' }),
  kind: oneOf(CSV_KINDS).required().meta({ description: 'Kind of the records, as in the mapping.' }),
  encoding: oneOf(CSV_ENCODINGS).required(),
  delimiter: oneOf(CSV_DELIMITERS).required(),
  format: optionalObject(formatFields).meta({ description: 'What an admin chose instead of what was recognised.' }),
  columns: listOf(columnSchema),
  rows: listOf(object({ line: total(), cells: listOf(anyText()) })).meta({ description: 'First rows, as they are.' }),
  mapping: csvMappingSchema,
  mappingOrigin: oneOf(MAPPING_ORIGINS).required(),
  suggestions: listOf(csvMappingSchema).meta({ description: 'Mapping for each kind, the likeliest kind first.' }),
  preview: listOf(previewRowSchema).meta({ description: 'First rows, read with the mapping.' }),
  counts: optionalObject(countsSchema).meta({ description: 'With checked, done and refused.' }),
  problems: importProblemsSchema.optional().default(undefined).meta({
    description: 'With checked, done and refused: the first problems; the others are in the file of problems.',
  }),
  large: listOf(largePartSchema).optional().meta({
    description: 'With checked: losses that an admin has to confirm when loading.',
  }),
  loadedAt: timestamp(),
}).meta({ title: 'CsvImport' })
/** A CSV file that an admin uploaded, with the result of its dry run or its load. */
export type CsvImport = InferType<typeof csvImportSchema>

export const csvImportListSchema = object({
  content: listOf(
    csvImportSchema
      .omit(['format', 'columns', 'rows', 'mapping', 'mappingOrigin', 'suggestions', 'preview'])
      .meta({ title: 'CsvImportSummary' }),
  ),
}).meta({ title: 'CsvImports' })
export type CsvImports = InferType<typeof csvImportListSchema>
