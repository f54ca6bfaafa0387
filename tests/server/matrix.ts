import { ATTACHMENT_TYPES } from '#contract/document.ts'
import { boundContent } from '#contract/estimate.ts'
import { sha256 } from '#server/http/keys.ts'
import { ESTIMATE } from '#harness/builders.ts'
import { PEOPLE, type Person } from '#harness/people.ts'

// The rights of each person on each call. Each row becomes a test; a route of the API without a row makes a test fail.

/** A status, or a status followed by a problem code. */
export type Expected = number | string
type Cells = Partial<Record<Person, Expected>>

export interface MatrixRow {
  method: string
  /** Route in the notation of the API's router. */
  route: string
  /** Path of the call; `$name` stands for an id of the fixtures. */
  path: string
  body?: unknown
  cells: Cells
}

const all = (expected: Expected): Cells => ({
  ...Object.fromEntries(PEOPLE.map((person) => [person, expected])),
  anon: 401,
  DEL: 401,
})
const only = (people: Person[], expected: Expected): Cells =>
  Object.fromEntries(people.map((person) => [person, expected]))
/** Owners get 403 for their own practice; other people get 404. */
const ownersOfA = only(['PA1', 'PA2', 'PAB', 'PL'], 403)
const staffOfA = (expected: Expected): Cells => ({ ...all(404), ...ownersOfA, ...only(['UA', 'AA', 'UBA'], expected) })
const adminsOfA = (expected: Expected): Cells => ({ ...staffOfA(expected), UA: 403 })
const staffOfB = (expected: Expected): Cells => ({ ...all(404), PAB: 403, ...only(['UB', 'AB', 'UBA'], expected) })
const adminsOfB = (expected: Expected): Cells => ({ ...staffOfB(403), AB: expected })
const staffOfLocked = (expected: Expected): Cells => ({ ...all(404), LO: 403, LA: expected })
const staffOnly = (expected: Expected): Cells => ({
  ...all(403),
  ...only(['UA', 'AA', 'UB', 'AB', 'LA', 'UBA'], expected),
})
/** People other than staff and the owner of client cA1 get 404. */
const staffOnClient = (expected: Expected): Cells => ({
  ...all(404),
  PA1: 403,
  ...only(['UA', 'AA', 'UBA'], expected),
})
const locked = '403 client-locked'
const practiceLocked = '403 practice-locked'
const readersOfA: Cells = { ...staffOfA(200), PA1: 200, PA2: 200, PAB: 200, PL: locked }
const readersOfLocked: Cells = { ...staffOfLocked(200), LO: practiceLocked }

/** Builds a row from a call with parameter values, such as `GET /clients/:clientId=$cA1/patients?page=1`. */
function row(call: string, cells: Cells, body?: unknown): MatrixRow {
  const [method = '', template = ''] = call.split(' ')
  const [route = ''] = template.replaceAll(/(:\w+)=[^/?]+/g, '$1').split('?')
  const path = template.slice(1).replaceAll(/:\w+=([^/?]+)/g, '$1')
  return { method, route, path, cells, ...(body !== undefined && { body }) }
}
/** Builds a row for a call on a practice, such as `GET news`. */
const onPractice = (practice: string, call: string, cells: Cells, body?: unknown) =>
  row(call.replace(/ |$/, ` /practice/:practiceId=${practice}/`).replace(/\/$/, ''), cells, body)
const onA = (call: string, cells: Cells, body?: unknown) => onPractice('a', call, cells, body)
const onB = (call: string, cells: Cells, body?: unknown) => onPractice('b', call, cells, body)
const byStaff = (call: string, expected: Expected, body?: unknown) => [
  onA(call, staffOfA(expected), body),
  onPractice('locked', call, staffOfLocked(expected), body),
]
const byAdmins = (call: string, expected: Expected, body?: unknown) => [
  onA(call, adminsOfA(expected), body),
  onPractice('locked', call, staffOfLocked(403), body),
]
/** Builds a row for each client; `*` in the call stands for the client's name. */
const onClients = (call: string, cells: Record<string, Cells>, body?: unknown) =>
  Object.entries(cells).map(([client, each]) => {
    const named = call.replaceAll('*', client).replace(/ |$/, ` /clients/:clientId=$${client}/`)
    return row(named.replace(/\/$/, ''), each, body)
  })
/** Unregistered clients have no records on the portal. */
const notFound: Cells = only(['PA1', 'UA', 'AA', 'UB'], 404)
const READERS = {
  cA1: { ...staffOnClient(200), PA1: 200 },
  cAL: { PL: locked, PA1: 404, UA: 200, AA: 200, UB: 404 },
  cLO: { LO: practiceLocked, LA: 200, UA: 404 },
  new: notFound,
}
const staffOnClients = (expected: Expected): Record<string, Cells> => ({
  cA1: staffOnClient(expected),
  cAL: { PL: 403, UA: expected, UB: 404 },
  cLO: { LO: 403, LA: expected, UA: 404 },
})
/** Staff get 403 (the client exists), never the contents. */
const ownersOnly = (expected: Expected): Record<string, Cells> => ({
  cA1: { ...staffOnClient(403), PA1: expected },
  cAL: { PL: locked, PA1: 404, UA: 403, AA: 403, UB: 404 },
  cLO: { LO: practiceLocked, LA: 403, UA: 404 },
  new: notFound,
})
/** Records of other clients are not found under client cA1. */
const elsewhere = (call: string, body?: unknown) =>
  onClients(call, { cA1: only(['PA1', 'PA2', 'PAB', 'UA', 'AA', 'UB'], 404) }, body)

