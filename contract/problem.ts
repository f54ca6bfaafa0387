import type { IsoDateTime } from './dates.ts'
import type { RequestState } from './request.ts'
import type { FactorMethod } from './sign-in.ts'

/** Problem catalogue (RFC 9457): every code with its status and title. */
export const PROBLEMS = {
  'malformed-json': [400, 'Malformed JSON'],
  'validation-failed': [400, 'Validation failed'],
  'invalid-parameter': [400, 'Invalid parameter'],
  'bad-request': [400, 'Bad request'],
  unauthenticated: [401, 'Not signed in'],
  'login-failed': [401, 'Signing in failed'],
  'second-factor-needed': [401, 'A second factor is needed'],
  'reset-token-invalid': [401, 'The link is not valid'],
  forbidden: [403, 'Not allowed'],
  'client-locked': [403, 'The client is locked'],
  'practice-locked': [403, 'The practice is locked'],
  'key-paused': [403, 'The key is paused until an admin keeps it'],
  'second-factor-required': [403, 'A second factor has to be set up first'],
  xsrf: [403, 'Anti-forgery check failed'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  conflict: [409, 'Conflict'],
  'already-staff': [409, 'Works there already'],
  'last-admin': [409, 'The last admin of the practice'],
  'not-undoable': [409, 'Cannot be undone'],
  'mailed-recently': [409, 'A mail to this address was asked for within the hour'],
  'import-out-of-order': [409, 'A newer export has been taken'],
  'request-closed': [409, 'The request was answered or withdrawn'],
  'request-not-taken': [409, 'The practice takes no requests of this kind'],
  'second-factor-missing': [409, 'Signed in without a second factor'],
  'last-way-in': [409, 'The last way to sign in'],
  'precondition-failed': [412, 'Changed meanwhile'],
  'too-large': [413, 'Too large'],
  'unsupported-media-type': [415, 'Unsupported media type'],
  'current-password-invalid': [422, 'The current password is not right'],
  'second-factor-invalid': [422, 'The code is not right'],
  'password-unchanged': [422, 'The new password is the current one'],
  'letter-invalid': [422, 'The code or the link of a letter is not good, or not any more'],
  'email-missing': [422, 'The client has no e-mail address'],
  'rate-limited': [429, 'Too many requests'],
  internal: [500, 'Internal error'],
  unavailable: [503, 'Unavailable'],
  overloaded: [503, 'Overloaded'],
  draining: [503, 'Shutting down'],
  'storage-full': [507, 'Storage is full'],
  'quota-full': [507, 'The practice has stored as much as it may'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof PROBLEMS

/** What is wrong with one field of the body (`pointer`, RFC 6901) or one query parameter; `code` is a validation flag. */
export interface FieldProblem {
  pointer?: string
  parameter?: string
  code: string
}

export interface ClosedRequest {
  state: RequestState
  at: IsoDateTime
  by?: string | undefined
}

/** The practice that refuses, for the person to contact. */
export interface RefusingPractice {
  name: string
  phone?: string
}

export interface Problem {
  type: string
  title: string
  status: number
  code: ProblemCode
  instance: string
  errors?: FieldProblem[]
  /** Of `import-out-of-order`: the number of the last export that was taken. */
  lastSequence?: number
  /** Of `second-factor-needed`: what goes with the code, good for five minutes, and by what one may go on. */
  challenge?: string
  methods?: FactorMethod[]
  /** With `client-locked`, `practice-locked` and `request-not-taken`, where it is known. */
  practice?: RefusingPractice
  /** Of `request-closed`: what it has become, when, and by whom it was answered. */
  closed?: ClosedRequest
}
