import { ATTACHMENT_TYPES } from '#contract/document.ts'
import { LISTED_STATES } from '#contract/client.ts'
import { PREVIEWED_MAILS } from '#contract/mail.ts'
import { MAX_SEARCH } from '#contract/text.ts'
import { AUDIT_ACTIONS, LOG_KINDS } from '#contract/access-log.ts'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { HERD_FILES, MAX_RELEASES, PDF_ENTRIES } from '#contract/herd.ts'
import { EXPORT_TYPES } from '#contract/imports.ts'
import { INVOICE_STATUSES } from '#contract/invoice.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { auditPageSchema, auditPersonSchema } from '#contract/schemas/access-log.ts'
import { patientBeingGivenSchema } from '#contract/schemas/being-given.ts'
import { practiceFiguresSchema } from '#contract/schemas/figures.ts'
import { mixed } from 'yup'
import { array, dictionary, object, oneOf, uuid } from '#contract/schemas/fields.ts'
import { foodReleasesSchema, herdAnimalsSchema, herdMedicinesSchema, herdSchema } from '#contract/schemas/herd.ts'
import { mailBudgetSchema, mailPreviewSchema } from '#contract/schemas/mail.ts'
import { followUpSchema, practiceNewsSchema } from '#contract/schemas/news.ts'
import { passwordInvitationSchema, signedInSchema, userSessionSchema } from '#contract/schemas/session.ts'
import { clientChangeSchema, undoneRemovalSchema } from '#contract/schemas/client.ts'
import { newPasswordSchema, passwordChangeSchema } from '#contract/schemas/credentials.ts'
import {
  newPasskeySchema,
  passkeyAssertionSchema,
  passkeyCreationOptionsSchema,
  passkeyProofSchema,
  passkeyRequestOptionsSchema,
  passkeySchema,
  passkeysSchema,
} from '#contract/schemas/passkey.ts'
import {
  factorProofSchema,
  newTotpSchema,
  practiceSecondFactorChangeSchema,
  practiceSecondFactorSchema,
  recoveryCodesSchema,
  secondFactorAnswerSchema,
  secondFactorSchema,
  totpOptionsSchema,
} from '#contract/schemas/second-factor.ts'
import { confirmedLetterSchema, letterAnswerSchema, lettersSchema } from '#contract/schemas/letter.ts'
import { practiceChangeSchema } from '#contract/schemas/practice.ts'
import {
  practiceReminderMailsChangeSchema,
  practiceReminderMailsSchema,
  reminderMailsChangeSchema,
  reminderMailsSchema,
} from '#contract/schemas/reminder-mails.ts'
import { staffChangeSchema, staffInvitationSchema } from '#contract/schemas/staff.ts'
import { userChangeSchema } from '#contract/schemas/user.ts'
import { PHOTO_TYPES, REQUEST_KINDS, REQUEST_STATES } from '#contract/request.ts'
import { RETENTION_KINDS, RETENTION_RULES } from '#contract/retention.ts'
import { clockConfirmationSchema, retentionBodySchema } from '#contract/schemas/retention.ts'
import {
  newRequestSchema,
  requestAnswerSchema,
  requestCountSchema,
  requestSettingsSchema,
} from '#contract/schemas/request.ts'
import { sharedCardBodySchema } from '#contract/schemas/shared-card.ts'
import { importKeyBodySchema } from '#contract/schemas/imports.ts'
import { signInSchema } from '#server/auth/routes.ts'
import { MAX_PAGE, PAGE_SIZE } from '#contract/paging.ts'
import { RULES } from '#server/access/rules.ts'
import type { Operation } from '#server/operations/operation.ts'
import { offerOperations } from '#server/staff/offer-routes.ts'
import { jsonSchema } from './json-schema.ts'
import type { EntityName } from './entities.ts'
import {
  type FormerOperation,
  type Parameter,
  clientIdParameter,
  day,
  clientSearch,
  lastName,
  list,
  none,
  ofAnimal,
  one,
  page,
  paging,
  period,
  plain,
  practiceId,
  query,
  sort,
  readiness,
  status,
  token,
  url,
  calendarUrl,
} from './operation.ts'

const recordList = (name: EntityName, summary: string, parameters = [ofAnimal]): FormerOperation => ({
  tag: 'Client data',
  summary,
  parameters: [...parameters, sort, ...paging],
  answers: { 200: page(name) },
})

const MOMENT = { type: 'string', format: 'date-time' } as const

const retentionYears = RETENTION_KINDS.map((kind) =>
  query(kind, { type: 'integer', minimum: 1, maximum: RETENTION_RULES[kind].most }),
)

const atUbn = query(
  'ubn',
  { type: 'string', maxLength: MAX_SEARCH },
  { description: 'Of the animals that are kept there.' },
)
const medicineFilter = [
  ...period,
  atUbn,
  query('medicine', { type: 'string', maxLength: MAX_SEARCH }, { description: 'By its whole name.' }),
]
const WHOLE_PROOF =
  'It takes a proof by all that somebody signs in by: the password and a code of the authenticator app, or what a passkey has signed for a challenge of GET /user/authenticate/passkey. An account with neither has to have signed in within ten minutes.'