const PASSWORD = 'Welkom#2026'
/** All people in the fixtures have this password. */
const PROOF = { currentPassword: PASSWORD }
const UUID = '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a01'
const LETTERS = { clientUuids: [UUID] }
const CARD = { parts: ['identity'], note: 'Oppas' }
const MESSAGE = { uuid: UUID, text: 'Hoi' }
const QUESTION = { uuid: UUID, kind: 'QUESTION', text: 'Mag Bella weer wandelen?' }
const FORM = { kind: 'form', active: true, content: { title: { nl: 'Vragen' }, fields: [] } }
const QUESTIONS = { text: 'Mag Bella vooraf eten?' }
const SUBMISSION = { uuid: UUID, version: 1, answers: [] }
const ACCEPTED = { outcome: 'accepted', contentHash: await sha256(boundContent(ESTIMATE)) }
const NEW_ESTIMATE = { ...ESTIMATE, clientUuid: '$cA1' }
const POLICY = { years: { invoice: 7 }, isOn: true }
const CLOCK = { stoppedAt: '2026-06-15T10:00:00.000Z' }
const ANSWER = { outcome: 'answered', text: 'Ja, dat mag.' }
const CSV_MAPPING = {
  kind: 'client',
  columns: [
    { column: 'Nr', field: 'clientNumber' },
    { column: 'Naam', field: 'lastName' },
  ],
  values: [],
  dateOrder: 'dmy',
  decimal: ',',
}
const PRICES = { validFrom: '2026-07-01', items: [{ category: 'Consulten', description: 'Consult', price: 45.5 }] }
const NEW_KEY = { name: 'Nieuw', proof: PROOF }
const WEBHOOK = { name: 'Nieuw', url: 'https://x.example', types: ['client.locked'], proof: PROOF }
const SAME_WEBHOOK = { ...WEBHOOK, url: 'https://receiver.example/events', proof: undefined }
const NO_PROOF = '422 current-password-invalid'
const LOGIN_FAILED: Cells = only(['anon', 'PA1', 'UA'], '401 login-failed')
const NO_TOKEN: Cells = only(['anon', 'PA1', 'UA'], '401 reset-token-invalid')
const NO_LETTER: Cells = only(['anon', 'PA1', 'UA'], '422 letter-invalid')
const ALREADY_SET_UP: Cells = only(['anon', 'PA1', 'UA'], '409 already-set-up')
const OPEN: Cells = { anon: 200 }

/** Builds rows for a call on an endpoint for events; another practice does not find the endpoint. */
const webhook = (method: string, path: string, expected: Expected, body?: unknown) => [
  onA(`${method} webhooks/:webhookId=$webhookA${path}`, adminsOfA(expected), body),
  onB(`${method} webhooks/:webhookId=$webhookA${path}`, adminsOfB(404), body),
]

