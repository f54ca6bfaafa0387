import type { ImportProblem } from '#contract/schemas/imports.ts'
import type { ImportReason } from '#contract/imports.ts'

const SENTENCES: Record<ImportReason, string> = {
  notReadable: 'has no line that is a JSON object with the name of a record',
  notConfirmed: 'was not confirmed by an admin',
  keyEnded: 'came by a key that ended before it was loaded',
  keyRevoked: 'came by a key that was revoked before it was loaded',
  superseded: 'was replaced by a newer export before an admin confirmed it',
  tooLongLine: 'is longer than {value} bytes',
  tooManyLines: 'has more than {value} lines',
  tooManyClients: 'brings new clients, and the practice would have more than its quota of {value}',
  overdue: 'takes longer than {value} seconds to load',
  notJson: 'is not JSON',
  notJsonObject: 'is not a JSON object',
  required: 'is missing',
  notString: 'is not a text',
  notNumber: 'is not a number',
  notBoolean: 'is not true or false',
  notObject: 'is not an object',
  tooLong: 'is longer than {value} characters',
  tooMany: 'has more than {value} entries',
  unknownValue: 'is none of {value}',
  invalidText: 'holds a character that cannot be stored, a line break, or an invisible one in a name',
  invalidUuid: 'is not a UUID',
  invalidDate: 'is not a day written as YYYY-MM-DD',
  invalidDateTime: 'is not a time with an offset, as 2026-03-12T09:30:00+01:00',
  invalidEmail: 'is not an e-mail address',
  invalidAmount: 'is not an amount with at most two decimals',
  invalidNumber: 'is a number that cannot be right',
  otherCurrency: 'is another currency than the euro',
  invalidUrl: 'is not an http or https address without a user',
  insecureUrl: 'is not an https address without a user',
  invalidId: 'may hold letters, digits, ".", "_" and "-" only',
  unknownDate: 'is {value}, which stands for an unknown date',
  shortened: 'was shortened to {value} characters',
  severalEmails: 'names several e-mail addresses, of which the first is used',
  readAsOther: 'is none of {value}, and was read as OTHER',
  replaced: 'is missing or cannot be read, and was replaced by {value}',
  unknown: 'names nothing that is in the file or, of this practice, in the database',
  hanging: 'names a line that is left out',
  otherPractice: 'belongs to another practice',
  repeated: 'is repeated on a later line, which counts',
  operatorOnly: 'is for the operator alone to change',
  notRemovable: 'is of a kind that an export neither removes nor replaces',
  replacesItself: 'replaces itself, directly or through other lines',
  lastAdmin: 'is the last admin of the practice, and stays',
  removalUndone: 'was removed by an earlier export, and an admin undid that: it stays',
  otherAccount: 'replaces a client with another account: the account of one of them has no access any more',
}

/** Names of the flag parameters that hold the value of a reason. */
const VALUES: Record<string, string> = { tooLong: 'max', tooMany: 'max', unknownValue: 'values' }

export type Reason = Pick<ImportProblem, 'reason' | 'code' | 'value'>

/** Returns a reason with its code and a plain sentence. */
export function reasonOf(code: ImportReason, value?: string): Reason {
  if (value === undefined) return { reason: SENTENCES[code], code }
  return { reason: SENTENCES[code].replace('{value}', () => value), code, value }
}

/** Returns the reason of a validation flag of the contract. */
export function flagReason(flag: string, params: Record<string, unknown> = {}): Reason {
  if (!isReason(flag)) return { reason: `is not right (${flag})` }
  const name = VALUES[flag]
  return name === undefined ? reasonOf(flag) : reasonOf(flag, String(params[name]))
}

const isReason = (flag: string): flag is ImportReason => Object.hasOwn(SENTENCES, flag)
