import { typedKeys } from './values.ts'

/** Scopes of a key of another system; each operation for keys names the scope that it needs. */
export const KEY_SCOPES = [
  'import:write',
  'requests:read',
  'requests:answer',
  'clients:read',
  'prices:write',
  'forms:read',
  'forms:write',
  'estimates:read',
  'estimates:write',
  'appointments:read',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Main use of a key, with the scopes of a key that is created without a list of scopes. */
export const SCOPES_OF_PURPOSE = {
  import: ['import:write'],
  requests: ['requests:read', 'requests:answer'],
  clients: ['clients:read'],
  prices: ['prices:write'],
  forms: ['forms:read', 'forms:write'],
  estimates: ['estimates:read', 'estimates:write'],
  appointments: ['appointments:read'],
} as const satisfies Record<string, readonly KeyScope[]>
export type KeyPurpose = keyof typeof SCOPES_OF_PURPOSE
export const KEY_PURPOSES = typedKeys(SCOPES_OF_PURPOSE)

/** Returns the purpose that determines the prefix of a key: the first purpose of which the key has a scope. */
export const purposeOfScopes = (scopes: readonly KeyScope[]): KeyPurpose =>
  KEY_PURPOSES.find((purpose) => SCOPES_OF_PURPOSE[purpose].some((scope) => scopes.includes(scope))) ?? 'import'

export const MAX_KEY_DAYS = 365
/** Prefixes of keys, so that secret scanners recognise a leaked key. */
export const KEY_PREFIXES = {
  import: 'dierenportaal_import_',
  requests: 'dierenportaal_requests_',
  clients: 'dierenportaal_clients_',
  prices: 'dierenportaal_prices_',
  forms: 'dierenportaal_forms_',
  estimates: 'dierenportaal_estimates_',
  appointments: 'dierenportaal_appointments_',
} as const satisfies Record<KeyPurpose, string>
export const MAX_IMPORT_KEYS = 5

export const MAX_SENT_FILE_BYTES = 25 * 1024 * 1024
/** Days that a file sent by a key waits for a record that names it. */
export const SENT_FILE_DAYS = 7

/**
 * States of an import. `unconfirmed`: losses are so large that an admin must confirm them first. `checked`: a dry run
 * has ended. `checked`, `refused`, `interrupted`: nothing has changed, and the sequence number may be reused.
 */
export const IMPORT_STATES = ['waiting', 'running', 'unconfirmed', 'checked', 'done', 'refused', 'interrupted'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Problems of a line or a field in an export. The problems in `LIMITED_REASONS` also have a value. */
export const IMPORT_REASONS = [
  'notReadable',
  'notConfirmed',
  'superseded',
  'keyEnded',
  'keyRevoked',
  'tooLongLine',
  'tooManyLines',
  'tooManyClients',
  'overdue',
  'excelFile',
  'noColumns',
  'tooManyColumns',
  'unclosedQuote',
  'missingCells',
  'extraCells',
  'otherColumns',
  'notJson',
  'notJsonObject',
  'required',
  'notString',
  'notNumber',
  'notBoolean',
  'notObject',
  'tooLong',
  'tooMany',
  'unknownValue',
  'invalidText',
  'invalidUuid',
  'invalidDate',
  'invalidDateTime',
  'invalidColour',
  'invalidTime',
  'invalidPeriod',
  'invalidRange',
  'invalidTimes',
  'invalidEmail',
  'invalidAmount',
  'invalidNumber',
  'otherCurrency',
  'vatRateMissing',
  'vatCode',
  'totalsRow',
  'contradicts',
  'invalidUrl',
  'invalidVatNumber',
  'insecureUrl',
  'invalidId',
  'unknownDate',
  'shortened',
  'severalEmails',
  'readAsOther',
  'replaced',
  'reservedId',
  'unknown',
  'ambiguous',
  'hanging',
  'otherPractice',
  'wrongPractice',
  'repeated',
  'operatorOnly',
  'notRemovable',
  'replacesItself',
  'lastAdmin',
  'removalUndone',
  'otherAccount',
] as const
export type ImportReason = (typeof IMPORT_REASONS)[number]

/** Problems whose value is the limit or the permitted values. */
export const LIMITED_REASONS = [
  'tooLongLine',
  'tooManyLines',
  'tooManyClients',
  'overdue',
  'tooManyColumns',
  'otherColumns',
  'tooLong',
  'tooMany',
  'unknownValue',
  'unknownDate',
  'shortened',
  'readAsOther',
  'replaced',
  'wrongPractice',
] as const satisfies ImportReason[]

/** Key for lines of an unreadable kind in the counts of lines. */
export const UNREADABLE = 'unreadable'
/** Key for all kinds of record together. */
export const ALL_KINDS = 'records'

/**
 * Losses that may need confirmation: lines left out, records removed, and owners with a changed e-mail address. A
 * changed e-mail address could give another person access.
 */
export const LARGE_LOSSES = ['leftOut', 'removed', 'readdressed'] as const
export type LargeLoss = (typeof LARGE_LOSSES)[number]

/** Share of records above which a loss needs confirmation. */
export const CONFIRMED_SHARE = 0.05
/** Minimum number of records for a confirmation: one of three lines is already a third. */
export const MIN_CONFIRMED = 5

export const isLarge = ({ count, of }: { count: number; of: number }): boolean =>
  count >= MIN_CONFIRMED && count > of * CONFIRMED_SHARE

/** Media types of an export: one record per line, or one JSON list. */
export const EXPORT_TYPES: readonly string[] = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/json',
]