export const MATRIX: MatrixRow[] = [
  onA('GET', readersOfA),
  onPractice('locked', 'GET', readersOfLocked),
  onPractice('nowhere', 'GET', all(404)),
  ...byStaff('PUT', 200, { name: 'Nieuw' }),
  onA('PUT', adminsOfA(200), { iban: 'BE68539007547034', proof: PROOF }),
  onA('PUT', adminsOfA(NO_PROOF), { iban: 'BE68539007547034' }),
  onA('PUT', staffOfA(200), { iban: 'NL00', accountHolder: null }),
  ...byAdmins('DELETE clients', 204),
  ...byAdmins('POST removals/:removalId=$removalA/undo', 200),
  // A removal is found only under its own practice.
  onB('POST removals/:removalId=$removalA/undo', adminsOfB(404)),
  onA('POST removals/:removalId=$random/undo', adminsOfA(404)),
  // 415: allowed, but the call has no content type.
  ...byStaff('GET logoUploadUrl', 415),
  onPractice('nowhere', 'GET logoUploadUrl', all(404)),
  ...byStaff('DELETE logo', 204),
  onPractice('nowhere', 'DELETE logo', all(404)),
  ...byStaff('GET mail-budget', 200),
  ...byStaff('GET mail-preview', 200),
  ...byStaff('GET reminder-mails', 200),
  ...byStaff('PUT reminder-mails', 204, { enabled: true }),
  ...byAdmins('GET figures', 200),
  // No client here can get a letter; postal-invitations.test.ts covers the others.
  ...byStaff('POST letters', '409 conflict', LETTERS),
  ...byStaff('GET follow-up', 200),
  ...byAdmins('GET getting-started', 200),
  ...byAdmins('PUT getting-started', 204, { isDismissed: true }),
  ...byStaff('GET news', 200),
  ...byAdmins('GET audit', 200),
  ...byAdmins('GET audit/people', 200),
  ...onClients('GET seen', {
    cA1: { ...staffOnClient(200), PA1: 200, UA: 403 },
    cAL: { PL: locked, PA1: 404, UA: 403, AA: 200, UB: 404 },
    cLO: { LO: practiceLocked, LA: 403, AA: 404 },
    new: { PA1: 404, UA: 403, AA: 200, UB: 404 },
  }),
  ...byAdmins('GET staff', 200),
  onB('GET staff', adminsOfB(200)),
  onA('POST staff', adminsOfA(201), { username: 'new-staff@a.example', role: 'CLINIC_USER' }),
  onA('POST staff', adminsOfA('409 already-staff'), { username: 'ua@a.example', role: 'CLINIC_ADMIN', proof: PROOF }),
  onA('PUT staff/:accountId=$UA', adminsOfA(200), { role: 'CLINIC_ADMIN', active: true, proof: PROOF }),
  onA('PUT staff/:accountId=$UA', adminsOfA(200), { role: 'CLINIC_USER', active: false }),
  // Only staff of the practice are found.
  onA('PUT staff/:accountId=$UB', adminsOfA(404), { role: 'CLINIC_USER', active: false }),
  onA('PUT staff/:accountId=$PA1', adminsOfA(404), { role: 'CLINIC_ADMIN', active: true }),
  onA('PUT staff/:accountId=$random', adminsOfA(404), { role: 'CLINIC_ADMIN', active: true }),
  onA('POST staff/:accountId=$UA/invitation', adminsOfA('409 conflict')),
  onA('POST staff/:accountId=$UB/invitation', adminsOfA(404)),
  // UA has no second factor; second-factor.test.ts covers the others.
  onA('POST staff/:accountId=$UA/second-factor/removal', adminsOfA('409 conflict'), PROOF),
  ...['UB', 'PA1', 'random'].map((name) =>
    onA(`POST staff/:accountId=$${name}/second-factor/removal`, adminsOfA(404), PROOF),
  ),
  ...byAdmins('GET staff-proposals', 200),
  onB('GET staff-proposals', adminsOfB(200)),
  onA('POST staff-proposals/:proposalId=$proposalA', adminsOfA(200), PROOF),
  onA('POST staff-proposals/:proposalId=$proposalB', adminsOfA(404), PROOF),
  onA('DELETE staff/:accountId=$UA/identities', adminsOfA(204)),
  onA('DELETE staff/:accountId=$UB/identities', adminsOfA(404)),
  onA('DELETE staff-proposals/:proposalId=$proposalA', adminsOfA(204)),
  onA('DELETE staff-proposals/:proposalId=$proposalB', adminsOfA(404)),
  ...byAdmins('GET second-factor', 200),
  onB('GET second-factor', adminsOfB(200)),
  ...byAdmins('PUT second-factor', 204, { required: false }),
  // The admin's session has one factor, so the practice cannot require two.
  onA('PUT second-factor', adminsOfA('409 second-factor-missing'), { required: true }),
  ...byAdmins('GET import-keys', 200),
  ...byAdmins('POST import-keys', 201, NEW_KEY),
  onB('POST import-keys', adminsOfB(201), NEW_KEY),
  onA('POST import-keys', adminsOfA(NO_PROOF), { name: 'Nieuw' }),
  ...byAdmins('POST import-keys/:keyId=$keyLeft/takeover', 200, PROOF),
  onA('POST import-keys/:keyId=$keyLeft/takeover', adminsOfA(NO_PROOF), {}),
  // The maker of this key has not left.
  onA('POST import-keys/:keyId=$keyA/takeover', adminsOfA('409 conflict'), PROOF),
  onB('POST import-keys/:keyId=$keyLeft/takeover', adminsOfB(404), PROOF),
  onA('DELETE import-keys/:keyId=$keyA', adminsOfA(204)),
  // A key is found only under its own practice.
  onB('DELETE import-keys/:keyId=$keyA', adminsOfB(404)),
  ...byAdmins('GET webhooks', 200),
  ...byAdmins('POST webhooks', 201, WEBHOOK),
  onA('POST webhooks', adminsOfA(NO_PROOF), { ...WEBHOOK, proof: undefined }),
  ...webhook('GET', '', 200),
  ...webhook('PUT', '', 200, SAME_WEBHOOK),
  onA('PUT webhooks/:webhookId=$webhookA', adminsOfA(NO_PROOF), { ...WEBHOOK, proof: undefined }),
  ...webhook('PUT', '/state', 200, { active: false }),
  ...webhook('POST', '/secret', 200, PROOF),
  onA('POST webhooks/:webhookId=$webhookA/secret', adminsOfA(NO_PROOF), {}),
  // The server of the fixtures sends no events.
  ...webhook('POST', '/test', '409 conflict'),
  ...webhook('GET', '/deliveries', 200),
  ...webhook('POST', '/replay', 200, { since: '2026-06-15T10:00:00.000Z' }),
  ...webhook('POST', '/deliveries/:deliveryId=$deliveryA/replay', 204),
  ...webhook('DELETE', '/deliveries/:deliveryId=$deliveryA/waiting', 204),
  ...webhook('DELETE', '/waiting', 200),
  ...webhook('DELETE', '', 204),
  ...byStaff('GET price-list', 200),
  ...byStaff('PUT price-list', 200, PRICES),
  onB('PUT price-list', staffOfB(200), PRICES),
  ...byStaff('GET price-list/versions', 200),
  ...byStaff('GET price-list/versions/:version=1', 200),
  ...byStaff('GET price-list/versions/:version=9', 404),
  // The test server has no folder for files.
  ...byStaff('POST price-list/csv', '503 unavailable'),
  ...byAdmins('GET csv-imports', 200),
  // The body is read only for an admin; the harness has no folder for exports.
  onA('POST csv-imports?name=x.csv', adminsOfA('503 unavailable')),
  onA('GET csv-imports/:importId=$csvA', adminsOfA(200)),
  onB('GET csv-imports/:importId=$csvA', adminsOfB(404)),
  onA('GET csv-imports/:importId=$csvA/problems', adminsOfA(200)),
  onB('GET csv-imports/:importId=$csvA/problems', adminsOfB(404)),
  // The file is on no server.
  onA('PUT csv-imports/:importId=$csvA/format', adminsOfA('503 unavailable'), {}),
  onB('PUT csv-imports/:importId=$csvA/format', adminsOfB(404), {}),
  onA('PUT csv-imports/:importId=$csvA/mapping', adminsOfA(200), CSV_MAPPING),
  onB('PUT csv-imports/:importId=$csvA/mapping', adminsOfB(404), CSV_MAPPING),
  onA('POST csv-imports/:importId=$csvA/preview', adminsOfA(200), CSV_MAPPING),
  onB('POST csv-imports/:importId=$csvA/preview', adminsOfB(404), CSV_MAPPING),
  // No dry run has ended.
  onA('POST csv-imports/:importId=$csvA/load', adminsOfA('409 conflict'), {}),
  onB('POST csv-imports/:importId=$csvA/load', adminsOfB(404), {}),
  onA('DELETE csv-imports/:importId=$csvA', adminsOfA(204)),
  onB('DELETE csv-imports/:importId=$csvA', adminsOfB(404)),
  // This operation accepts import keys and no sessions.
  onA('GET clients/changes?after=0', all(401)),
  onA('GET appointment-questions?after=0', all(401)),
  onA('PUT import?sequence=1', all(401)),
  onPractice('nowhere', 'PUT import?sequence=1', all(401)),
  onA('GET import/files/:name=a.pdf', all(401)),
  onA('PUT import/files/:name=a.pdf', all(401)),
  ...byAdmins('GET imports', 200),
  onA('GET imports/:sequence=1', adminsOfA(200)),
  onA('GET imports/:sequence=2', adminsOfA(404)),
  onB('GET imports/:sequence=1', adminsOfB(404)),
  ...['POST', 'DELETE'].flatMap((method) => [
    ...byAdmins(`${method} imports/:sequence=1/confirmation`, 409),
    onA(`${method} imports/:sequence=2/confirmation`, adminsOfA(404)),
    onB(`${method} imports/:sequence=3/confirmation`, adminsOfB(204)),
  ]),
  ...byAdmins('DELETE import-sequence', 204),
  // An export of practice B waits for confirmation.
  onB('DELETE import-sequence', adminsOfB(409)),
  ...byStaff('GET clients', 200),
  row('GET /clients?practiceId=a', staffOfA(200)),
  onA('POST clients?clientUuid=$new', staffOfA(201)),
  onA('POST clients?clientUuid=$cA1', { PA1: 403, UA: 200 }),
  onA('POST clients?clientUuid=$newB', { PAB: 403, UA: 404, AA: 404 }),
  onB('POST clients?clientUuid=$new', { PA1: 404, PAB: 403, UA: 404, UB: 404, AB: 404 }),
  ...onClients('GET', { ...READERS, new: { PA1: 404, UA: 200, AA: 200, UB: 404 } }),
  ...onClients('PUT', staffOnClients(200), { locked: true }),
  ...onClients('PUT', { cAL: { PL: 403, UA: 200, UB: 404 } }, { locked: false }),
  // Owners of these clients have opened the practice; invitations.test.ts covers the others.
  ...onClients('POST invitation', {
    ...staffOnClients('409 conflict'),
    new: { PA1: 404, UA: '409 conflict', UB: 404 },
  }),
  ...onClients('DELETE', staffOnClients(204)),
  ...onClients('GET patients/:patientId=$animalOf_*/logbook', READERS),
  ...onClients('GET patients/:patientId=$animalOf_*/claim/:invoiceId=$invoiceOf_*', READERS),
  ...elsewhere('GET patients/:patientId=$animalOf_cA2/claim/:invoiceId=$invoiceOf_cA1'),
  ...elsewhere('GET patients/:patientId=$animalOf_cA1/claim/:invoiceId=$invoiceOf_cA2'),
  // A record is found only under its own client.
  ...['animalOf_cA2', 'animalOf_cB', 'random'].flatMap((id) => elsewhere(`GET patients/:patientId=$${id}/logbook`)),
  ...[
    'patients',
    'being-given',
    'withdrawals',
    'herd',
    'herd/releases',
    'herd/animals',
    'herd/medicines',
    'herd/medicines/file?format=csv',
    'reminders',
    'appointments',
    'requests',
    'forms',
    'visit-forms',
    'invoices',
    ...ATTACHMENT_TYPES,
  ].flatMap((name) => onClients(`GET ${name}`, READERS)),
  ...onClients('GET export', ownersOnly(200)),
  ...onClients('GET calendar', ownersOnly(200)),
  ...onClients('POST calendar', ownersOnly(200)),
  ...onClients('DELETE calendar', ownersOnly(204)),
  ...onClients('GET shared-cards', ownersOnly(200)),
  ...onClients('POST patients/:patientId=$animalOf_*/shared-cards', ownersOnly(201), CARD),
  ...onClients('DELETE shared-cards/:cardId=$cardOf_*', ownersOnly(204)),
  row('POST /clients/:clientId=$cA1/patients/:patientId=$animalOf_cA2/shared-cards', { PA1: 404, PA2: 404 }, CARD),
  row('DELETE /clients/:clientId=$cA1/shared-cards/:cardId=$cardOf_cA2', { PA1: 404, PA2: 404 }),
  ...onClients('GET reminder-mails', ownersOnly(200)),
  ...onClients('PUT reminder-mails', ownersOnly(204), { subscribed: false }),
  ...onClients('GET requests/:requestId=$requestOf_*', READERS),
  ...elsewhere('GET requests/:requestId=$requestOf_cA2'),
  ...onClients('POST requests', ownersOnly(201), QUESTION),
  ...onClients('POST requests/:requestId=$requestOf_*/withdrawal', ownersOnly(200)),
  ...onClients('GET request-count', READERS),
  ...onClients('POST requests/:requestId=$requestOf_*/messages', ownersOnly(201), MESSAGE),
  row('POST /clients/:clientId=$cA1/requests/:requestId=$requestOf_cA2/messages', { PA1: 404, PA2: 404 }, MESSAGE),
  // In an open request, as all of the fixtures are, the message is written without reopening.
  ...onClients('POST requests/:requestId=$requestOf_*/reopen', ownersOnly(201), MESSAGE),
  row('POST /clients/:clientId=$cA1/requests/:requestId=$requestOf_cA2/reopen', { PA1: 404, PA2: 404 }, MESSAGE),
  ...onClients('POST requests/:requestId=$requestOf_*/read', ownersOnly(200), { lastUuid: UUID }),
  row(
    'POST /clients/:clientId=$cA1/requests/:requestId=$requestOf_cA2/read',
    { PA1: 404, PA2: 404 },
    { lastUuid: UUID },
  ),
  row('POST /clients/:clientId=$cA1/requests/:requestId=$requestOf_cA2/withdrawal', { PA1: 404, PA2: 404 }),
  ...onClients('GET estimates', READERS),
  ...onClients('GET estimates/:estimateId=$estimateOf_*', READERS),
  ...elsewhere('GET estimates/:estimateId=$estimateOf_cA2'),
  ...onClients('GET estimates/:estimateId=$estimateOf_*/file', READERS),
  ...elsewhere('GET estimates/:estimateId=$estimateOf_cA2/file'),
  ...onClients('POST estimates/:estimateId=$estimateOf_*/answer', ownersOnly(200), ACCEPTED),
  row('POST /clients/:clientId=$cA1/estimates/:estimateId=$estimateOf_cA2/answer', { PA1: 404, PA2: 404 }, ACCEPTED),
  // 415: allowed, but the body is no picture.
  ...onClients('POST request-photos', ownersOnly(415), {}),
  // 404: allowed, but there is no such photo.
  ...onClients(`DELETE request-photos/:photoId=${UUID}`, ownersOnly(404)),
  ...onClients('PUT patients/:patientId=$animalOf_*/photo', ownersOnly(415), {}),
  // 404: allowed, but the animal has no photo.
  ...onClients('DELETE patients/:patientId=$animalOf_*/photo', ownersOnly(404)),
  ...byStaff('GET requests', 200),
  ...byStaff('GET request-count', 200),
  // A request is found only under its own practice.
  onA('GET requests/:requestId=$requestOf_cA1', staffOfA(200)),
  onB('GET requests/:requestId=$requestOf_cA1', staffOfB(404)),
  onA('POST requests/:requestId=$requestOf_cA1/seen', staffOfA(200)),
  onB('POST requests/:requestId=$requestOf_cA1/seen', staffOfB(404)),
  onA('POST requests/:requestId=$requestOf_cA1/answer', staffOfA(200), ANSWER),
  onB('POST requests/:requestId=$requestOf_cA1/answer', staffOfB(404), ANSWER),
  onA('POST requests/:requestId=$requestOf_cA1/messages', staffOfA(201), { ...MESSAGE, outcome: 'asked' }),
  onB('POST requests/:requestId=$requestOf_cA1/messages', staffOfB(404), { ...MESSAGE, outcome: 'asked' }),
  // 409: allowed, but the practice has not written in it.
  onA('POST requests/:requestId=$requestOf_cA1/end', staffOfA(409), {}),
  onB('POST requests/:requestId=$requestOf_cA1/end', staffOfB(404), {}),
  // 415: allowed, but the body is no picture.
  onA('POST requests/:requestId=$requestOf_cA1/photos', staffOfA(415), {}),
  ...onClients('GET appointments/:appointmentId=$appointmentOf_*', READERS),
  ...elsewhere('GET appointments/:appointmentId=$appointmentOf_cA2'),
  ...onClients('PUT appointments/:appointmentId=$appointmentOf_*/questions', ownersOnly(200), QUESTIONS),
  row('PUT /clients/:clientId=$cA1/appointments/:appointmentId=$appointmentOf_cA2/questions', { PA1: 404 }, QUESTIONS),
  ...onClients('GET forms/:taskId=$taskOf_*', READERS),
  ...elsewhere('GET forms/:taskId=$taskOf_cA2'),
  ...onClients('POST forms/:taskId=$taskOf_*/submission', ownersOnly(201), SUBMISSION),
  row('POST /clients/:clientId=$cA1/forms/:taskId=$taskOf_cA2/submission', { PA1: 404, PA2: 404 }, SUBMISSION),
  // 409: allowed, but the form is no consent.
  ...onClients('POST forms/:taskId=$taskOf_*/withdrawal', ownersOnly(409)),
  row('POST /clients/:clientId=$cA1/forms/:taskId=$taskOf_cA2/withdrawal', { PA1: 404, PA2: 404 }),
  ...byStaff('GET forms', 200),
  ...byAdmins(`PUT forms/:formId=${UUID}`, 200, FORM),
  onA('GET forms/:formId=$formA', staffOfA(200)),
  onB('GET forms/:formId=$formA', staffOfB(404)),
  onA('POST forms/:formId=$formA/publication', adminsOfA(200), { afterVersion: 1 }),
  onB('POST forms/:formId=$formA/publication', adminsOfB(404), { afterVersion: 1 }),
  onA('DELETE forms/:formId=$unusedForm', adminsOfA(204)),
  onB('DELETE forms/:formId=$unusedForm', adminsOfB(404)),
  ...byStaff('GET form-answers', 200),
  onA('GET form-answers/:taskId=$taskOf_cA1', staffOfA(200)),
  onB('GET form-answers/:taskId=$taskOf_cA1', staffOfB(404)),
  onA('POST form-tasks/:taskId=$taskOf_cA1/cancellation', staffOfA(200)),
  onB('POST form-tasks/:taskId=$taskOf_cA1/cancellation', staffOfB(404)),
  // 404: allowed, but there is no such client.
  onA('POST form-tasks', { ...staffOfA(404) }, { uuid: UUID, formId: UUID, clientUuid: UUID }),
  onA('GET request-settings', readersOfA),
  onPractice('locked', 'GET request-settings', readersOfLocked),
  ...byAdmins('PUT request-settings', 200, { kinds: ['QUESTION'] }),
  ...byStaff('GET appointments?from=2999-01-01', 200),
  // An appointment is found only under its own practice, and while its client is registered.
  onA('GET appointments/:appointmentId=$appointmentOf_cA1', staffOfA(200)),
  onA('GET appointments/:appointmentId=$appointmentOf_new', staffOfA(404)),
  onB('GET appointments/:appointmentId=$appointmentOf_cA1', staffOfB(404)),
  ...byStaff('GET estimates', 200),
  // An estimate is found only under its own practice.
  ...['', '/file'].flatMap((path) => [
    onA(`GET estimates/:estimateId=$estimateOf_cA1${path}`, staffOfA(200)),
    onA(`GET estimates/:estimateId=$estimateOf_new${path}`, staffOfA(200)),
    onB(`GET estimates/:estimateId=$estimateOf_cA1${path}`, staffOfB(404)),
  ]),
  onA('PUT estimates/:estimateId=$estimateOf_cA1', staffOfA(200), NEW_ESTIMATE),
  onA('PUT estimates/:estimateId=$random', staffOfA(201), NEW_ESTIMATE),
  onB('PUT estimates/:estimateId=$random', staffOfB(404), NEW_ESTIMATE),
  ...['POST', 'DELETE'].flatMap((method) => [
    onA(`${method} estimates/:estimateId=$estimateOf_cA1/withdrawal`, staffOfA(200)),
    onB(`${method} estimates/:estimateId=$estimateOf_cA1/withdrawal`, staffOfB(404)),
  ]),
  ...byStaff('GET estimate-settings', 200),
  ...byAdmins('PUT estimate-settings', 200, { emergency: 'Bel ons.' }),
  ...byAdmins('GET retention', 200),
  ...byAdmins('PUT retention', 200, { ...POLICY, proof: PROOF }),
  onA('PUT retention', adminsOfA(NO_PROOF), POLICY),
  ...byAdmins('GET retention/preview?invoice=7', 200),
  ...byAdmins('GET retention/preview/file?invoice=7', 200),
  // The fixtures' clock has not jumped, so there is nothing to confirm.
  ...byAdmins('POST retention/clock', 409, CLOCK),
  ...['', '/file', '/ubl'].flatMap((part) => [
    ...onClients(`GET invoices/:invoiceId=$invoiceOf_*${part}`, READERS),
    ...['invoiceOf_cA2', 'invoiceOf_cB', 'random'].flatMap((id) => elsewhere(`GET invoices/:invoiceId=$${id}${part}`)),
  ]),
  row('GET /user/practices', all(200)),
  row('GET /user/client?practiceId=a', { ...all(404), PA1: 200, PA2: 200, PAB: 200, PL: locked }),
  row('GET /user/client?practiceId=a&clientUuid=$cA1', { ...all(404), PA1: 200 }),
  row('GET /user/client?practiceId=b&clientUuid=$cA1', all(404)),
  row('GET /user/client?practiceId=b', { PA1: 404, PAB: 200, UB: 404 }),
  row('GET /user/client?practiceId=locked', { ...all(404), LO: practiceLocked }),
  row('GET /user', all(200)),
  row('PUT /user', all(200), { language: 'en' }),
  row('DELETE /user/session', all(204)),
  row('GET /user/sessions', all(200)),
  row('DELETE /user/sessions', all(204)),
  row('DELETE /user/sessions/:sessionId=$random', all(404)),
  row('GET /user/offers', all(200)),
  ...['POST', 'DELETE'].flatMap((method) => [
    row(`${method} /user/offers/:practiceId=a`, { ...all(404), OFF: 204 }),
    row(`${method} /user/offers/:practiceId=b`, all(404)),
  ]),
  row('GET /user/passkeys', all(200)),
  row('POST /user/passkeys/options', all(200), PROOF),
  // These values do not come from an authenticator.
  row('POST /user/passkeys', all('400 validation-failed'), {
    name: 'Telefoon',
    id: 'x',
    clientDataJSON: 'x',
    attestationObject: 'x',
  }),
  row('POST /user/passkeys/:passkeyId=$random/removal', all(404), PROOF),
  row('GET /user/identities', all(200)),
  row('POST /user/identities/:identityId=$random/removal', all(404), PROOF),
  row('GET /user/second-factor', staffOnly(200)),
  row('POST /user/totp/options', staffOnly(200), PROOF),
  // No set-up was started with this id.
  row('POST /user/totp', staffOnly('400 validation-failed'), { setUp: 'x', code: '123456' }),
  row('POST /user/totp/recovery-codes', staffOnly(404), PROOF),
  row('POST /user/totp/removal', staffOnly(404), PROOF),
  row('GET /capabilities', all(200)),
  row('GET /portal/start', all(200)),
  row('GET /user/refresh', { ...all(200), PL: locked }),
  row('POST /password/change', all(204), { currentPassword: PASSWORD, newPassword: 'Welkom#2027' }),

  // Open to everybody, with or without a session.
  row('GET /health/live', OPEN),
  row('GET /health/ready', OPEN),
  row('GET /openapi.json', OPEN),
  row('GET /export-line.schema.json', OPEN),
  row('POST /user/authenticate', LOGIN_FAILED, { username: 'pa1@mail.example', password: 'wrong' }),
  row('GET /oauth/authenticate?access_token=x', LOGIN_FAILED),
  // These need the setting OIDC_ISSUER.
  ...['GET /oidc/start', 'GET /oidc/callback'].map((call) => row(call, { anon: 404, PA1: 404, UA: 404 })),
  row('POST /oidc/session', { anon: 404, PA1: 404, UA: 404 }, { code: 'x' }),
  row('GET /user/authenticate/passkey', { anon: 200, PA1: 200 }),
  row('POST /user/authenticate/passkey', LOGIN_FAILED, {
    id: 'x',
    clientDataJSON: 'x',
    authenticatorData: 'x',
    signature: 'x',
  }),
  row('POST /user/authenticate/second-factor', LOGIN_FAILED, { challenge: 'x', code: '123456' }),
  row('POST /password/forgot?email=pa1@mail.example', { anon: 204, PA1: 204 }),
  // These calls take the secret of a link instead of a session.
  row('GET /shared-card', { anon: 404, PA1: 404, UA: 404 }),
  // A locked practice gets the same response as one that does not exist.
  row('GET /prices/:practiceId=a', { anon: 200, PA1: 200, UB: 200 }),
  row('GET /prices/:practiceId=locked', { anon: 404, LO: 404, LA: 404 }),
  row('GET /prices/:practiceId=nowhere', { anon: 404, AA: 404 }),
  row('GET /password/invitation', NO_TOKEN),
  row('POST /password/reset', NO_TOKEN, { newPassword: 'Welkom#2027' }),
  row('GET /setup', { anon: 200, PA1: 200, UA: 200 }),
  row('POST /setup', ALREADY_SET_UP, {}),
  row('POST /setup/passkey-options', ALREADY_SET_UP, {}),
  row('POST /letter', NO_LETTER, { code: 'x', email: 'jan@mail.example' }),
  row('POST /letter/confirmation', NO_LETTER),
]

