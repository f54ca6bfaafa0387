import type { InferType } from 'yup'
import {
  IMPORT_REASONS,
  IMPORT_STATES,
  KEY_PURPOSES,
  KEY_SCOPES,
  LARGE_LOSSES,
  LIMITED_REASONS,
  MAX_KEY_DAYS,
} from '../imports.ts'
import { MAX_KEY_NAME } from '../text.ts'
import { importCountsSchema } from './access-log.ts'
import {
  anyText,
  array,
  dictionary,
  flag,
  listOf,
  number,
  object,
  oneOf,
  requiredText,
  string,
  timestamp,
  total,
} from './fields.ts'
import { deferredMailsSchema } from './mail.ts'
import { nestedProof } from './second-factor.ts'

/** Body of POST /practice/{practiceId}/import-keys. */
export const importKeyBodySchema = object({
  name: requiredText(MAX_KEY_NAME),
  purpose: oneOf(KEY_PURPOSES).meta({ description: 'Where scopes are absent: gives the scopes; import where absent.' }),
  scopes: array(oneOf(KEY_SCOPES).required('required')).min(1, 'required').max(KEY_SCOPES.length, 'tooMany').meta({
    description: 'What the key may do. Each operation for keys names its scope.',
  }),
  days: number()
    .integer('invalidNumber')
    .min(1, 'invalidNumber')
    .max(MAX_KEY_DAYS, 'invalidNumber')
    .meta({ description: 'Validity; the maximum where absent.' }),
  proof: nestedProof(),
}).meta({ title: 'ImportKeyBody' })
export type ImportKeyRequest = InferType<typeof importKeyBodySchema>

/** Fields of the form for a new key; the form chooses the validity separately. */
export const newImportKeyFormSchema = importKeyBodySchema.pick(['name', 'scopes'])

export const importKeySchema = object({
  id: string().required(),
  name: string().required(),
  purpose: oneOf(KEY_PURPOSES)
    .required()
    .meta({ description: 'import if the key may send exports; else requests if it may read or answer requests.' }),
  scopes: listOf(oneOf(KEY_SCOPES).required()),
  madeAt: timestamp().required(),
  madeBy: string().meta({ description: 'Name of the admin who created or took over the key, as it was then.' }),
  endsAt: timestamp().required(),
  ended: flag(),
  makerLeft: flag().meta({
    description: 'True: paused until another admin keeps it, because its maker is no longer an admin there.',
  }),
  lastUsedAt: timestamp().meta({ description: 'To the minute; absent where never used.' }),
}).meta({ title: 'ImportKey' })
/** Key with which a practice's system calls the API. */
export type ImportKey = InferType<typeof importKeySchema>

export const newImportKeySchema = importKeySchema
  .shape({
    key: string().required().meta({ description: 'The key itself, which no other response has.' }),
  })
  .meta({ title: 'NewImportKey' })
export type NewImportKey = InferType<typeof newImportKeySchema>

export const sentFileSchema = object({
  name: string().required(),
  sha256: string().required().meta({ description: 'In hexadecimal.' }),
  bytes: total(),
  isLinked: flag()
    .required()
    .meta({ description: 'Whether the file belongs to a record; otherwise it waits for one.' }),
}).meta({ title: 'SentFile' })

export const problemSchema = object({
  line: total().meta({ description: '0: the whole export.' }),
  field: anyText().meta({ description: 'Empty: the whole line.' }),
  reason: anyText().meta({ description: 'In English.' }),
  code: oneOf(IMPORT_REASONS).meta({ description: 'The reason as a code, for translation.' }),
  value: string().meta({ description: `With ${LIMITED_REASONS.join(', ')}: the limit, or the permitted values.` }),
  wholeLine: flag().meta({ description: 'In a warning: the whole line was left out.' }),
  column: string().meta({ description: 'Of a CSV file: header of the column.' }),
  given: anyText().optional().meta({ description: 'Of a CSV file: text of the cell.' }),
}).meta({ title: 'ImportProblem' })
export type ImportProblem = InferType<typeof problemSchema>

export const importProblemsSchema = object({ count: total(), lines: total(), first: listOf(problemSchema) }).meta({
  title: 'ImportProblems',
})

const kindWarningsSchema = object({
  lines: total(),
  leftOut: total().meta({ description: 'Lines left out as a whole, except those that a later line repeats.' }),
  reasons: dictionary(total()).required().meta({ description: 'Number of warnings by code.' }),
}).meta({ title: 'KindWarnings' })
export type ImportKindWarnings = InferType<typeof kindWarningsSchema>

export const importWarningsSchema = object({
  count: total(),
  first: listOf(problemSchema).meta({ description: 'In the order of the file.' }),
  kinds: dictionary(kindWarningsSchema).meta({ description: 'By kind of record.' }),
}).meta({ title: 'ImportWarnings' })
/** Values of an export that were left out or interpreted differently; the rest was loaded. */
export type ImportWarnings = InferType<typeof importWarningsSchema>

export const largePartSchema = object({
  kind: string().required(),
  what: oneOf(LARGE_LOSSES).required().meta({
    description: 'Lines left out, records removed, or owners whose e-mail address changes.',
  }),
  count: total(),
  of: total(),
}).meta({ title: 'LargePart' })
/** Part of an export, or of a practice's records, so large that an admin has to confirm its loss. */
export type LargePart = InferType<typeof largePartSchema>

export const importChangesSchema = dictionary(importCountsSchema).meta({ title: 'ImportChanges' })

export const importRunSchema = object({
  sequence: number().integer().min(1).required().meta({ description: 'Number that the sender gave.' }),
  state: oneOf(IMPORT_STATES).required().meta({
    description:
      'unconfirmed: waits for the confirmation of a clinic admin. refused, interrupted: nothing has changed, and the number may be used again.',
  }),
  receivedAt: timestamp().required(),
  startedAt: timestamp(),
  endedAt: timestamp(),
  resetAt: timestamp().meta({
    description: 'When an admin reset the numbering, so that the number can be used again.',
  }),
  key: string().required().meta({ description: 'Name of the key.' }),
  bytes: total().meta({ description: 'Uncompressed.' }),
  paused: flag().meta({ description: 'True: waits until an admin keeps its key, whose maker has left.' }),
  check: flag().meta({ description: 'True: a dry run, sent with check=true. Nothing changes.' }),
  changes: importChangesSchema.meta({ description: 'With done: by kind of record.' }),
  problems: importProblemsSchema.optional().default(undefined).meta({ description: 'With refused.' }),
  warnings: importWarningsSchema.optional().default(undefined).meta({ description: 'With done and unconfirmed.' }),
  large: listOf(largePartSchema).optional().meta({
    description: 'With unconfirmed: the losses that an admin has to confirm.',
  }),
  deferredMails: deferredMailsSchema.optional().default(undefined).meta({
    description:
      'With done, of a single run and of the latest in the list: invitations beyond the daily budget of the practice.',
  }),
}).meta({ title: 'ImportRun' })
export type ImportRun = InferType<typeof importRunSchema>
