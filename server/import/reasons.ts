/** A problem of a line; an empty `field` means the whole line. */
export interface Problem {
  line: number
  field: string
  reason: string
}

const TYPES: Record<string, string> = {
  string: 'is not a text',
  number: 'is not a number',
  boolean: 'is not true or false',
  array: 'is not a list',
  object: 'is not an object',
}

const FLAGS: Record<string, string> = {
  required: 'is missing',
  invalidText: 'holds a character that cannot be stored, or a line break',
  invalidUuid: 'is not a UUID',
  invalidDate: 'is not a day written as YYYY-MM-DD',
  invalidDateTime: 'is not a time with an offset, as 2026-03-12T09:30:00+01:00',
  invalidEmail: 'is not an e-mail address',
  invalidAmount: 'is not an amount with at most two decimals',
  invalidNumber: 'is a number that cannot be right',
  invalidUrl: 'is not an http or https address without a user',
  insecureUrl: 'is not an https address without a user',
  invalidId: 'may hold letters, digits, ".", "_" and "-" only',
}

export function typeReason(type: string): string {
  return TYPES[type] ?? 'is of the wrong type'
}

/** A validation flag of the contract in plain words. */
export function flagReason(flag: string, params: Record<string, unknown> = {}): string {
  if (flag === 'tooLong') return `is longer than ${String(params['max'])} characters`
  if (flag === 'tooMany') return `has more than ${String(params['max'])} entries`
  if (flag === 'unknownValue') return `is none of ${String(params['values'])}`
  return FLAGS[flag] ?? `is not right (${flag})`
}