/** `within('a', 'b c')` returns `a.b a.c`. */
const within = (name: string, fields: string) =>
  fields
    .split(' ')
    .map((field) => `${name}.${field}`)
    .join(' ')
const page = (fields: string) =>
  `${within('page', 'number size totalPages totalElements')} ${within('content', fields)}`

const CLIENT = [
  'uuid locked companyName callName firstName initials lastName clientNumber email phone mobile street houseNumber',
  'postalCode city country ubn registered registeredAt patientCount',
].join(' ')
const CLIENT_FOR_STAFF = [
  CLIENT,
  'invitation mailFailure invitedAt lastLoginAt patientNames',
  within('sameAccount', 'uuid name'),
  within('addressChange', 'from to askedAt'),
  within('signIn', 'username linkUntil'),
].join(' ')
const LISTED =
  'uuid locked companyName callName firstName lastName clientNumber email city invitation mailFailure phone mobile matchedPatients'
const PUBLIC_PRACTICE = 'id name title text phone website email iban accountHolder bookingUrl logoUrl locked'
const USER = `id username email firstName lastName practiceId roles language ${within('workplaces', 'practiceId name role')}`
const STAFF = 'id username firstName lastName role state secondFactor identity lastSignIn'
const LOGBOOK_ENTRY = 'uuid date kind description productName withdrawalMeatDays'
const SHARED_CARD = 'uuid patientUuid parts note createdAt endsAt'
const APPOINTMENT = 'uuid start durationMinutes patientUuids reason preparation status reminderUuid'
const VISIT = `${APPOINTMENT} questions visitForms invoices ${within('questions', 'text changedAt')}`
const REQUEST = 'uuid practiceId clientUuid kind state patientUuid patientName text sentAt seenAt closedAt'
const ESTIMATE_OF_CLIENT = `uuid practiceId clientUuid state number date validUntil reason contentHash sentAt ${within('lines', 'description quantity vatRate amount amountTo')}`
const TERMS = within('terms', 'emergency phone confirmation')
const ESTIMATE_OF_PRACTICE = `${ESTIMATE_OF_CLIENT} clientName clientNumber changeNumber`
const REQUEST_OF_PRACTICE = `${REQUEST} clientName number`
const ONE_OF_PRACTICE = `${REQUEST_OF_PRACTICE} ${within('lastMedicine', 'date name')}`
const MESSAGES = within('messages', 'uuid side at outcome text by')
const FORM_FIELDS =
  'id kind version active changed changedAt contentHash publishedAt content.title.nl content.fields.id content.fields.type content.fields.label.nl'
