import { ATTACHMENT_TYPES } from '#contract/attachment.ts'
import { PEOPLE, type Person } from '#harness/people.ts'

// Who may do what: the one table of it. A test is made of each cell, and a route of the API without a row fails.

/** A status, or a status with its code. */
export type Expected = number | string
type Cells = Record<Person, Expected>

export interface MatrixRow {
  method: string
  /** As the API names it. */
  route: string
  /** What is called; `$name` is an id of the fixtures. */
  path: string
  body?: unknown
  cells: Partial<Cells>
}

const all = (expected: Expected): Cells => ({
  ...(Object.fromEntries(PEOPLE.map((person) => [person, expected])) as Cells),
  anon: 401,
  DEL: 401,
})
/** The functions of staff on practice A: its owners know that it is there. */
const staffOfA = (expected: Expected): Cells => ({
  ...all(404),
  PA1: 403,
  PA2: 403,
  PAB: 403,
  PL: 403,
  UA: expected,
  AA: expected,
  UBA: expected,
})
const staffOnly = (expected: Expected): Cells => ({
  ...all(403),
  UA: expected,
  AA: expected,
  UB: expected,
  AB: expected,
  LA: expected,
  UBA: expected,
})
const adminsOfA = (expected: Expected): Cells => ({ ...staffOfA(expected), UA: 403 })
/** The functions of staff on client cA1: only its owner knows that it is there. */
const staffOnClient = (expected: Expected): Cells => ({
  ...all(404),
  PA1: 403,
  UA: expected,
  AA: expected,
  UBA: expected,
})
const readersOfClient: Cells = { ...staffOnClient(200), PA1: 200 }
const locked = '403 client-locked'
const practiceLocked = '403 practice-locked'

/** Of everybody here. */
const PROOF = { currentPassword: 'Welkom#2026' }

const on = (method: string, route: string) => (path: string, cells: Partial<Cells>, body?: unknown) => ({
  method,
  route,
  path,
  cells,
  ...(body !== undefined && { body }),
})
const readPractice = on('GET', '/practice/:practiceId')
const changePractice = on('PUT', '/practice/:practiceId')
const removeAll = on('DELETE', '/practice/:practiceId/clients')
const registered = on('GET', '/practice/:practiceId/clients')
const unregistered = on('GET', '/clients')
const register = on('POST', '/practice/:practiceId/clients')
const readClient = on('GET', '/clients/:clientId')
const undoRemoval = on('POST', '/practice/:practiceId/removals/:removalId/undo')
const lock = on('PUT', '/clients/:clientId')
const inviteClientAgain = on('POST', '/clients/:clientId/invitation')
const remove = on('DELETE', '/clients/:clientId')
const ownClient = on('GET', '/user/client')
const uploadAddress = on('GET', '/practice/:practiceId/logoUploadUrl')
const removeLogo = on('DELETE', '/practice/:practiceId/logo')
const mailBudget = on('GET', '/practice/:practiceId/mail-budget')
const mailPreview = on('GET', '/practice/:practiceId/mail-preview')
const reminderMails = on('GET', '/practice/:practiceId/reminder-mails')
const switchReminderMails = on('PUT', '/practice/:practiceId/reminder-mails')
const figures = on('GET', '/practice/:practiceId/figures')
const letters = on('POST', '/practice/:practiceId/letters')
const followUp = on('GET', '/practice/:practiceId/follow-up')
const news = on('GET', '/practice/:practiceId/news')
const auditPeople = on('GET', '/practice/:practiceId/audit/people')
const staff = on('GET', '/practice/:practiceId/staff')
const inviteStaff = on('POST', '/practice/:practiceId/staff')
const changeStaff = on('PUT', '/practice/:practiceId/staff/:accountId')
const inviteStaffAgain = on('POST', '/practice/:practiceId/staff/:accountId/invitation')
const resetFactor = on('POST', '/practice/:practiceId/staff/:accountId/second-factor/removal')
const proposals = on('GET', '/practice/:practiceId/staff-proposals')
const acceptProposal = on('POST', '/practice/:practiceId/staff-proposals/:proposalId')
const declineProposal = on('DELETE', '/practice/:practiceId/staff-proposals/:proposalId')
const factorOfPractice = on('GET', '/practice/:practiceId/second-factor')
const requireFactor = on('PUT', '/practice/:practiceId/second-factor')
const audit = on('GET', '/practice/:practiceId/audit')

const seen = on('GET', '/clients/:clientId/seen')

const LETTERS = { clientUuids: ['00000000-0000-4000-8000-000000000000'] }
const sharedCards = on('GET', '/clients/:clientId/shared-cards')
const shareCard = on('POST', '/clients/:clientId/patients/:patientId/shared-cards')
const revokeCard = on('DELETE', '/clients/:clientId/shared-cards/:cardId')
const CARD = { parts: ['identity'], note: 'Oppas' }
const sentRequest = on('GET', '/clients/:clientId/requests/:requestId')
const sendRequest = on('POST', '/clients/:clientId/requests')
const withdrawRequest = on('POST', '/clients/:clientId/requests/:requestId/withdrawal')
const removePhoto = on('DELETE', '/clients/:clientId/request-photos/:photoId')
const sendPhoto = on('POST', '/clients/:clientId/request-photos')
const requests = on('GET', '/practice/:practiceId/requests')
const request = on('GET', '/practice/:practiceId/requests/:requestId')
const seeRequest = on('POST', '/practice/:practiceId/requests/:requestId/seen')
const answerRequest = on('POST', '/practice/:practiceId/requests/:requestId/answer')
const requestCount = on('GET', '/practice/:practiceId/request-count')
const requestSettings = on('GET', '/practice/:practiceId/request-settings')
const changeRequestSettings = on('PUT', '/practice/:practiceId/request-settings')
const retention = on('GET', '/practice/:practiceId/retention')
const changeRetention = on('PUT', '/practice/:practiceId/retention')
const retentionPreview = on('GET', '/practice/:practiceId/retention/preview')
const retentionFile = on('GET', '/practice/:practiceId/retention/preview/file')
const confirmClock = on('POST', '/practice/:practiceId/retention/clock')
const QUESTION = { uuid: '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a01', kind: 'QUESTION', text: 'Mag Bella weer wandelen?' }
const POLICY = { years: { invoice: 7 }, isOn: true }
const CLOCK = { stoppedAt: '2026-06-15T10:00:00.000Z' }
const ANSWER = { outcome: 'answered', text: 'Ja, dat mag.' }
const importKeys = on('GET', '/practice/:practiceId/import-keys')
const makeImportKey = on('POST', '/practice/:practiceId/import-keys')
const revokeImportKey = on('DELETE', '/practice/:practiceId/import-keys/:keyId')
const keepImportKey = on('POST', '/practice/:practiceId/import-keys/:keyId/takeover')
const sendExport = on('PUT', '/practice/:practiceId/import')
const imports = on('GET', '/practice/:practiceId/imports')
const resetSequence = on('DELETE', '/practice/:practiceId/import-sequence')
const confirmImport = on('POST', '/practice/:practiceId/imports/:sequence/confirmation')
const declineImport = on('DELETE', '/practice/:practiceId/imports/:sequence/confirmation')
const importRun = on('GET', '/practice/:practiceId/imports/:sequence')

