import type { ImportProblem, ImportReason } from '#contract/imports.ts'

const SENTENCES: Record<ImportReason, string> = {
  notUtf8: 'is not UTF-8',
  tooLongLine: 'is longer than {value} bytes',
  tooManyLines: 'has more than {value} lines',
  tooManyClients: 'brings new clients, and the practice would have more than its quota of {value}',
  tooManyProblems: 'has {value} problems or more, and was read no further',
  overdue: 'takes longer than {value} seconds to load',
  notJson: 'is not JSON',
  notJsonObject: 'is not a JSON object',
  tooDeep: 'is nested deeper than {value} levels',
  required: 'is missing',
  null: 'may not be null',
  notString: 'is not a text',
  notNumber: 'is not a number',
  notBoolean: 'is not true or false',
  notArray: 'is not a list',
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
  invalidUrl: 'is not an http or https address without a user',
  insecureUrl: 'is not an https address without a user',
  invalidId: 'may hold letters, digits, ".", "_" and "-" only',
  unknown: 'names nothing that is in the file or, of this practice, in the database',
  hanging: 'names a line that is left out',
  otherPractice: 'belongs to another practice',
  duplicate: 'stands on an earlier line already',
  operatorOnly: 'is for the operator alone to change',
}

/** Where the params of a flag hold its value. */
const VALUES: Record<string, string> = { tooLong: 'max', tooMany: 'max', unknownValue: 'values' }

const TYPES = new Map<string, ImportReason>([
  ['string', 'notString'],
  ['number', 'notNumber'],
  ['boolean', 'notBoolean'],
  ['array', 'notArray'],
  ['object', 'notObject'],
])

export type Reason = Pick<ImportProblem, 'reason' | 'code' | 'value'>

/** By its code, and in plain words. */
export function reasonOf(code: ImportReason, value?: string): Reason {
  if (value === undefined) return { reason: SENTENCES[code], code }
  return { reason: SENTENCES[code].replace('{value}', () => value), code, value }
}

export function typeReason(type: string): Reason {
  const code = TYPES.get(type)
  return code ? reasonOf(code) : { reason: 'is of the wrong type' }
}

/** Of a validation flag of the contract. */
export function flagReason(flag: string, params: Record<string, unknown> = {}): Reason {
  if (!isReason(flag)) return { reason: `is not right (${flag})` }
  const name = VALUES[flag]
  return name === undefined ? reasonOf(flag) : reasonOf(flag, String(params[name]))
}

const isReason = (flag: string): flag is ImportReason => Object.hasOwn(SENTENCES, flag)