const APPOINTMENT_OF_PRACTICE = `${APPOINTMENT} client.uuid client.name ${within('animals', 'uuid name')} openForms completeForms withdrawnForms hasQuestions`
const FORM_TASK = 'uuid practiceId clientUuid formId kind title.nl state askedAt patientUuid patientName version'
const FORM_TASK_DETAIL = `${FORM_TASK} content.title.nl content.fields.id content.fields.type content.fields.label.nl`
const FACTS = 'facts.clientName facts.patientName'
const RETENTION = 'years.invoice isOn nextRun'
const IMPORT_KEY = 'id name purpose scopes madeAt madeBy endsAt makerLeft lastUsedAt'
const IMPORT_RUN = 'sequence state receivedAt key bytes'
const CSV_SUMMARY =
  'id fileName bytes state kind progress uploadedAt uploadedBy expiresAt encoding delimiter counts.rows large loadedAt'
const CSV_PREVIEW_ROW = `line ${within('values', 'field value')} problems`
const CSV_COLUMNS = within('columns', 'column field')
const CSV_IMPORT = [
  CSV_SUMMARY,
  'mappingOrigin',
  within('columns', 'name samples'),
  within('rows', 'line cells'),
  within('mapping', `kind ${CSV_COLUMNS} values dateOrder decimal`),
  within('suggestions', `kind ${CSV_COLUMNS} values dateOrder decimal`),
  within('preview', CSV_PREVIEW_ROW),
].join(' ')
const PRICE_VERSION = 'version validFrom publishedAt publishedBy'
const PRICE_LIST = `${PRICE_VERSION} ${within('items', 'category description price')}`
const OF_CLIENTS = 'count latest.at latest.client.uuid latest.client.name'
const WEBHOOK_FIELDS = 'id name url types state madeAt waiting'
/** Names of all fields that a response may have, by operation. An operation not listed may return no field. */
export const FIELDS: Record<string, string> = {
  'GET /setup': 'isDone',
  'GET /practice/:practiceId': `${PUBLIC_PRACTICE} manaId seller`,
  'PUT /practice/:practiceId': `${PUBLIC_PRACTICE} manaId seller`,
  'GET /practice/:practiceId/mail-budget': 'perDay left putOff',
  'GET /practice/:practiceId/mail-preview': 'subject text html',
  'GET /practice/:practiceId/reminder-mails': `enabled subscribers latest.week latest.sent sent ${within('givenUp', OF_CLIENTS)}`,
  'GET /practice/:practiceId/figures': [
    'from until',
    within('reminders', 'type due doneIn30 doneIn90 done pending'),
    within('requests', `kind sent ${within('seen', 'count median most')} ${within('answered', 'count median most')}`),
    within('animals', 'alive planned without'),
    within('clients', 'mailed activated invited notInvited locked withEmail withoutEmail'),
    within('monthStarts', 'day animals clients users invited'),
  ].join(' '),
  'GET /practice/:practiceId/follow-up': 'notInvited undelivered unanswered withoutEmail failedImports gettingStarted',
  'GET /practice/:practiceId/getting-started': 'isDismissed done invited toInvite',
  'GET /practice/:practiceId/news': [
    within('activations', OF_CLIENTS),
    within('givenUpMails', OF_CLIENTS),
    within('imports', 'at added updated'),
  ].join(' '),
  'GET /practice/:practiceId/staff': STAFF,
  'POST /practice/:practiceId/staff': STAFF,
  'PUT /practice/:practiceId/staff/:accountId': STAFF,
  'GET /practice/:practiceId/staff-proposals': 'id username firstName lastName currentRole key proposedAt',
  'POST /practice/:practiceId/staff-proposals/:proposalId': STAFF,
  'GET /practice/:practiceId/audit/people': 'id name username',
  'GET /clients/:clientId/seen': page('day by role account.id account.name account.username key actions'),
  'GET /practice/:practiceId/audit': page(
    'at action account.id account.name account.username client.uuid client.name count fields changes key names.from names.to member.id member.name member.role undo.until undo.removal',
  ),
  'POST /practice/:practiceId/removals/:removalId/undo': 'restored otherAccount registered addressChanged',
  'GET /practice/:practiceId/import-keys': IMPORT_KEY,
  'POST /practice/:practiceId/import-keys': `${IMPORT_KEY} key`,
  'POST /practice/:practiceId/import-keys/:keyId/takeover': IMPORT_KEY,
  'GET /practice/:practiceId/webhooks': WEBHOOK_FIELDS,
  'POST /practice/:practiceId/webhooks': `${WEBHOOK_FIELDS} secret`,
  'GET /practice/:practiceId/webhooks/:webhookId': WEBHOOK_FIELDS,
  'PUT /practice/:practiceId/webhooks/:webhookId': WEBHOOK_FIELDS,
  'PUT /practice/:practiceId/webhooks/:webhookId/state': WEBHOOK_FIELDS,
  'POST /practice/:practiceId/webhooks/:webhookId/secret': `${WEBHOOK_FIELDS} formerSecretUntil secret`,
  'GET /practice/:practiceId/webhooks/:webhookId/deliveries': page('id eventId type at state attempts'),
  'POST /practice/:practiceId/webhooks/:webhookId/replay': 'count',
  'DELETE /practice/:practiceId/webhooks/:webhookId/waiting': 'count',
  'GET /practice/:practiceId/price-list': PRICE_LIST,
  'PUT /practice/:practiceId/price-list': PRICE_LIST,
  'GET /practice/:practiceId/price-list/versions': `${PRICE_VERSION} count`,
  'GET /practice/:practiceId/price-list/versions/:version': PRICE_LIST,
  'GET /prices/:practiceId': `${within('practice', 'id name phone website bookingUrl logoUrl')} validFrom ${within('items', 'category description price')}`,
  'GET /practice/:practiceId/csv-imports': within('content', CSV_SUMMARY),
  'GET /practice/:practiceId/csv-imports/:importId': CSV_IMPORT,
  'PUT /practice/:practiceId/csv-imports/:importId/format': CSV_IMPORT,
  'PUT /practice/:practiceId/csv-imports/:importId/mapping': CSV_IMPORT,
  'POST /practice/:practiceId/csv-imports/:importId/preview': within('rows', CSV_PREVIEW_ROW),
  'GET /practice/:practiceId/imports': page(IMPORT_RUN),
  'GET /practice/:practiceId/imports/:sequence': IMPORT_RUN,
  'GET /practice/:practiceId/clients': page(LISTED),
  'GET /clients': page(LISTED),
  'POST /practice/:practiceId/clients': CLIENT_FOR_STAFF,
  'GET /clients/:clientId': CLIENT_FOR_STAFF,
  'PUT /clients/:clientId': CLIENT_FOR_STAFF,
  'GET /clients/:clientId/patients': 'uuid name',
  'GET /clients/:clientId/patients/:patientId/logbook': LOGBOOK_ENTRY,
  'GET /clients/:clientId/being-given': 'patientUuid product since listedUntil entry mayRepeat',
  'GET /clients/:clientId/withdrawals': `${LOGBOOK_ENTRY} patientUuid`,
  'GET /clients/:clientId/herd': 'isKept',
  'GET /clients/:clientId/herd/releases': `food count ${within('days', `day count ${within('releases', 'animal.uuid animal.name what days')}`)}`,
  'GET /clients/:clientId/herd/animals': `${page('uuid name')} ${within('running', 'uuid date description withdrawalMeatDays patientUuid')}`,
  'GET /clients/:clientId/herd/medicines': `${page(`${LOGBOOK_ENTRY} patientUuid`)} animals.uuid animals.name medicines`,
  'GET /clients/:clientId/herd/medicines/file': 'url',
  'GET /clients/:clientId/export': 'url',
  'GET /clients/:clientId/calendar': 'url',
  'POST /clients/:clientId/calendar': 'url',
  'GET /clients/:clientId/shared-cards': SHARED_CARD,
  'POST /clients/:clientId/patients/:patientId/shared-cards': `${SHARED_CARD} secret`,
  'GET /clients/:clientId/requests': page(REQUEST),
  'GET /clients/:clientId/requests/:requestId': REQUEST,
  'POST /clients/:clientId/requests': REQUEST,
  'POST /clients/:clientId/requests/:requestId/withdrawal': REQUEST,
  'GET /clients/:clientId/request-count': 'waiting',
  'POST /clients/:clientId/requests/:requestId/messages': `${REQUEST} ${MESSAGES}`,
  'POST /clients/:clientId/requests/:requestId/reopen': `${REQUEST} ${MESSAGES}`,
  'POST /clients/:clientId/requests/:requestId/read': REQUEST,
  'POST /practice/:practiceId/requests/:requestId/messages': `${ONE_OF_PRACTICE} unread ${MESSAGES}`,
  'GET /practice/:practiceId/requests': page(REQUEST_OF_PRACTICE),
  'GET /practice/:practiceId/requests/:requestId': ONE_OF_PRACTICE,
  'POST /practice/:practiceId/requests/:requestId/seen': ONE_OF_PRACTICE,
  'POST /practice/:practiceId/requests/:requestId/answer': `${ONE_OF_PRACTICE} answer.text answer.by unread ${MESSAGES}`,
  'GET /clients/:clientId/forms': page(FORM_TASK),
  'GET /clients/:clientId/forms/:taskId': `${FORM_TASK_DETAIL} ${FACTS}`,
  'POST /clients/:clientId/forms/:taskId/submission': `${FORM_TASK_DETAIL} ${FACTS} completedAt url answers photos`,
  'GET /practice/:practiceId/forms': within('content', FORM_FIELDS),
  'GET /practice/:practiceId/forms/:formId': FORM_FIELDS,
  'PUT /practice/:practiceId/forms/:formId':
    'id kind version active changed changedAt contentHash content.title.nl content.fields',
  'POST /practice/:practiceId/forms/:formId/publication': FORM_FIELDS,
  'GET /practice/:practiceId/form-answers': page(`${FORM_TASK_DETAIL} clientName number`),
  'GET /practice/:practiceId/form-answers/:taskId': `${FORM_TASK_DETAIL} ${FACTS} clientName number`,
  'POST /practice/:practiceId/form-tasks/:taskId/cancellation': `${FORM_TASK_DETAIL} ${FACTS} clientName number closedAt`,
  'GET /clients/:clientId/estimates': page(ESTIMATE_OF_CLIENT),
  'GET /clients/:clientId/estimates/:estimateId': `${ESTIMATE_OF_CLIENT} ${TERMS}`,
  'GET /clients/:clientId/estimates/:estimateId/file': 'url',
  'POST /clients/:clientId/estimates/:estimateId/answer': `${ESTIMATE_OF_CLIENT} ${TERMS} ${within('answer', 'outcome at by amount amountTo contentHash fileHash')}`,
  'GET /practice/:practiceId/appointments': page(APPOINTMENT_OF_PRACTICE),
  'GET /practice/:practiceId/appointments/:appointmentId': `${APPOINTMENT_OF_PRACTICE} ${within('forms', FORM_TASK)}`,
  'GET /practice/:practiceId/estimates': page(ESTIMATE_OF_PRACTICE),
  'GET /practice/:practiceId/estimates/:estimateId': `${ESTIMATE_OF_PRACTICE} ${TERMS}`,
  'GET /practice/:practiceId/estimates/:estimateId/file': 'url',
  'PUT /practice/:practiceId/estimates/:estimateId': `${ESTIMATE_OF_PRACTICE} ${TERMS}`,
  'POST /practice/:practiceId/estimates/:estimateId/withdrawal': `${ESTIMATE_OF_PRACTICE} ${TERMS} withdrawnAt`,
  'DELETE /practice/:practiceId/estimates/:estimateId/withdrawal': `${ESTIMATE_OF_PRACTICE} ${TERMS}`,
  'GET /practice/:practiceId/estimate-settings': within('shown', 'emergency phone confirmation'),
  'PUT /practice/:practiceId/estimate-settings': `emergency ${within('shown', 'emergency phone confirmation')}`,
  'GET /practice/:practiceId/request-count': 'waiting since unseen',
  'GET /practice/:practiceId/retention': RETENTION,
  'PUT /practice/:practiceId/retention': RETENTION,
  'GET /practice/:practiceId/retention/preview': within('counts', 'kind year count'),
  'GET /practice/:practiceId/request-settings': 'kinds',
  'PUT /practice/:practiceId/request-settings': 'kinds',
  'GET /clients/:clientId/reminder-mails': 'offered subscribed since',
  'GET /clients/:clientId/reminders': page('uuid date active description bookedFor'),
  'GET /clients/:clientId/appointments': page(APPOINTMENT),
  'GET /clients/:clientId/appointments/:appointmentId': VISIT,
  'PUT /clients/:clientId/appointments/:appointmentId/questions': VISIT,
  'GET /clients/:clientId/invoices/:invoiceId': 'uuid date status totalInclVat',
  'GET /clients/:clientId/invoices/:invoiceId/file': 'url',
  'GET /clients/:clientId/invoices/:invoiceId/ubl': 'url obstacle',
  'GET /clients/:clientId/visit-forms': page('uuid date url'),
  'GET /clients/:clientId/invoices': page('uuid date status totalInclVat'),
  ...Object.fromEntries(ATTACHMENT_TYPES.map((type) => [`GET /clients/:clientId/${type}`, page('uuid date type')])),
  // A list of strings, without fields.
  'GET /capabilities': '',
  'GET /portal/start': 'parts parts.path parts.body parts.version',
  'GET /user/practices': PUBLIC_PRACTICE,
  'GET /user/client': CLIENT,
  'GET /user': USER,
  'PUT /user': USER,
  'GET /user/refresh': 'token',
  'GET /user/authenticate/passkey': 'challenge rpId userVerification timeout',
  'GET /user/identities': 'id issuer linkedAt lastUsedAt',
  'GET /user/passkeys': 'hasPassword passkeys',
  'POST /user/passkeys/options': [
    'rp.id rp.name user.id user.name user.displayName challenge timeout attestation excludeCredentials',
    within('pubKeyCredParams', 'type alg'),
    within('authenticatorSelection', 'residentKey requireResidentKey userVerification'),
  ].join(' '),
  'GET /user/second-factor': 'totpSince recoveryCodes passkeys hasPassword required',
  'POST /user/totp/options': 'secret uri setUp',
  'GET /practice/:practiceId/second-factor': 'required without',
  'GET /user/offers': 'practiceId name role currentRole offeredAt secondFactor',
  'GET /user/sessions': 'id signedInAt current',
}
