/** What another system does by a key: it sends the exports of a practice, or reads and answers the requests of its owners. */
export const KEY_PURPOSES = ['import', 'requests'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

/** How long a key is good for at most. */
export const MOST_KEY_DAYS = 365
/** What a key begins with, so that one that lies where it should not is found. */
export const KEY_PREFIXES = {
  import: 'dierenportaal_import_',
  requests: 'dierenportaal_requests_',
} as const satisfies Record<KeyPurpose, string>
/** Of one practice at a time. */
export const MOST_IMPORT_KEYS = 5

/**
 * `unconfirmed`: so much would be left out or removed that an admin has to confirm it first. `refused` and `interrupted`: nothing has
 * changed, and its number may be given again.
 */
export const IMPORT_STATES = ['waiting', 'running', 'unconfirmed', 'done', 'refused', 'interrupted'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What may be wrong with a line of an export or with a field of it. Those of `LIMITED_REASONS` have a value as well. */
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
  'invalidEmail',
  'invalidAmount',
  'invalidNumber',
  'otherCurrency',
  'invalidUrl',
  'insecureUrl',
  'invalidId',
  'unknownDate',
  'shortened',
  'severalEmails',
  'readAsOther',
  'replaced',
  'unknown',
  'hanging',
  'otherPractice',
  'repeated',
  'operatorOnly',
  'notRemovable',
  'replacesItself',
  'lastAdmin',
  'removalUndone',
  'otherAccount',
] as const
export type ImportReason = (typeof IMPORT_REASONS)[number]

/** With the most there may be, or what there is to choose from. */
export const LIMITED_REASONS = [
  'tooLongLine',
  'tooManyLines',
  'tooManyClients',
  'overdue',
  'tooLong',
  'tooMany',
  'unknownValue',
  'unknownDate',
  'shortened',
  'readAsOther',
  'replaced',
] as const satisfies ImportReason[]

/** Stands for a kind of record in the counts of lines whose kind cannot be read. */
export const UNREADABLE = 'unreadable'
/** Stands for all kinds of record together. */
export const ALL_KINDS = 'records'

/**
 * Lines of an export that would be left out, records that would be removed, and owners whose e-mail address would change, which is how
 * somebody else would get access to their data.
 */
export const LARGE_LOSSES = ['leftOut', 'removed', 'readdressed'] as const
export type LargeLoss = (typeof LARGE_LOSSES)[number]

/** More than this share is confirmed first, */
export const CONFIRMED_SHARE = 0.05
/** if it is at least so many: of three lines one is a third. */
export const LEAST_CONFIRMED = 5

export const isLarge = ({ count, of }: { count: number; of: number }): boolean =>
  count >= LEAST_CONFIRMED && count > of * CONFIRMED_SHARE

/** The types of an export that is sent: one record a line, or one JSON list. */
export const EXPORT_TYPES: readonly string[] = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/json',
]
