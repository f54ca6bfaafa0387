import type { ImportCounts } from './access-log.ts'
import type { IsoDateTime } from './dates.ts'
import type { DeferredMails } from './mail.ts'
import type { FactorProof } from './sign-in.ts'

/** What another system does by a key: it sends the exports of a practice, or reads and answers the requests of its owners. */
export const KEY_PURPOSES = ['import', 'requests'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

/** A key of another system of a practice, good for one purpose. */
export interface ImportKey {
  id: string
  name: string
  purpose: KeyPurpose
  madeAt: IsoDateTime
  /** Who made it, or took it over, by the name at that time. */
  madeBy?: string
  endsAt: IsoDateTime
  /** Whether that is past. */
  ended?: boolean
  /** Paused, because its maker is no admin there any more: another admin keeps it, or revokes it. */
  makerLeft?: boolean
  /** To the minute; absent where it was never used. */
  lastUsedAt?: IsoDateTime
}

/** The answer that tells the key itself, the only one that does. */
export interface NewImportKey extends ImportKey {
  key: string
}

/** POST /practice/{practiceId}/import-keys */
export interface ImportKeyRequest {
  name: string
  /** For exports where that is absent. */
  purpose?: KeyPurpose | undefined
  /** How long it is good for; as long as it may be where that is absent. */
  days?: number | undefined
  proof?: FactorProof | undefined
}

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

/** A problem of a line of an export; an empty `field` means the whole line, line 0 the whole export. */
export interface ImportProblem {
  line: number
  field: string
  /** In English, for readers who do not know the code. */
  reason: string
  code?: ImportReason
  value?: string
  /** Only in a warning: the whole line was left out, not only the field. */
  wholeLine?: boolean | undefined
}

/** Lines of one kind of record. */
export interface ImportKindWarnings {
  /** In the export. */
  lines: number
  /** Left out as a whole, except those that a later line repeats. */
  leftOut: number
  /** How many warnings there are of each reason. */
  reasons: Record<string, number>
}

/** Values that were left out of an export, or read otherwise; the rest was loaded. */
export interface ImportWarnings {
  count: number
  /** In the order of the file. */
  first: ImportProblem[]
  /** By the kind of record, as an export names it; `UNREADABLE` where the kind cannot be read. */
  kinds?: Record<string, ImportKindWarnings> | undefined
}

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

/** A part of an export, or of what a practice has, that is so large that an admin has to confirm it. */
export interface LargePart {
  kind: string
  what: LargeLoss
  count: number
  of: number
}

/** More than this share is confirmed first, */
export const CONFIRMED_SHARE = 0.05
/** if it is at least so many: of three lines one is a third. */
export const LEAST_CONFIRMED = 5

export const isLarge = ({ count, of }: Pick<LargePart, 'count' | 'of'>): boolean =>
  count >= LEAST_CONFIRMED && count > of * CONFIRMED_SHARE

/** An export that was sent, and what came of it. */
export interface ImportRun {
  /** As its sender numbers it; no two of a practice have the same. */
  sequence: number
  state: ImportState
  receivedAt: IsoDateTime
  startedAt?: IsoDateTime
  endedAt?: IsoDateTime
  /** When an admin let its number, which was taken, be given again. */
  resetAt?: IsoDateTime
  /** The name of the key. */
  key: string
  /** Unpacked. */
  bytes: number
  /** Of `waiting`: until an admin keeps its key, whose maker has left. */
  paused?: boolean
  /** Of `done`: by the kind of record, as an export names it. */
  changes?: Record<string, ImportCounts>
  /** Of `refused`: the first of them, and how many there are, on how many lines. */
  problems?: { count: number; lines: number; first: ImportProblem[] }
  /** With `done` and `unconfirmed`. */
  warnings?: ImportWarnings
  /** With `unconfirmed`: the losses that an admin has to confirm. */
  large?: LargePart[]
  /** With `done`, of one run and of the latest: invitations of the practice that wait for the next days. */
  deferredMails?: DeferredMails
}

/** The types of an export that is sent: one record a line, or one JSON list. */
export const EXPORT_TYPES: readonly string[] = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/json',
]