const papers = (name: string, query = ''): MatrixRow[] => {
  const read = on('GET', `/clients/:clientId/${name}`)
  return [
    read(`clients/$cA1/${name}${query}`, readersOfClient),
    read(`clients/$cAL/${name}${query}`, { PL: locked, PA1: 404, UA: 200, AA: 200, UB: 404 }),
    read(`clients/$cLO/${name}${query}`, { LO: practiceLocked, LA: 200, UA: 404 }),
    // Who is not on the portal has no papers there.
    read(`clients/$new/${name}${query}`, { PA1: 404, UA: 404, AA: 404, UB: 404 }),
  ]
}

const logbook = on('GET', '/clients/:clientId/patients/:patientId/logbook')
const logbookOf = (client: string, animal = `animalOf_${client}`) => `clients/$${client}/patients/$${animal}/logbook`

const invoiceFile = on('GET', '/clients/:clientId/invoices/:invoiceId/file')
const fileOf = (client: string, invoice = `invoiceOf_${client}`) => `clients/$${client}/invoices/$${invoice}/file`

export const MATRIX: MatrixRow[] = [
  readPractice('practice/a', { ...staffOfA(200), PA1: 200, PA2: 200, PAB: 200, PL: locked }),
  readPractice('practice/locked', { ...all(404), LO: practiceLocked, LA: 200 }),
  readPractice('practice/nowhere', all(404)),
  changePractice('practice/a', staffOfA(200), { name: 'Nieuw' }),
  changePractice('practice/a', adminsOfA(200), { iban: 'BE68539007547034', proof: PROOF }),
  changePractice('practice/a', adminsOfA('422 current-password-invalid'), { iban: 'BE68539007547034' }),
  changePractice('practice/a', staffOfA(200), { iban: 'NL00', accountHolder: null }),
  changePractice('practice/locked', { ...all(404), LO: 403, LA: 200 }, { name: 'Nieuw' }),
  removeAll('practice/a/clients', adminsOfA(204)),
  removeAll('practice/locked/clients', { ...all(404), LO: 403, LA: 403 }),
  undoRemoval('practice/a/removals/$removalA/undo', adminsOfA(200)),
  // A removal is found below its own practice only.
  undoRemoval('practice/b/removals/$removalA/undo', { ...all(404), PAB: 403, UB: 403, UBA: 403, AB: 404 }),
  undoRemoval('practice/locked/removals/$removalA/undo', { ...all(404), LO: 403, LA: 403 }),
  undoRemoval('practice/a/removals/$random/undo', adminsOfA(404)),
  // 415: they may, but do not say what they have.
  uploadAddress('practice/a/logoUploadUrl', staffOfA(415)),
  uploadAddress('practice/locked/logoUploadUrl', { ...all(404), LO: 403, LA: 415 }),
  uploadAddress('practice/nowhere/logoUploadUrl', all(404)),
  removeLogo('practice/a/logo', staffOfA(204)),
  removeLogo('practice/locked/logo', { ...all(404), LO: 403, LA: 204 }),
  removeLogo('practice/nowhere/logo', all(404)),
  mailBudget('practice/a/mail-budget', staffOfA(200)),
  mailBudget('practice/locked/mail-budget', { ...all(404), LO: 403, LA: 200 }),
  mailPreview('practice/a/mail-preview', staffOfA(200)),
  mailPreview('practice/locked/mail-preview', { ...all(404), LO: 403, LA: 200 }),
  reminderMails('practice/a/reminder-mails', staffOfA(200)),
  reminderMails('practice/locked/reminder-mails', { ...all(404), LO: 403, LA: 200 }),
  switchReminderMails('practice/a/reminder-mails', staffOfA(204), { enabled: true }),
  switchReminderMails('practice/locked/reminder-mails', { ...all(404), LO: 403, LA: 204 }, { enabled: true }),
  figures('practice/a/figures', adminsOfA(200)),
  figures('practice/locked/figures', { ...all(404), LO: 403, LA: 403 }),
  // None that can get one; who can is in the tests of letters.
  letters('practice/a/letters', staffOfA('409 conflict'), LETTERS),
  letters('practice/locked/letters', { ...all(404), LO: 403, LA: '409 conflict' }, LETTERS),
  followUp('practice/a/follow-up', staffOfA(200)),
  followUp('practice/locked/follow-up', { ...all(404), LO: 403, LA: 200 }),
  news('practice/a/news', staffOfA(200)),
  news('practice/locked/news', { ...all(404), LO: 403, LA: 200 }),
  audit('practice/a/audit', adminsOfA(200)),
  auditPeople('practice/a/audit/people', adminsOfA(200)),
  auditPeople('practice/locked/audit/people', { ...all(404), LO: 403, LA: 403 }),
  seen('clients/$cA1/seen', { ...staffOnClient(200), PA1: 200, UA: 403 }),
  seen('clients/$cAL/seen', { PL: locked, PA1: 404, UA: 403, AA: 200, UB: 404 }),
  seen('clients/$cLO/seen', { LO: practiceLocked, LA: 403, AA: 404 }),
  seen('clients/$new/seen', { PA1: 404, UA: 403, AA: 200, UB: 404 }),
  audit('practice/locked/audit', { ...all(404), LO: 403, LA: 403 }),
  staff('practice/a/staff', adminsOfA(200)),
  staff('practice/b/staff', { ...all(404), PAB: 403, UB: 403, AB: 200, UBA: 403 }),
  staff('practice/locked/staff', { ...all(404), LO: 403, LA: 403 }),
  inviteStaff('practice/a/staff', adminsOfA(201), { username: 'new-staff@a.example', role: 'CLINIC_USER' }),
  inviteStaff('practice/a/staff', adminsOfA('409 already-staff'), {
    username: 'ua@a.example',
    role: 'CLINIC_ADMIN',
    proof: PROOF,
  }),
  changeStaff('practice/a/staff/$UA', adminsOfA(200), { role: 'CLINIC_ADMIN', active: true, proof: PROOF }),
  changeStaff('practice/a/staff/$UA', adminsOfA(200), { role: 'CLINIC_USER', active: false }),
  // Who is no staff of theirs is found below no practice.
  changeStaff('practice/a/staff/$UB', adminsOfA(404), { role: 'CLINIC_USER', active: false }),
  changeStaff('practice/a/staff/$PA1', adminsOfA(404), { role: 'CLINIC_ADMIN', active: true }),
  changeStaff('practice/a/staff/$random', adminsOfA(404), { role: 'CLINIC_ADMIN', active: true }),
  inviteStaffAgain('practice/a/staff/$UA/invitation', adminsOfA('409 conflict')),
  inviteStaffAgain('practice/a/staff/$UB/invitation', adminsOfA(404)),
  // They have none; who has one is in the tests of second factors.
  resetFactor('practice/a/staff/$UA/second-factor/removal', adminsOfA('409 conflict'), PROOF),
  resetFactor('practice/a/staff/$UB/second-factor/removal', adminsOfA(404), PROOF),
  resetFactor('practice/a/staff/$PA1/second-factor/removal', adminsOfA(404), PROOF),
  resetFactor('practice/a/staff/$random/second-factor/removal', adminsOfA(404), PROOF),
  proposals('practice/a/staff-proposals', adminsOfA(200)),
  proposals('practice/b/staff-proposals', { ...all(404), PAB: 403, UB: 403, AB: 200, UBA: 403 }),
  proposals('practice/locked/staff-proposals', { ...all(404), LO: 403, LA: 403 }),
  acceptProposal('practice/a/staff-proposals/$proposalA', adminsOfA(200), PROOF),
  acceptProposal('practice/a/staff-proposals/$proposalB', adminsOfA(404), PROOF),
  declineProposal('practice/a/staff-proposals/$proposalA', adminsOfA(204)),
  declineProposal('practice/a/staff-proposals/$proposalB', adminsOfA(404)),
  factorOfPractice('practice/a/second-factor', adminsOfA(200)),
  factorOfPractice('practice/b/second-factor', { ...all(404), PAB: 403, UB: 403, AB: 200, UBA: 403 }),
  factorOfPractice('practice/locked/second-factor', { ...all(404), LO: 403, LA: 403 }),
  requireFactor('practice/a/second-factor', adminsOfA(204), { required: false }),
  // By a session of one factor.
  requireFactor('practice/a/second-factor', adminsOfA('409 second-factor-missing'), { required: true }),
  requireFactor('practice/locked/second-factor', { ...all(404), LO: 403, LA: 403 }, { required: false }),
  importKeys('practice/a/import-keys', adminsOfA(200)),
  importKeys('practice/locked/import-keys', { ...all(404), LO: 403, LA: 403 }),
  makeImportKey('practice/a/import-keys', adminsOfA(201), { name: 'Nieuw', proof: PROOF }),
  makeImportKey(
    'practice/b/import-keys',
    { ...all(404), PAB: 403, UB: 403, UBA: 403, AB: 201 },
    { name: 'Nieuw', proof: PROOF },
  ),
  makeImportKey('practice/locked/import-keys', { ...all(404), LO: 403, LA: 403 }, { name: 'Nieuw', proof: PROOF }),
  makeImportKey('practice/a/import-keys', adminsOfA('422 current-password-invalid'), { name: 'Nieuw' }),
  keepImportKey('practice/a/import-keys/$keyLeft/takeover', adminsOfA(200), PROOF),
  keepImportKey('practice/a/import-keys/$keyLeft/takeover', adminsOfA('422 current-password-invalid'), {}),
  // Who made it has not left.
  keepImportKey('practice/a/import-keys/$keyA/takeover', adminsOfA('409 conflict'), PROOF),
  keepImportKey(
    'practice/b/import-keys/$keyLeft/takeover',
    { ...all(404), PAB: 403, UB: 403, UBA: 403, AB: 404 },
    PROOF,
  ),
  keepImportKey('practice/locked/import-keys/$keyLeft/takeover', { ...all(404), LO: 403, LA: 403 }, PROOF),
  revokeImportKey('practice/a/import-keys/$keyA', adminsOfA(204)),
  // A key is found below its own practice only.
  revokeImportKey('practice/b/import-keys/$keyA', { ...all(404), PAB: 403, UB: 403, UBA: 403, AB: 404 }),
  // For import keys, not for sessions.
  sendExport('practice/a/import?sequence=1', all(401)),
  sendExport('practice/nowhere/import?sequence=1', all(401)),
  imports('practice/a/imports', adminsOfA(200)),
  imports('practice/locked/imports', { ...all(404), LO: 403, LA: 403 }),
  importRun('practice/a/imports/1', adminsOfA(200)),
  importRun('practice/a/imports/2', adminsOfA(404)),
  importRun('practice/b/imports/1', { ...all(404), PAB: 403, UB: 403, UBA: 403 }),
  confirmImport('practice/a/imports/1/confirmation', adminsOfA(409)),
  confirmImport('practice/a/imports/2/confirmation', adminsOfA(404)),
  confirmImport('practice/b/imports/3/confirmation', { ...all(404), PAB: 403, UB: 403, UBA: 403, AB: 204 }),
  confirmImport('practice/locked/imports/1/confirmation', { ...all(404), LO: 403, LA: 403 }),
  declineImport('practice/a/imports/1/confirmation', adminsOfA(409)),
  declineImport('practice/a/imports/2/confirmation', adminsOfA(404)),
  declineImport('practice/b/imports/3/confirmation', { ...all(404), PAB: 403, UB: 403, UBA: 403, AB: 204 }),
  declineImport('practice/locked/imports/1/confirmation', { ...all(404), LO: 403, LA: 403 }),
  resetSequence('practice/a/import-sequence', adminsOfA(204)),
  // One of its exports waits for confirmation.
  resetSequence('practice/b/import-sequence', { ...all(404), PAB: 403, UB: 403, UBA: 403, AB: 409 }),
  resetSequence('practice/locked/import-sequence', { ...all(404), LO: 403, LA: 403 }),
  registered('practice/a/clients', staffOfA(200)),
  registered('practice/locked/clients', { ...all(404), LO: 403, LA: 200 }),
  unregistered('clients?practiceId=a', staffOfA(200)),
  register('practice/a/clients?clientUuid=$new', staffOfA(201)),
  register('practice/a/clients?clientUuid=$cA1', { PA1: 403, UA: 200 }),
  register('practice/a/clients?clientUuid=$newB', { PAB: 403, UA: 404, AA: 404 }),
  register('practice/b/clients?clientUuid=$new', { PA1: 404, PAB: 403, UA: 404, UB: 404, AB: 404 }),
  readClient('clients/$cA1', readersOfClient),
  readClient('clients/$cAL', { PL: locked, PA1: 404, UA: 200, AA: 200, UB: 404 }),
  readClient('clients/$cLO', { LO: practiceLocked, LA: 200, UA: 404 }),
  readClient('clients/$new', { PA1: 404, UA: 200, AA: 200, UB: 404 }),
  lock('clients/$cA1', staffOnClient(200), { locked: true }),
  lock('clients/$cAL', { PL: 403, UA: 200, UB: 404 }, { locked: false }),
  lock('clients/$cLO', { LO: 403, LA: 200, UA: 404 }, { locked: true }),
  // Their owners have opened the practice; who has not is in the tests of invitations.
  inviteClientAgain('clients/$cA1/invitation', staffOnClient('409 conflict')),
  inviteClientAgain('clients/$cAL/invitation', { PL: 403, UA: '409 conflict', UB: 404 }),
  inviteClientAgain('clients/$cLO/invitation', { LO: 403, LA: '409 conflict', UA: 404 }),
  inviteClientAgain('clients/$new/invitation', { PA1: 404, UA: '409 conflict', UB: 404 }),
  remove('clients/$cA1', staffOnClient(204)),
  remove('clients/$cAL', { PL: 403, UA: 204, UB: 404 }),
  remove('clients/$cLO', { LO: 403, LA: 204, UA: 404 }),
  ...papers('patients'),
  logbook(logbookOf('cA1'), readersOfClient),
  logbook(logbookOf('cAL'), { PL: locked, PA1: 404, UA: 200, AA: 200, UB: 404 }),
  logbook(logbookOf('cLO'), { LO: practiceLocked, LA: 200, UA: 404 }),
  logbook(logbookOf('new'), { PA1: 404, UA: 404, AA: 404, UB: 404 }),
  // An animal is found below its own client only, and one that is not there below none.
  logbook(logbookOf('cA1', 'animalOf_cA2'), { PA1: 404, PA2: 404, UA: 404, AA: 404 }),
  logbook(logbookOf('cA1', 'animalOf_cB'), { PA1: 404, PAB: 404, UA: 404, UB: 404 }),
  logbook(logbookOf('cA1', 'random'), { PA1: 404, UA: 404, AA: 404 }),
  ...papers('being-given'),
  ...papers('withdrawals'),
  ...papers('herd'),
  ...papers('herd/releases'),
  ...papers('herd/animals'),
  ...papers('herd/medicines'),
  ...papers('herd/medicines/file', '?format=csv'),
  ...papers('reminders'),
  ...papers('appointments'),
  // Of an owner alone: staff are told that there is one, and no more.
  ...['GET', 'POST', 'DELETE'].flatMap((method) => {
    const calendar = on(method, '/clients/:clientId/calendar')
    const done = method === 'DELETE' ? 204 : 200
    return [
      calendar('clients/$cA1/calendar', { ...staffOnClient(403), PA1: done }),
      calendar('clients/$cAL/calendar', { PL: locked, PA1: 404, UA: 403, AA: 403, UB: 404 }),
      calendar('clients/$cLO/calendar', { LO: practiceLocked, LA: 403, UA: 404 }),
      calendar('clients/$new/calendar', { PA1: 404, UA: 404, AA: 404, UB: 404 }),
    ]
  }),
  // As the calendar.
  sharedCards('clients/$cA1/shared-cards', { ...staffOnClient(403), PA1: 200 }),
  sharedCards('clients/$cAL/shared-cards', { PL: locked, PA1: 404, UA: 403, AA: 403, UB: 404 }),
  sharedCards('clients/$cLO/shared-cards', { LO: practiceLocked, LA: 403, UA: 404 }),
  sharedCards('clients/$new/shared-cards', { PA1: 404, UA: 404, AA: 404, UB: 404 }),
  shareCard('clients/$cA1/patients/$animalOf_cA1/shared-cards', { ...staffOnClient(403), PA1: 201 }, CARD),
  shareCard('clients/$cAL/patients/$animalOf_cAL/shared-cards', { PL: locked, PA1: 404, UA: 403, UB: 404 }, CARD),
  shareCard('clients/$cLO/patients/$animalOf_cLO/shared-cards', { LO: practiceLocked, LA: 403, UA: 404 }, CARD),
  shareCard('clients/$new/patients/$animalOf_new/shared-cards', { PA1: 404, UA: 404, UB: 404 }, CARD),
  shareCard('clients/$cA1/patients/$animalOf_cA2/shared-cards', { PA1: 404, PA2: 404 }, CARD),
  revokeCard('clients/$cA1/shared-cards/$cardOf_cA1', { ...staffOnClient(403), PA1: 204 }),
  revokeCard('clients/$cAL/shared-cards/$cardOf_cAL', { PL: locked, PA1: 404, UA: 403, UB: 404 }),
  revokeCard('clients/$cLO/shared-cards/$cardOf_cLO', { LO: practiceLocked, LA: 403, UA: 404 }),
  revokeCard('clients/$cA1/shared-cards/$cardOf_cA2', { PA1: 404, PA2: 404 }),
  ...['GET', 'PUT'].flatMap((method) => {
    const mails = on(method, '/clients/:clientId/reminder-mails')
    const body = method === 'PUT' ? { subscribed: false } : undefined
    return [
      mails('clients/$cA1/reminder-mails', { ...staffOnClient(403), PA1: body ? 204 : 200 }, body),
      mails('clients/$cAL/reminder-mails', { PL: locked, PA1: 404, UA: 403, AA: 403, UB: 404 }, body),
      mails('clients/$cLO/reminder-mails', { LO: practiceLocked, LA: 403, UA: 404 }, body),
      mails('clients/$new/reminder-mails', { PA1: 404, UA: 404, AA: 404, UB: 404 }, body),
    ]
  }),
  ...papers('requests'),
  sentRequest('clients/$cA1/requests/$requestOf_cA1', readersOfClient),
  sentRequest('clients/$cAL/requests/$requestOf_cAL', { PL: locked, PA1: 404, UA: 200, UB: 404 }),
  sentRequest('clients/$cLO/requests/$requestOf_cLO', { LO: practiceLocked, LA: 200, UA: 404 }),
  sentRequest('clients/$cA1/requests/$requestOf_cA2', { PA1: 404, PA2: 404, UA: 404 }),
  sendRequest('clients/$cA1/requests', { ...staffOnClient(403), PA1: 201 }, QUESTION),
  sendRequest('clients/$cAL/requests', { PL: locked, PA1: 404, UA: 403, UB: 404 }, QUESTION),
  sendRequest('clients/$cLO/requests', { LO: practiceLocked, LA: 403, UA: 404 }, QUESTION),
  sendRequest('clients/$new/requests', { PA1: 404, UA: 404, UB: 404 }, QUESTION),
  withdrawRequest('clients/$cA1/requests/$requestOf_cA1/withdrawal', { ...staffOnClient(403), PA1: 200 }),
  withdrawRequest('clients/$cAL/requests/$requestOf_cAL/withdrawal', { PL: locked, PA1: 404, UA: 403, UB: 404 }),
  withdrawRequest('clients/$cLO/requests/$requestOf_cLO/withdrawal', { LO: practiceLocked, LA: 403, UA: 404 }),
  withdrawRequest('clients/$cA1/requests/$requestOf_cA2/withdrawal', { PA1: 404, PA2: 404 }),
  // 415: they may, but send no picture.
  sendPhoto('clients/$cA1/request-photos', { ...staffOnClient(403), PA1: 415 }, {}),
  sendPhoto('clients/$cAL/request-photos', { PL: locked, PA1: 404, UA: 403, UB: 404 }, {}),
  sendPhoto('clients/$cLO/request-photos', { LO: practiceLocked, LA: 403, UA: 404 }, {}),
  sendPhoto('clients/$new/request-photos', { PA1: 404, UA: 404, UB: 404 }, {}),
  // 404: they may, but there is no such photo.
  removePhoto(`clients/$cA1/request-photos/${crypto.randomUUID()}`, { ...staffOnClient(403), PA1: 404 }),
  removePhoto(`clients/$cAL/request-photos/${crypto.randomUUID()}`, { PL: locked, PA1: 404, UA: 403, UB: 404 }),
  removePhoto(`clients/$cLO/request-photos/${crypto.randomUUID()}`, { LO: practiceLocked, LA: 403, UA: 404 }),
  requests('practice/a/requests', staffOfA(200)),
  requests('practice/locked/requests', { ...all(404), LO: 403, LA: 200 }),
  requestCount('practice/a/request-count', staffOfA(200)),
  requestCount('practice/locked/request-count', { ...all(404), LO: 403, LA: 200 }),
  request('practice/a/requests/$requestOf_cA1', staffOfA(200)),
  // A request is found below its own practice only.
  request('practice/b/requests/$requestOf_cA1', { ...all(404), PAB: 403 }),
  seeRequest('practice/a/requests/$requestOf_cA1/seen', staffOfA(200)),
  seeRequest('practice/b/requests/$requestOf_cA1/seen', { ...all(404), PAB: 403 }),
  answerRequest('practice/a/requests/$requestOf_cA1/answer', staffOfA(200), ANSWER),
  answerRequest('practice/b/requests/$requestOf_cA1/answer', { ...all(404), PAB: 403 }, ANSWER),
  requestSettings('practice/a/request-settings', { ...staffOfA(200), PA1: 200, PA2: 200, PAB: 200, PL: locked }),
  requestSettings('practice/locked/request-settings', { ...all(404), LO: practiceLocked, LA: 200 }),
  changeRequestSettings('practice/a/request-settings', adminsOfA(200), { kinds: ['QUESTION'] }),
  changeRequestSettings('practice/locked/request-settings', { ...all(404), LO: 403, LA: 403 }, { kinds: [] }),
  retention('practice/a/retention', adminsOfA(200)),
  retention('practice/locked/retention', { ...all(404), LO: 403, LA: 403 }),
  changeRetention('practice/a/retention', adminsOfA(200), { ...POLICY, proof: PROOF }),
  changeRetention('practice/a/retention', adminsOfA('422 current-password-invalid'), POLICY),
  changeRetention('practice/locked/retention', { ...all(404), LO: 403, LA: 403 }, POLICY),
  retentionPreview('practice/a/retention/preview?invoice=7', adminsOfA(200)),
  retentionPreview('practice/locked/retention/preview', { ...all(404), LO: 403, LA: 403 }),
  retentionFile('practice/a/retention/preview/file?invoice=7', adminsOfA(200)),
  retentionFile('practice/locked/retention/preview/file', { ...all(404), LO: 403, LA: 403 }),
  // The fixtures' clock has not jumped, so there is nothing to confirm.
  confirmClock('practice/a/retention/clock', adminsOfA(409), CLOCK),
  confirmClock('practice/locked/retention/clock', { ...all(404), LO: 403, LA: 403 }, CLOCK),
  ...papers('visit-forms'),
  ...papers('invoices'),
  invoiceFile(fileOf('cA1'), readersOfClient),
  invoiceFile(fileOf('cAL'), { PL: locked, PA1: 404, UA: 200, AA: 200, UB: 404 }),
  invoiceFile(fileOf('cLO'), { LO: practiceLocked, LA: 200, UA: 404 }),
  invoiceFile(fileOf('new'), { PA1: 404, UA: 404, AA: 404, UB: 404 }),
  // An invoice is found below its own client only, and one that is not there below none.
  invoiceFile(fileOf('cA1', 'invoiceOf_cA2'), { PA1: 404, PA2: 404, UA: 404, AA: 404 }),
  invoiceFile(fileOf('cA1', 'invoiceOf_cB'), { PA1: 404, PAB: 404, UA: 404, UB: 404 }),
  invoiceFile(fileOf('cA1', 'random'), { PA1: 404, UA: 404, AA: 404 }),
  ...ATTACHMENT_TYPES.flatMap((type) => papers(type)),
  on('GET', '/user/practices')('user/practices', all(200)),
  ownClient('user/client?practiceId=a', { ...all(404), PA1: 200, PA2: 200, PAB: 200, PL: locked }),
  ownClient('user/client?practiceId=a&clientUuid=$cA1', { ...all(404), PA1: 200 }),
  ownClient('user/client?practiceId=b&clientUuid=$cA1', all(404)),
  ownClient('user/client?practiceId=b', { PA1: 404, PAB: 200, UB: 404 }),
  ownClient('user/client?practiceId=locked', { ...all(404), LO: practiceLocked }),
  on('GET', '/user')('user', all(200)),
  on('PUT', '/user')('user', all(200), { language: 'en' }),
  on('DELETE', '/user/session')('user/session', all(204)),
  on('GET', '/user/sessions')('user/sessions', all(200)),
  on('DELETE', '/user/sessions')('user/sessions', all(204)),
  on('DELETE', '/user/sessions/:sessionId')('user/sessions/$random', all(404)),
  on('GET', '/user/offers')('user/offers', all(200)),
  on('POST', '/user/offers/:practiceId')('user/offers/a', { ...all(404), OFF: 204 }),
  on('POST', '/user/offers/:practiceId')('user/offers/b', all(404)),
  on('DELETE', '/user/offers/:practiceId')('user/offers/a', { ...all(404), OFF: 204 }),
  on('DELETE', '/user/offers/:practiceId')('user/offers/b', all(404)),
  on('GET', '/user/passkeys')('user/passkeys', all(200)),
  on('POST', '/user/passkeys/options')('user/passkeys/options', all(200), { currentPassword: 'Welkom#2026' }),
  // What no authenticator has made.
  on('POST', '/user/passkeys')('user/passkeys', all('400 validation-failed'), {
    name: 'Telefoon',
    id: 'x',
    clientDataJSON: 'x',
    attestationObject: 'x',
  }),
  on('POST', '/user/passkeys/:passkeyId/removal')('user/passkeys/$random/removal', all(404), {
    currentPassword: 'Welkom#2026',
  }),
  on('GET', '/user/second-factor')('user/second-factor', staffOnly(200)),
  on('POST', '/user/totp/options')('user/totp/options', staffOnly(200), { currentPassword: 'Welkom#2026' }),
  // A set-up that was never begun.
  on('POST', '/user/totp')('user/totp', staffOnly('400 validation-failed'), { setUp: 'x', code: '123456' }),
  on('POST', '/user/totp/recovery-codes')('user/totp/recovery-codes', staffOnly(404), {
    currentPassword: 'Welkom#2026',
  }),
  on('POST', '/user/totp/removal')('user/totp/removal', staffOnly(404), { currentPassword: 'Welkom#2026' }),
  on('GET', '/capabilities')('capabilities', all(200)),
  on('GET', '/user/refresh')('user/refresh', { ...all(200), PL: locked }),
  on('POST', '/password/change')('password/change', all(204), {
    currentPassword: 'Welkom#2026',
    newPassword: 'Welkom#2027',
  }),

  // Open to all: what they need is not a session.
  on('GET', '/health/live')('health/live', { anon: 200 }),
  on('GET', '/health/ready')('health/ready', { anon: 200 }),
  on('GET', '/openapi.json')('openapi.json', { anon: 200 }),
  on('POST', '/user/authenticate')(
    'user/authenticate',
    { anon: '401 login-failed', PA1: '401 login-failed' },
    { username: 'pa1@mail.example', password: 'wrong' },
  ),
  on('GET', '/oauth/authenticate')('oauth/authenticate?access_token=x', {
    anon: '401 login-failed',
    PA1: '401 login-failed',
  }),
  on('GET', '/user/authenticate/passkey')('user/authenticate/passkey', { anon: 200, PA1: 200 }),
  on('POST', '/user/authenticate/passkey')(
    'user/authenticate/passkey',
    { anon: '401 login-failed', PA1: '401 login-failed' },
    { id: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  ),
  on('POST', '/user/authenticate/second-factor')(
    'user/authenticate/second-factor',
    { anon: '401 login-failed', PA1: '401 login-failed', UA: '401 login-failed' },
    { challenge: 'x', code: '123456' },
  ),
  // With a session as with none: it takes the secret of a link.
  on('GET', '/shared-card')('shared-card', { anon: 404, PA1: 404, UA: 404 }),
  on('POST', '/password/forgot')('password/forgot?email=pa1@mail.example', { anon: 204, PA1: 204 }),
  // With a session as with none: it takes the token of a link.
  on('GET', '/password/invitation')('password/invitation', {
    anon: '401 reset-token-invalid',
    PA1: '401 reset-token-invalid',
    UA: '401 reset-token-invalid',
  }),
  on('POST', '/letter')(
    'letter',
    { anon: '422 letter-invalid', PA1: '422 letter-invalid', UA: '422 letter-invalid' },
    { code: 'x', email: 'jan@mail.example' },
  ),
  on('POST', '/letter/confirmation')('letter/confirmation', {
    anon: '422 letter-invalid',
    PA1: '422 letter-invalid',
    UA: '422 letter-invalid',
  }),
  on('POST', '/password/reset')(
    'password/reset',
    { anon: '401 reset-token-invalid', PA1: '401 reset-token-invalid' },
    { newPassword: 'Welkom#2027' },
  ),
]

const CLIENT = [
  'uuid locked companyName callName firstName initials lastName clientNumber email phone mobile street houseNumber',
  'postalCode city country ubn registered registeredAt patientCount',
]
  .join(' ')
  .split(' ')
const CLIENT_FOR_STAFF = [
  ...CLIENT,
  'invitation',
  'mailFailure',
  'invitedAt',
  'lastLoginAt',
  'patientNames',
  'sameAccount.uuid',
  'sameAccount.name',
  'addressChange.from',
  'addressChange.to',
  'addressChange.askedAt',
]
const LISTED =
  'uuid locked companyName callName firstName lastName clientNumber email city invitation mailFailure phone mobile matchedPatients'
const PUBLIC_PRACTICE = 'id name title text phone website email iban accountHolder bookingUrl logoUrl locked'
const USER =
  'id username email firstName lastName practiceId roles language workplaces.practiceId workplaces.name workplaces.role'
const STAFF = 'id username firstName lastName role state secondFactor'.split(' ')
const LOGBOOK_ENTRY = ['uuid', 'date', 'kind', 'description', 'productName', 'withdrawalMeatDays']
const SHARED_CARD = 'uuid patientUuid parts note createdAt endsAt'.split(' ')
const REQUEST = 'uuid practiceId clientUuid kind state patientUuid patientName text sentAt seenAt closedAt'
const REQUEST_OF_PRACTICE = `${REQUEST} clientName number`
const REQUEST_SETTINGS = ['kinds']
const RETENTION = ['years.invoice', 'isOn', 'nextRun']
const IMPORT_KEY = ['id', 'name', 'purpose', 'madeAt', 'madeBy', 'endsAt', 'makerLeft', 'lastUsedAt']
const IMPORT_RUN = 'sequence state receivedAt key bytes'
const page = (fields: string) => [
  'page.number',
  'page.size',
  'page.totalPages',
  'page.totalElements',
  ...fields.split(' ').map((field) => `content.${field}`),
]

const OF_CLIENTS = ['count', 'latest.at', 'latest.client.uuid', 'latest.client.name']
/** All that an answer may hold; what is not listed here answers without a body. */
export const FIELDS: Record<string, readonly string[]> = {
  'GET /practice/:practiceId': `${PUBLIC_PRACTICE} manaId`.split(' '),
  'PUT /practice/:practiceId': `${PUBLIC_PRACTICE} manaId`.split(' '),
  'GET /practice/:practiceId/mail-budget': ['perDay', 'left', 'putOff'],
  'GET /practice/:practiceId/mail-preview': ['subject', 'text', 'html'],
  'GET /practice/:practiceId/reminder-mails': [
    'enabled',
    'subscribers',
    'latest.week',
    'latest.sent',
    'sent',
    ...OF_CLIENTS.map((field) => `givenUp.${field}`),
  ],
  'GET /practice/:practiceId/figures': [
    'from',
    'until',
    ...['type', 'due', 'doneIn30', 'doneIn90', 'done', 'pending'].map((field) => `reminders.${field}`),
    ...['kind', 'sent'].map((field) => `requests.${field}`),
    ...['seen', 'answered'].flatMap((end) => ['count', 'median', 'most'].map((field) => `requests.${end}.${field}`)),
    ...['alive', 'planned', 'without'].map((field) => `animals.${field}`),
    ...['mailed', 'activated', 'invited', 'notInvited', 'locked', 'withEmail', 'withoutEmail'].map(
      (field) => `clients.${field}`,
    ),
  ],
  'GET /practice/:practiceId/follow-up': ['notInvited', 'undelivered', 'unanswered', 'withoutEmail', 'failedImports'],
  'GET /practice/:practiceId/news': [
    ...['activations', 'givenUpMails'].flatMap((part) => OF_CLIENTS.map((field) => `${part}.${field}`)),
    ...['at', 'added', 'updated'].map((field) => `imports.${field}`),
  ],
  'GET /practice/:practiceId/staff': STAFF,
  'POST /practice/:practiceId/staff': STAFF,
  'PUT /practice/:practiceId/staff/:accountId': STAFF,
  'GET /practice/:practiceId/staff-proposals': [
    'id',
    'username',
    'firstName',
    'lastName',
    'currentRole',
    'key',
    'proposedAt',
  ],
  'POST /practice/:practiceId/staff-proposals/:proposalId': STAFF,
  'GET /practice/:practiceId/audit/people': ['id', 'name', 'username'],
  'GET /clients/:clientId/seen': page('day by role account.id account.name account.username key actions'),
  'GET /practice/:practiceId/audit': page(
    'at action account.id account.name account.username client.uuid client.name count fields changes key names.from names.to member.id member.name member.role undo.until undo.removal',
  ),
  'POST /practice/:practiceId/removals/:removalId/undo': ['restored', 'otherAccount', 'registered', 'addressChanged'],
  'GET /practice/:practiceId/import-keys': IMPORT_KEY,
  'POST /practice/:practiceId/import-keys': [...IMPORT_KEY, 'key'],
  'POST /practice/:practiceId/import-keys/:keyId/takeover': IMPORT_KEY,
  'GET /practice/:practiceId/imports': page(IMPORT_RUN),
  'GET /practice/:practiceId/imports/:sequence': IMPORT_RUN.split(' '),
  'GET /practice/:practiceId/clients': page(LISTED),
  'GET /clients': page(LISTED),
  'POST /practice/:practiceId/clients': CLIENT_FOR_STAFF,
  'GET /clients/:clientId': CLIENT_FOR_STAFF,
  'PUT /clients/:clientId': CLIENT_FOR_STAFF,
  'GET /clients/:clientId/patients': ['uuid', 'name'],
  'GET /clients/:clientId/patients/:patientId/logbook': LOGBOOK_ENTRY,
  'GET /clients/:clientId/being-given': ['patientUuid', 'product', 'since', 'listedUntil', 'entry', 'mayRepeat'],
  'GET /clients/:clientId/withdrawals': [...LOGBOOK_ENTRY, 'patientUuid'],
  'GET /clients/:clientId/herd': ['isKept'],
  'GET /clients/:clientId/herd/releases': [
    'food',
    'count',
    'days.day',
    'days.count',
    'days.releases.animal.uuid',
    'days.releases.animal.name',
    'days.releases.what',
    'days.releases.days',
  ],
  'GET /clients/:clientId/herd/animals': [
    ...page('uuid name'),
    ...['uuid', 'date', 'description', 'withdrawalMeatDays', 'patientUuid'].map((name) => `running.${name}`),
  ],
  'GET /clients/:clientId/herd/medicines': [
    ...page(`${LOGBOOK_ENTRY.join(' ')} patientUuid`),
    'animals.uuid',
    'animals.name',
    'medicines',
  ],
  'GET /clients/:clientId/herd/medicines/file': ['url'],
  'GET /clients/:clientId/calendar': ['url'],
  'POST /clients/:clientId/calendar': ['url'],
  'GET /clients/:clientId/shared-cards': SHARED_CARD,
  'POST /clients/:clientId/patients/:patientId/shared-cards': [...SHARED_CARD, 'secret'],
  'GET /clients/:clientId/requests': page(REQUEST),
  'GET /clients/:clientId/requests/:requestId': REQUEST.split(' '),
  'POST /clients/:clientId/requests': REQUEST.split(' '),
  'POST /clients/:clientId/requests/:requestId/withdrawal': REQUEST.split(' '),
  'GET /practice/:practiceId/requests': page(REQUEST_OF_PRACTICE),
  'GET /practice/:practiceId/requests/:requestId': REQUEST_OF_PRACTICE.split(' '),
  'POST /practice/:practiceId/requests/:requestId/seen': REQUEST_OF_PRACTICE.split(' '),
  'POST /practice/:practiceId/requests/:requestId/answer': [
    ...REQUEST_OF_PRACTICE.split(' '),
    'answer.text',
    'answer.by',
  ],
  'GET /practice/:practiceId/request-count': ['waiting', 'since', 'unseen'],
  'GET /practice/:practiceId/retention': RETENTION,
  'PUT /practice/:practiceId/retention': RETENTION,
  'GET /practice/:practiceId/retention/preview': ['counts.kind', 'counts.year', 'counts.count'],
  'GET /practice/:practiceId/request-settings': REQUEST_SETTINGS,
  'PUT /practice/:practiceId/request-settings': REQUEST_SETTINGS,
  'GET /clients/:clientId/reminder-mails': ['offered', 'subscribed', 'since'],
  'GET /clients/:clientId/reminders': page('uuid date active description bookedFor'),
  'GET /clients/:clientId/appointments': page(
    'uuid start durationMinutes patientUuids reason preparation status reminderUuid',
  ),
  'GET /clients/:clientId/invoices/:invoiceId/file': ['url'],
  'GET /clients/:clientId/visit-forms': page('uuid date url'),
  'GET /clients/:clientId/invoices': page('uuid date status totalInclVat'),
  ...Object.fromEntries(ATTACHMENT_TYPES.map((type) => [`GET /clients/:clientId/${type}`, page('uuid date type')])),
  // Words, and no fields.
  'GET /capabilities': [''],
  'GET /user/practices': PUBLIC_PRACTICE.split(' '),
  'GET /user/client': CLIENT,
  'GET /user': USER.split(' '),
  'PUT /user': USER.split(' '),
  'GET /user/refresh': ['token'],
  'GET /user/authenticate/passkey': ['challenge', 'rpId', 'userVerification', 'timeout'],
  'GET /user/passkeys': ['hasPassword', 'passkeys'],
  'POST /user/passkeys/options': [
    ...'rp.id rp.name user.id user.name user.displayName challenge timeout attestation'.split(' '),
    ...'pubKeyCredParams.type pubKeyCredParams.alg excludeCredentials'.split(' '),
    ...['residentKey', 'requireResidentKey', 'userVerification'].map((each) => `authenticatorSelection.${each}`),
  ],
  'GET /user/second-factor': ['totpSince', 'recoveryCodes', 'passkeys', 'hasPassword', 'required'],
  'POST /user/totp/options': ['secret', 'uri', 'setUp'],
  'GET /practice/:practiceId/second-factor': ['required', 'without'],
  'GET /user/offers': ['practiceId', 'name', 'role', 'currentRole', 'offeredAt', 'secondFactor'],
  'GET /user/sessions': ['id', 'signedInAt', 'current'],
}