/** Operations that are not described beside their routes yet. */
const FORMER: Readonly<Record<string, FormerOperation>> = {
  'POST /user/authenticate': {
    tag: 'Session',
    summary: 'Sign in by user name and password',
    description:
      '401 second-factor-needed: staff with a second factor go on with its challenge. Owners are never asked.',
    open: true,
    body: signInSchema,
    answers: { 200: plain(signedInSchema) },
  },
  'GET /oauth/authenticate': {
    tag: 'Session',
    summary: 'Sign in by the token of another party',
    description: 'As by a password, unless the issuer names mfa among the methods it has used (amr, RFC 8176).',
    open: true,
    parameters: [query('access_token', { type: 'string' }, { required: true })],
    answers: { 200: plain(signedInSchema) },
  },
  'GET /user/refresh': { tag: 'Session', summary: 'A new token for the session', answers: { 200: token } },
  'GET /user': { tag: 'Session', summary: 'Who is signed in', answers: { 200: one('User') } },
  'PUT /user': {
    tag: 'Session',
    summary: 'Choose the language, and one’s own name',
    body: userChangeSchema,
    answers: { 200: one('User') },
  },
  'GET /user/practices': {
    tag: 'Session',
    summary: 'The practices whose client the user is',
    description: 'With `clients` where the user has several at a practice, such as a private and a business record.',
    answers: { 200: list('OwnPractice') },
  },
  'GET /user/client': {
    tag: 'Session',
    summary: 'The client that the user is at a practice',
    description: 'Without `clientUuid` the first by name that is not locked.',
    parameters: [practiceId, { ...clientIdParameter, required: false }],
    answers: { 200: one('Client') },
  },
  'DELETE /user/session': {
    tag: 'Session',
    summary: 'Sign out: end the session of the token, at once',
    answers: { 204: none },
  },
  'GET /user/sessions': {
    tag: 'Session',
    summary: 'Where the user is signed in, the latest first',
    answers: { 200: plain(array(userSessionSchema)) },
  },
  'DELETE /user/sessions': {
    tag: 'Session',
    summary: 'End every session of the user but the one that asks',
    answers: { 204: none },
  },
  'GET /user/offers': {
    tag: 'Session',
    summary: 'The memberships of staff that wait for the answer of the user',
    answers: { 200: list('StaffOffer') },
  },
  'DELETE /user/sessions/:sessionId': {
    tag: 'Session',
    summary: 'End one of the user’s sessions, at once',
    answers: { 204: none },
  },
  'GET /user/authenticate/passkey': {
    tag: 'Session',
    summary: 'What a browser’s navigator.credentials.get() is asked with to sign in by a passkey',
    description:
      'PublicKeyCredentialRequestOptionsJSON of WebAuthn; its challenge is good for five minutes, and once. 404 where the server has no passkeys.',
    open: true,
    answers: { 200: plain(passkeyRequestOptionsSchema) },
  },
  'POST /user/authenticate/passkey': {
    tag: 'Session',
    summary: 'Sign in by what a passkey has signed',
    open: true,
    body: passkeyAssertionSchema,
    answers: { 200: token },
  },
  'POST /user/authenticate/second-factor': {
    tag: 'Session',
    summary: 'Sign in by the code that follows a password',
    description:
      'The challenge is that of the problem second-factor-needed; it is good for five minutes, and once. The code is of the authenticator app, or a recovery code; each is good once. 401 login-failed: the challenge is good no more. 422 second-factor-invalid: the code is not right.',
    open: true,
    body: secondFactorAnswerSchema,
    answers: { 200: token },
  },
  'GET /user/second-factor': {
    tag: 'Session',
    summary: 'What the user signs in by beside a password; for staff',
    answers: { 200: plain(secondFactorSchema) },
  },
  'POST /user/totp/options': {
    tag: 'Session',
    summary: 'A secret for an authenticator app (RFC 6238); for staff',
    description:
      'Takes a proof, as a passkey does. Nothing is kept yet; what it answers is good for half an hour, and for this session.',
    body: factorProofSchema,
    answers: { 200: plain(totpOptionsSchema) },
  },
  'POST /user/totp': {
    tag: 'Session',
    summary: 'Keep the secret, by a code of it; answers the recovery codes, which are told once',
    body: newTotpSchema,
    answers: { 201: plain(recoveryCodesSchema) },
  },
  'POST /user/totp/recovery-codes': {
    tag: 'Session',
    summary: 'New recovery codes in place of the former; takes a proof',
    body: factorProofSchema,
    answers: { 201: plain(recoveryCodesSchema) },
  },
  'POST /user/totp/removal': {
    tag: 'Session',
    summary: 'Take away the authenticator app with its recovery codes; takes a proof',
    body: factorProofSchema,
    answers: { 204: none },
  },
  'GET /user/passkeys': {
    tag: 'Session',
    summary: 'The user’s passkeys',
    answers: { 200: plain(passkeysSchema) },
  },
  'POST /user/passkeys/options': {
    tag: 'Session',
    summary: 'What navigator.credentials.create() is asked with to make a passkey',
    description:
      'PublicKeyCredentialCreationOptionsJSON of WebAuthn. It takes a proof: the current password, or what a passkey has signed for a challenge of GET /user/authenticate/passkey. An account with neither has to have signed in within ten minutes.',
    body: passkeyProofSchema,
    answers: { 200: plain(passkeyCreationOptionsSchema) },
  },
  'POST /user/passkeys': {
    tag: 'Session',
    summary: 'Add the passkey that was made',
    body: newPasskeySchema,
    answers: { 201: plain(passkeySchema) },
  },
  'POST /user/passkeys/:passkeyId/removal': {
    tag: 'Session',
    summary: 'Remove a passkey; takes a proof',
    description:
      'The current password, or what a passkey of the account has signed. 409 last-way-in: the last one of an account without a password.',
    body: passkeyProofSchema,
    answers: { 204: none },
  },
  'POST /password/forgot': {
    tag: 'Session',
    summary: 'Ask for a link that sets the password; answers the same whether there is such an account or not',
    open: true,
    parameters: [query('email', { type: 'string' }, { required: true })],
    answers: { 204: none },
  },
  'GET /password/invitation': {
    tag: 'Session',
    summary: 'Check the link of a mail for a password; the authorization is its token',
    description:
      '200 with the practice that invites and the user name; with `hasPassword`, the person signs in instead of choosing a first password. 204 for any other valid link, 401 for one that is over.',
    open: true,
    answers: { 200: plain(passwordInvitationSchema), 204: none },
  },
  'POST /password/reset': {
    tag: 'Session',
    summary: 'Set the password; the authorization is the token of the link',
    description: 'It ends all sessions, and with them the addresses of calendars and the links to shared cards.',
    body: newPasswordSchema,
    answers: { 204: none },
  },
  'POST /password/change': {
    tag: 'Session',
    summary: 'Change the password',
    description:
      'It ends all other sessions; with endLinks also the addresses of calendars and the links to shared cards.',
    body: passwordChangeSchema,
    answers: { 204: none },
  },

  'GET /capabilities': {
    tag: 'Server',
    summary: 'What this API can do beyond what every portal API can',
    answers: { 200: plain(array(oneOf(CAPABILITIES).required())) },
  },

  'GET /practice/:practiceId': {
    tag: 'Practice',
    summary: 'A practice; owners get what it shows to everybody',
    description: 'The header ETag is the version of what PUT changes.',
    answers: { 200: one('Practice') },
  },
  'PUT /practice/:practiceId': {
    tag: 'Practice',
    summary: 'Change what clients see of the practice',
    description:
      'With the header If-Match it is refused (412) where the practice has another version. Without it what is sent is written. The account is changed by clinic admins only. ' +
      WHOLE_PROOF,
    body: practiceChangeSchema,
    answers: { 200: one('Practice') },
  },
  'GET /practice/:practiceId/logoUploadUrl': {
    tag: 'Practice',
    summary: 'Where to PUT a logo, once and within ten minutes',
    description: 'The header Content-Type says of what type it will be: image/png, image/jpeg or image/webp.',
    answers: { 200: url },
  },
  'DELETE /practice/:practiceId/logo': {
    tag: 'Practice',
    summary: 'Take the logo away; repeated, it answers the same',
    answers: { 204: none },
  },
  'GET /practice/:practiceId/mail-budget': {
    tag: 'Practice',
    summary: 'How many mails that give access the practice may still send today, and how many wait; for its staff',
    answers: { 200: plain(mailBudgetSchema) },
  },
  'GET /practice/:practiceId/mail-preview': {
    tag: 'Practice',
    summary: 'A mail as clients of the practice get it, without the link of a real one; for its staff',
    parameters: [
      query('kind', { type: 'string', enum: PREVIEWED_MAILS }, { description: 'activation unless told otherwise.' }),
      query('language', { type: 'string', enum: LANGUAGES }, { description: 'nl unless told otherwise.' }),
    ],
    answers: { 200: plain(mailPreviewSchema) },
  },
  'GET /practice/:practiceId/reminder-mails': {
    tag: 'Practice',
    summary:
      'Whether the practice sends weekly mails of what is due, to how many, and what became of them in four weeks',
    answers: { 200: plain(practiceReminderMailsSchema) },
  },
  'PUT /practice/:practiceId/reminder-mails': {
    tag: 'Practice',
    summary: 'Switch the weekly mails of what is due on or off, for clients who ask for them; for its staff',
    body: practiceReminderMailsChangeSchema,
    answers: { 204: none },
  },
  'GET /practice/:practiceId/figures': {
    tag: 'Practice',
    summary: 'Whether the portal works for the practice, in numbers; for clinic admins',
    description:
      'Reminders are those that came due in the period, the last year unless told, without cancelled ones; until is today at the latest. Animals and clients are counted as they are now.',
    parameters: [
      query('from', { type: 'string', format: 'date' }, { description: 'Inclusive.' }),
      query('until', { type: 'string', format: 'date' }, { description: 'Inclusive.' }),
    ],
    answers: { 200: plain(practiceFiguresSchema) },
  },
  'GET /practice/:practiceId/follow-up': {
    tag: 'Practice',
    summary: 'What its staff have to look after, in numbers; for its staff',
    answers: { 200: plain(followUpSchema) },
  },
  'GET /practice/:practiceId/requests': {
    tag: 'Practice',
    summary:
      'What owners have asked, the newest first; by a key what has changed since a number, in the order of the numbers',
    importKey: 'too',
    parameters: [
      query(
        'after',
        { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        { description: 'Of a call by a key, alone and required: of greater numbers than that, 200 at most.' },
      ),
      query(
        'state',
        { type: 'string', enum: [...REQUEST_STATES, 'waiting'] },
        { description: 'waiting: sent or seen. Left out: all.' },
      ),
      query('kind', { type: 'string', enum: REQUEST_KINDS }),
      query('patient', { type: 'string', format: 'uuid' }, { description: 'Of this animal only.' }),
      query('client', { type: 'string', format: 'uuid' }, { description: 'Of this client only.' }),
      query(
        'q',
        { type: 'string', maxLength: MAX_SEARCH },
        {
          description:
            'What the client, the animal, the text or a product contains; case and diacritics do not matter.',
        },
      ),
      sort,
      ...paging,
    ],
    answers: { 200: page('PracticeRequest') },
  },
  'GET /practice/:practiceId/requests/:requestId': {
    tag: 'Practice',
    summary: 'One of them',
    answers: { 200: one('PracticeRequest') },
  },
  'POST /practice/:practiceId/requests/:requestId/seen': {
    tag: 'Practice',
    summary: 'The practice has opened it',
    answers: { 200: one('PracticeRequest') },
  },
  'POST /practice/:practiceId/requests/:requestId/answer': {
    tag: 'Practice',
    summary: 'Answer or decline it; the first answer is the one, and another is told who was first',
    importKey: 'too',
    body: requestAnswerSchema,
    answers: { 200: one('PracticeRequest') },
  },
  'GET /practice/:practiceId/request-count': {
    tag: 'Practice',
    summary: 'How many requests wait',
    answers: { 200: plain(requestCountSchema) },
  },
  'GET /practice/:practiceId/request-settings': {
    tag: 'Practice',
    summary: 'What the practice takes; its clients get kinds, hours, answerWithinDays and productsNotRepeated only',
    answers: { 200: one('RequestSettings') },
  },
  'PUT /practice/:practiceId/request-settings': {
    tag: 'Practice',
    summary: 'Set what the practice takes, by a clinic admin; without a kind it takes no requests',
    body: requestSettingsSchema,
    answers: { 200: one('RequestSettings') },
  },
  'GET /practice/:practiceId/retention': {
    tag: 'Practice',
    summary:
      'How many years the practice keeps its records, and what was removed; for clinic admins, as all of retention',
    answers: { 200: one('Retention') },
  },
  'PUT /practice/:practiceId/retention': {
    tag: 'Practice',
    summary: 'Set how many years each kind is kept, and whether nightly runs remove what is older',
    description:
      'Takes what GET answers. A kind that is absent or null is kept without end. Fewer years than the law says are refused (tooFewYears). Changes apply from the night after the next midnight. A policy that removes more needs a proof, and all admins are mailed.',
    body: retentionBodySchema,
    answers: { 200: one('Retention') },
  },
  'GET /practice/:practiceId/retention/preview': {
    tag: 'Practice',
    summary: 'What the next nightly run would remove, by kind and year; computed now',
    description: 'By the years of the policy, or by those of the query if it names any kind.',
    parameters: retentionYears,
    answers: { 200: one('RetentionPreview') },
  },
  'GET /practice/:practiceId/retention/preview/file': {
    tag: 'Practice',
    summary: 'The same as a CSV file with each record, without names',
    parameters: retentionYears,
    answers: { 200: { kind: 'file', type: 'text/csv' } },
  },
  'POST /practice/:practiceId/retention/clock': {
    tag: 'Practice',
    summary: 'Confirm the clock of the server after a jump, so that removals go on',
    description: '409 conflict: the clock has jumped again, or removals are not stopped.',
    body: clockConfirmationSchema,
    answers: { 200: one('Retention') },
  },
  'GET /practice/:practiceId/news': {
    tag: 'Practice',
    summary: 'What happened at the practice in the last 30 days, of each the latest few; for its staff',
    answers: { 200: plain(practiceNewsSchema) },
  },
  'GET /practice/:practiceId/staff': {
    tag: 'Practice',
    summary:
      'The memberships of the practice’s staff, offered, active and ended; for clinic admins, as all about staff',
    answers: { 200: list('StaffMember') },
  },
  'POST /practice/:practiceId/staff': {
    tag: 'Practice',
    summary: 'Offer a membership, also one that has ended, and say so by mail',
    description:
      'It gives no right before its person accepts it, by POST /user/offers/{practiceId} or by choosing the first password through the mail. An account that is there already keeps its names; until then it is listed by the names of this call, and nothing else of it is told. 409 already-staff: it is offered or active already. For a CLINIC_ADMIN it takes a proof, and all admins get a mail.',
    body: staffInvitationSchema,
    answers: { 201: one('StaffMember') },
  },
  'PUT /practice/:practiceId/staff/:accountId': {
    tag: 'Practice',
    summary: 'Change the role, end the membership or take its offer back, or offer one again that has ended',
    description:
      'Sessions go on, and lose the practice with their next call. 409 last-admin: no active admin would be left. Where somebody becomes an admin or is one no more it takes a proof, and all admins get a mail.',
    body: staffChangeSchema,
    answers: { 200: one('StaffMember') },
  },
  'POST /practice/:practiceId/staff/:accountId/invitation': {
    tag: 'Practice',
    summary: 'The mail of an offer once more. 409 conflict: it is accepted, or ended',
    answers: { 204: none },
  },
  'POST /practice/:practiceId/staff/:accountId/second-factor/removal': {
    tag: 'Practice',
    summary: 'Take away somebody’s authenticator app, recovery codes and passkeys, and end their sessions',
    description: `As after a lost telephone; they and all admins get a mail. Not one’s own. 409 conflict: there is none. ${WHOLE_PROOF}`,
    body: factorProofSchema,
    answers: { 204: none },
  },
  'GET /practice/:practiceId/staff-proposals': {
    tag: 'Practice',
    summary: 'Whom exports name as an admin, who is none before an admin accepts that; for clinic admins',
    answers: { 200: list('StaffProposal') },
  },
  'POST /practice/:practiceId/staff-proposals/:proposalId': {
    tag: 'Practice',
    summary: 'Make that person an admin, or invite them as one; for clinic admins',
    description: `All admins get a mail. ${WHOLE_PROOF}`,
    body: factorProofSchema,
    answers: { 200: one('StaffMember') },
  },
  'DELETE /practice/:practiceId/staff-proposals/:proposalId': {
    tag: 'Practice',
    summary: 'Decline it. An export that says the same again does not bring it back',
    answers: { 204: none },
  },
  'GET /practice/:practiceId/second-factor': {
    tag: 'Practice',
    summary: 'Whether staff of the practice have to have a second factor, and how many have none; for clinic admins',
    answers: { 200: plain(practiceSecondFactorSchema) },
  },
  'PUT /practice/:practiceId/second-factor': {
    tag: 'Practice',
    summary: 'Ask for a second factor of staff, or no more; for clinic admins',
    description:
      'Ends the sessions of staff that were opened by one factor. 409 second-factor-missing: that of who asks is one. To make it optional takes a proof, and all admins get a mail.',
    body: practiceSecondFactorChangeSchema,
    answers: { 204: none },
  },
  'GET /practice/:practiceId/audit': {
    tag: 'Practice',
    summary: 'The access log: who did what, and who read which client, the latest first; for clinic admins',
    description:
      'A read is one entry for each reader, client and day. 429 rate-limited, of calls that change something: one person repeats an action too often.',
    parameters: [
      query(
        'search',
        { type: 'string', maxLength: MAX_SEARCH },
        { description: 'Part of a name of a client, or of the name or user name of who did it.' },
      ),
      query('accountId', { type: 'string' }, { description: 'Who did it; none: nobody who was signed in.' }),
      query('action', { type: 'string', enum: AUDIT_ACTIONS }),
      query(
        'kind',
        { type: 'string', enum: LOG_KINDS },
        { description: 'Without an action only. Left out: changes, which include viewing the portal as a client.' },
      ),
      query('from', MOMENT, { description: 'Inclusive.' }),
      query('until', MOMENT, { description: 'Exclusive.' }),
      query(
        'runs',
        { type: 'boolean' },
        { description: 'Answers five or more of the same action by one person on one day as one.' },
      ),
      ...paging,
    ],
    answers: {
      200: plain(auditPageSchema),
    },
  },
  'GET /practice/:practiceId/audit/people': {
    tag: 'Practice',
    summary: 'Who is in the audit trail, by name; for clinic admins',
    answers: { 200: plain(array(auditPersonSchema)) },
  },

  'GET /practice/:practiceId/import-keys': {
    tag: 'Practice',
    summary: 'The keys by which other systems send exports, or read and answer requests; for clinic admins',
    answers: { 200: list('ImportKey') },
  },
  'POST /practice/:practiceId/import-keys': {
    tag: 'Practice',
    summary: 'Make a key for another system, which this answer alone tells; five at the most; for clinic admins',
    description: WHOLE_PROOF,
    body: importKeyBodySchema,
    answers: { 201: one('NewImportKey') },
  },
  'DELETE /practice/:practiceId/import-keys/:keyId': {
    tag: 'Practice',
    summary: 'Revoke a key; for clinic admins',
    answers: { 204: none },
  },
  'POST /practice/:practiceId/import-keys/:keyId/takeover': {
    tag: 'Practice',
    summary: 'Keep a key whose maker has left, in one’s own name; for clinic admins',
    description: WHOLE_PROOF,
    body: factorProofSchema,
    answers: { 200: one('ImportKey') },
  },
  'PUT /practice/:practiceId/import': {
    tag: 'Practice',
    summary: 'Send an export, a record a line, as npm run import takes it; it is loaded in its turn, all or nothing',
    description:
      'Content-Encoding may be gzip. Location is where to ask what came of it. The same again, with the same sequence, answers ' +
      'that as well, 200 where it is done; another with that one, or with an older one, is refused (409). A number that was ' +
      'refused or interrupted may be given again.',
    importKey: 'alone',
    parameters: [
      query(
        'sequence',
        { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        { required: true, description: 'Greater than that of any export of the practice that was done, or waits.' },
      ),
    ],
    takes: EXPORT_TYPES,
    answers: { 200: one('ImportRun'), 202: one('ImportRun') },
  },
  'DELETE /practice/:practiceId/import-sequence': {
    tag: 'Practice',
    summary: 'Let exports be numbered from 1 again; not while one waits or is loaded; for clinic admins',
    answers: { 204: none },
  },
  'GET /practice/:practiceId/imports': {
    tag: 'Practice',
    summary: 'The exports that were sent, the latest first; for clinic admins',
    parameters: paging,
    answers: { 200: page('ImportRun') },
  },
  'GET /practice/:practiceId/imports/:sequence': {
    tag: 'Practice',
    summary: 'What came of an export that was sent; for its key and for clinic admins',
    importKey: 'too',
    answers: { 200: one('ImportRun') },
  },
  'POST /practice/:practiceId/imports/:sequence/confirmation': {
    tag: 'Practice',
    summary: 'Load an unconfirmed export; not where a newer one was sent; for clinic admins',
    answers: { 204: none },
  },
  'DELETE /practice/:practiceId/imports/:sequence/confirmation': {
    tag: 'Practice',
    summary: 'Refuse an unconfirmed export; for clinic admins',
    answers: { 204: none },
  },

  'GET /practice/:practiceId/clients': {
    tag: 'Clients',
    summary: 'The clients who are on the portal',
    parameters: [
      lastName,
      clientSearch,
      query('locked', { type: 'boolean' }),
      query('state', { type: 'string', enum: LISTED_STATES }, { description: 'What became of their invitations.' }),
      ...paging,
    ],
    answers: { 200: page('ClientListItem') },
  },
  'GET /clients': {
    tag: 'Clients',
    summary: 'The clients who are not on the portal',
    parameters: [
      practiceId,
      lastName,
      clientSearch,
      query('noEmail', { type: 'boolean' }, { description: 'Only those without an e-mail address.' }),
      ...paging,
    ],
    answers: { 200: page('ClientListItem') },
  },
  'POST /practice/:practiceId/clients': {
    tag: 'Clients',
    summary: 'Register a client; repeated, it answers 200 with the same client',
    parameters: [clientIdParameter],
    answers: { 200: one('Client'), 201: one('Client') },
  },
  'POST /practice/:practiceId/letters': {
    tag: 'Clients',
    summary: 'Letters to clients without an e-mail address, by whose code they register',
    description:
      'A PDF with a page for each of the clients that is not registered, not locked and has no e-mail address; 409 where there is none. A new letter ends the former one of its client.',
    body: lettersSchema,
    answers: { 200: { kind: 'file', type: 'application/pdf' } },
  },
  'POST /letter': {
    tag: 'Session',
    summary: 'Give an e-mail address for the code of a letter',
    description:
      'A link to confirm it is mailed to the address. 422 letter-invalid: the code is wrong, used or over, or its client is registered, locked or removed; which of them is not told.',
    open: true,
    body: letterAnswerSchema,
    answers: { 204: none },
  },
  'POST /letter/confirmation': {
    tag: 'Session',
    summary: 'Register by the link that was mailed; the authorization is its token',
    description:
      'With the token of a link by which the first password is chosen, where the account has none. 422 letter-invalid, as of the code.',
    answers: {
      200: plain(confirmedLetterSchema),
    },
  },
  'DELETE /practice/:practiceId/clients': {
    tag: 'Clients',
    summary: 'Take all clients off the portal; for clinic admins',
    answers: { 204: none },
  },
  'POST /practice/:practiceId/removals/:removalId/undo': {
    tag: 'Clients',
    summary: 'Register the clients of a removal again as they were, within seven days; for clinic admins',
    description:
      'The id is that of `undo` in the audit trail. All or nothing but for who cannot come back; repeated, it answers the same. 409 not-undoable: none of them can. 404: there is nothing to undo, or no more.',
    answers: { 200: plain(undoneRemovalSchema) },
  },
  'GET /clients/:clientId': { tag: 'Clients', summary: 'One client', answers: { 200: one('Client') } },
  'PUT /clients/:clientId': {
    tag: 'Clients',
    summary: 'Lock or unlock',
    body: clientChangeSchema,
    answers: { 200: one('Client') },
  },
  'POST /clients/:clientId/invitation': {
    tag: 'Clients',
    summary:
      'An invitation, or it once more, for a registered client that has not been activated; for staff of the practice',
    description: 'No mail where one still waits to be sent, or went within the last hour.',
    answers: { 204: none },
  },
  'DELETE /clients/:clientId': { tag: 'Clients', summary: 'Take a client off the portal', answers: { 204: none } },

  'GET /clients/:clientId/patients': {
    tag: 'Client data',
    summary: 'The animals',
    answers: { 200: list('Patient') },
  },
  'GET /clients/:clientId/patients/:patientId/logbook': {
    tag: 'Client data',
    summary: 'The logbook of one animal, the latest first; this year unless told otherwise',
    parameters: period,
    answers: { 200: list('LogbookEntry') },
  },
  'GET /clients/:clientId/seen': {
    tag: 'Client data',
    summary: 'Who has read or changed a client, by day; with names for clinic admins, and without for the owner',
    description:
      'By the days of the practices. Paging through a list is no reading. An import of the whole practice is in its audit trail.',
    parameters: [...period, ...paging],
    answers: { 200: page('SeenEntry') },
  },
  'GET /clients/:clientId/being-given': {
    tag: 'Client data',
    summary: 'The medicines that the animals are given on a day, by their visits and deliveries',
    parameters: [day],
    answers: { 200: plain(array(patientBeingGivenSchema)) },
  },
  'GET /clients/:clientId/withdrawals': {
    tag: 'Client data',
    summary: 'The logbook entries of all animals by which something may not be delivered on a day',
    parameters: [day],
    answers: { 200: list('PatientLogbookEntry') },
  },
  'GET /clients/:clientId/herd': {
    tag: 'Client data',
    summary: 'Whether the client keeps groups of animals or many, and where',
    answers: { 200: plain(herdSchema) },
  },
  'GET /clients/:clientId/herd/releases': {
    tag: 'Client data',
    summary: 'What may not be delivered on a day, by food and by the day on which it may again',
    parameters: [
      day,
      query(
        'size',
        { type: 'integer', minimum: 1, maximum: MAX_RELEASES },
        { description: `So many of each food are told, and of all how many there are; ${PAGE_SIZE} unless told.` },
      ),
    ],
    answers: { 200: plain(array(foodReleasesSchema)) },
  },
  'GET /clients/:clientId/herd/animals': {
    tag: 'Client data',
    summary:
      'The animals that are kept, by UBN and name, with the entries by which something of them may not be delivered on a day',
    parameters: [
      query('search', { type: 'string', maxLength: MAX_SEARCH }, { description: 'In a name, a number or the UBN.' }),
      atUbn,
      day,
      ...paging,
    ],
    answers: {
      200: plain(herdAnimalsSchema),
    },
  },
  'GET /clients/:clientId/herd/medicines': {
    tag: 'Client data',
    summary: 'What was given to all animals of the client, the latest first; this year unless told otherwise',
    parameters: [...medicineFilter, ...paging],
    answers: { 200: plain(herdMedicinesSchema) },
  },
  'GET /clients/:clientId/herd/medicines/file': {
    tag: 'Client data',
    summary: 'Where the same is as a file',
    description: `The address is good for ten minutes. A PDF has at most ${PDF_ENTRIES} entries; of more there are several parts.`,
    parameters: [
      query('format', { type: 'string', enum: HERD_FILES }, { required: true }),
      ...medicineFilter,
      query('part', { type: 'integer', minimum: 1, maximum: MAX_PAGE }, { description: 'Of a PDF, from 1.' }),
    ],
    answers: { 200: url },
  },
  'GET /clients/:clientId/calendar': {
    tag: 'Client data',
    summary: 'The address of the calendar of reminders, for the owner; absent where there is none',
    answers: { 200: calendarUrl },
  },
  'POST /clients/:clientId/calendar': {
    tag: 'Client data',
    summary: 'Makes the address of the calendar, in the place of the former, which is good no more',
    answers: { 200: url },
  },
  'DELETE /clients/:clientId/calendar': {
    tag: 'Client data',
    summary: 'Ends the address of the calendar',
    answers: { 204: none },
  },
  'GET /clients/:clientId/shared-cards': {
    tag: 'Client data',
    summary: 'The links to cards of animals that have not ended, for the owner who made them, the newest first',
    answers: { 200: list('SharedCard') },
  },
  'POST /clients/:clientId/patients/:patientId/shared-cards': {
    tag: 'Client data',
    summary: 'Makes a link to the card of an animal, good for seven days; its secret is told this once',
    body: sharedCardBodySchema,
    answers: { 201: one('NewSharedCard') },
  },
  'DELETE /clients/:clientId/shared-cards/:cardId': {
    tag: 'Client data',
    summary: 'Ends such a link at once',
    answers: { 204: none },
  },
  'GET /shared-card': {
    tag: 'Client data',
    summary: 'The card to which a link leads; the secret of the link is the header Authorization',
    open: true,
    answers: { 200: one('OpenedCard') },
  },
  'GET /clients/:clientId/reminder-mails': {
    tag: 'Client data',
    summary: 'Whether the owner gets a weekly mail of what is due, and whether the practice sends them',
    answers: { 200: plain(reminderMailsSchema) },
  },
  'PUT /clients/:clientId/reminder-mails': {
    tag: 'Client data',
    summary: 'Begin or end the weekly mail of what is due, by the owner',
    body: reminderMailsChangeSchema,
    answers: { 204: none },
  },
  'GET /clients/:clientId/requests': {
    tag: 'Client data',
    summary: 'What the owner has asked of the practice, the newest first; another owner of the client does not see it',
    parameters: [sort, ...paging],
    answers: { 200: page('Request') },
  },
  'GET /clients/:clientId/requests/:requestId': {
    tag: 'Client data',
    summary: 'One of them',
    answers: { 200: one('Request') },
  },
  'POST /clients/:clientId/requests': {
    tag: 'Client data',
    summary: 'Ask something of the practice, by the owner; what is sent twice by one uuid is one request',
    description: 'Answers 200 for what was sent before. Of an account 20 in 24 hours.',
    body: newRequestSchema,
    answers: { 200: one('Request'), 201: one('Request') },
  },
  'POST /clients/:clientId/requests/:requestId/withdrawal': {
    tag: 'Client data',
    summary: 'Withdraw a request that is not answered',
    answers: { 200: one('Request') },
  },
  'POST /clients/:clientId/request-photos': {
    tag: 'Client data',
    summary: 'A photo for a request to come, which names its id within 24 hours; its metadata are not kept',
    takes: PHOTO_TYPES,
    answers: { 201: plain(object({ id: uuid().required() })) },
  },
  'DELETE /clients/:clientId/request-photos/:photoId': {
    tag: 'Client data',
    summary: 'Remove a photo, of a request until the practice has seen it',
    answers: { 204: none },
  },
  'GET /clients/:clientId/reminders': recordList('Reminder', 'Reminders', [
    query(
      'active',
      { type: 'boolean' },
      {
        description:
          'True: to be done, which the reminders of an animal that has died, left or moved to another client are not; these are not active and EXPIRED. False: all others.',
      },
    ),
    ofAnimal,
  ]),
  'GET /clients/:clientId/appointments': recordList('Appointment', 'Appointments, by their start', [
    query(
      'active',
      { type: 'boolean' },
      { description: 'True: booked, not over, and not only for animals that have died, left or moved.' },
    ),
  ]),
  'GET /clients/:clientId/invoices': recordList('Invoice', 'Invoices', [
    query('status', { type: 'string', enum: INVOICE_STATUSES }, { description: 'Left out: all.' }),
    ...period,
  ]),
  'GET /clients/:clientId/invoices/:invoiceId/file': {
    tag: 'Client data',
    summary: 'Where the file of an invoice can be read, for ten minutes and without a token',
    answers: { 200: url },
  },
  'GET /clients/:clientId/visit-forms': recordList('VisitForm', 'Visit forms'),
  ...Object.fromEntries(
    ATTACHMENT_TYPES.map((type) => [
      `GET /clients/:clientId/${type}`,
      recordList('Attachment', `Attachments: ${type}`),
    ]),
  ),

  'GET /health/live': { tag: 'Server', summary: 'The process lives', open: true, answers: { 200: status } },
  'GET /health/ready': {
    tag: 'Server',
    summary: 'The server should get calls',
    open: true,
    answers: { 200: readiness },
  },
  'GET /openapi.json': {
    tag: 'Server',
    summary: 'This description',
    open: true,
    answers: { 200: plain(dictionary(mixed())) },
  },
}

/** An operation with what its access and query are in the document. */
export interface ListedOperation extends Operation {
  /** Needs no session and no key. */
  open?: true
  parameters: Parameter[]
}

const listed = (operation: Operation): ListedOperation => ({
  ...operation,
  ...(RULES[operation.access].by === 'nothing' && { open: true }),
  parameters: Object.entries(operation.query ?? {}).map(
    ([name, { schema, description, isRequired = false, otherwise }]) => ({
      name,
      in: 'query',
      required: isRequired,
      description,
      schema: { ...jsonSchema(schema), ...(otherwise !== undefined && otherwise !== '' && { default: otherwise }) },
    }),
  ),
})

const NOUNS: readonly Readonly<Record<string, Operation>>[] = [offerOperations]

/** Every operation of the API, by the method and path of its route. */
export const OPERATIONS: Readonly<Record<string, FormerOperation | ListedOperation>> = {
  ...FORMER,
  ...Object.fromEntries(
    NOUNS.flatMap((operations) => Object.values(operations)).map((operation) => [
      `${operation.method} ${operation.path}`,
      listed(operation),
    ]),
  ),
}
