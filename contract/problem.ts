/** Problem catalogue (RFC 9457): every code with its status, its title, and its cause or what the caller can do. */
export const PROBLEMS = {
  'malformed-json': [400, 'Malformed JSON', 'The body is not JSON. Send valid JSON in UTF-8.'],
  'validation-failed': [
    400,
    'Validation failed',
    '`errors` names each field and what is wrong with it. Correct the fields and send the call again.',
  ],
  'invalid-parameter': [
    400,
    'Invalid parameter',
    '`errors` names the parameter of the path or query. Correct it and send the call again.',
  ],
  'digest-mismatch': [
    400,
    'Content does not match its digest',
    'The content arrived damaged, or its digest is of other content. Send it again.',
  ],
  'bad-request': [
    400,
    'Bad request',
    'The call is not valid HTTP for this API, such as a path that cannot be decoded.',
  ],
  unauthenticated: [
    401,
    'Not signed in',
    'There is no valid token or key. Sign in again, or use a key that has not been revoked.',
  ],
  'login-failed': [401, 'Sign-in failed', 'User name or password is wrong, or the account cannot sign in.'],
  'second-factor-needed': [
    401,
    'Second factor needed',
    '`challenge` and `methods` describe the next step. Send the second factor.',
  ],
  'reset-token-invalid': [401, 'Link is not valid', 'The link was used or has expired. Request a new one.'],
  forbidden: [403, 'Not allowed', 'The account or key has no right to this. Another account may have it.'],
  'client-locked': [403, 'Client is locked', 'The practice has locked the client. Contact the practice.'],
  'practice-locked': [403, 'Practice is locked', 'The operator has locked the practice for its clients and systems.'],
  'key-paused': [
    403,
    'Key is paused until an admin keeps it',
    'The creator of the key has left. An admin of the practice takes the key over.',
  ],
  'scope-missing': [
    403,
    'Key lacks the scope of this operation',
    '`scope` names the missing scope. An admin makes a key with this scope.',
  ],
  'second-factor-required': [
    403,
    'Second factor must be set up first',
    'The practice requires a second factor. Set one up in the settings.',
  ],
  'sample-client': [
    403,
    'The sample client cannot be changed',
    'The sample client shows invented data. Choose a real client.',
  ],
  xsrf: [403, 'Anti-forgery check failed', 'The anti-forgery header does not match the cookie. Load the page again.'],
  'not-found': [404, 'Not found', 'There is no such record, or the caller may not see it.'],
  'method-not-allowed': [405, 'Method not allowed', 'The path exists, but not with this method.'],
  conflict: [409, 'Conflict', 'Somebody else changed the record at the same time. Read it again, then decide.'],
  'already-staff': [
    409,
    'Already a member of staff',
    'The person already works at the practice. Change their role instead.',
  ],
  'last-admin': [409, 'Last admin of the practice', 'The practice would have no admin. Name another admin first.'],
  'not-undoable': [409, 'Cannot be undone', 'The time to undo has passed, or later changes prevent it.'],
  'mailed-recently': [
    409,
    'Mail already requested within the last hour',
    'A mail was sent within the last hour. Wait for it.',
  ],
  'import-out-of-order': [
    409,
    'A newer export was already accepted',
    '`lastSequence` is the number of the last accepted export. Send a greater number.',
  ],
  'already-set-up': [409, 'Portal already has a practice', 'The portal has a practice. Sign in instead.'],
  'mapping-missing': [
    409,
    'No mapping of the columns is stored',
    'An admin uploads one CSV file of this kind in the portal, which stores the mapping.',
  ],
  'local-address': [
    409,
    'The portal has a local address',
    'The links of invitations would not work elsewhere. The operator sets `PUBLIC_URL` to the public address.',
  ],
  'request-closed': [
    409,
    'Request already answered or withdrawn',
    '`closed` has the state of the request. Do not answer it again.',
  ],
  'request-not-taken': [
    409,
    'The practice does not take this kind of request',
    'The practice has switched this kind of request off. Read its settings again.',
  ],
  'estimate-closed': [
    409,
    'Estimate already answered, lapsed or withdrawn',
    '`estimate` has the present state of the estimate. Read it again.',
  ],
  'estimate-changed': [
    409,
    'Content of the estimate has changed',
    'The practice has changed the estimate since it was read. Read it again, then answer.',
  ],
  'estimate-of-system': [
    409,
    'Estimate comes from the system of the practice',
    'The next export would overwrite the change. Change the estimate in the system of the practice.',
  ],
  'form-closed': [
    409,
    'Form is not open any more',
    'The form is complete, withdrawn or cancelled, or its visit is over. Read it again.',
  ],
  'questions-closed': [
    409,
    'Questions can no longer be changed',
    'The appointment has begun, or is not booked any more. Contact the practice instead.',
  ],
  'questions-changed': [
    409,
    'Questions have changed in the meantime',
    '`questions` has the present ones. Show both, then send the text with their `changedAt`.',
  ],
  'second-factor-missing': [
    409,
    'Signed in without a second factor',
    'The change needs a session with a second factor. Sign in with it.',
  ],
  'last-way-in': [
    409,
    'Last way to sign in',
    'The account could not sign in any more. Add a password or passkey first.',
  ],
  'precondition-failed': [
    412,
    'Changed in the meantime',
    'The record has changed since it was read. Read it again, then decide.',
  ],
  'too-large': [413, 'Request body is too large', 'The body exceeds the limit of the call. Send less at once.'],
  'unsupported-media-type': [
    415,
    'Unsupported media type',
    'The type of the content is not accepted. See the description of the call.',
  ],
  'current-password-invalid': [422, 'Current password is wrong', 'Ask the person for the current password again.'],
  'second-factor-invalid': [422, 'Code is wrong', 'Ask the person for a new code.'],
  'password-unchanged': [422, 'New password equals the current one', 'Choose another password.'],
  'letter-invalid': [
    422,
    'Code or link of the letter is not valid',
    'The code is wrong, was used, or has expired. The practice sends a new letter.',
  ],
  'setup-code-invalid': [
    422,
    'Set-up code is not valid',
    'The code is wrong, was used, or has expired. Start the server again for a new one.',
  ],
  'form-incomplete': [
    422,
    'Form is not complete',
    '`errors` names each field that is missing or has an invalid answer. Ask the person for these answers.',
  ],
  'email-missing': [422, 'Client has no e-mail address', 'Add the e-mail address in the system of the practice.'],
  'rate-limited': [429, 'Too many requests', 'Wait for the seconds in `Retry-After`.'],
  internal: [500, 'Internal error', 'The server failed. Report `instance`; a repetition may succeed.'],
  unavailable: [
    503,
    'Service unavailable',
    'The database or the storage does not respond. Try again after `Retry-After`.',
  ],
  overloaded: [503, 'Server is overloaded', 'Too many calls are waiting. Try again after `Retry-After`.'],
  draining: [
    503,
    'Server is shutting down',
    'The server is stopping. Try again after `Retry-After`; another server may respond.',
  ],
  'storage-full': [507, 'Storage is full', 'The disk of the server is full. The operator frees space.'],
  'quota-full': [
    507,
    'Storage quota of the practice is reached',
    'The practice has used its storage. The operator raises the quota.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, advice: string]>

export type ProblemCode = keyof typeof PROBLEMS
