import { describe, expect, test } from 'vitest'
import * as all from './paths.ts'

const { isUserPath, ...paths } = all

const byId = Object.values(paths).filter(
  (path): path is (client: string, other: string) => string => typeof path === 'function',
)

test('the calls of the specification, and those beyond it', () => {
  expect({
    ...paths,
    practice: paths.practice('p'),
    practiceClients: paths.practiceClients('p'),
    practiceAudit: paths.practiceAudit('p'),
    auditPeople: paths.auditPeople('p'),
    practiceLogo: paths.practiceLogo('p'),
    mailBudget: paths.mailBudget('p'),
    mailPreview: paths.mailPreview('p'),
    practiceReminderMails: paths.practiceReminderMails('p'),
    practiceNews: paths.practiceNews('p'),
    staff: paths.staff('p'),
    staffMember: paths.staffMember('p', 'a'),
    staffInvitation: paths.staffInvitation('p', 'a'),
    undoneRemoval: paths.undoneRemoval('p', 'r'),
    logoUploadUrl: paths.logoUploadUrl('p'),
    client: paths.client('c'),
    patients: paths.patients('c'),
    logbook: paths.logbook('c', 'a'),
    reminders: paths.reminders('c'),
    invoices: paths.invoices('c'),
    invoiceFile: paths.invoiceFile('c', 'i'),
    visitForms: paths.visitForms('c'),
    attachments: paths.attachments('c', 'lab-results'),
    imports: paths.imports('p'),
    importSequence: paths.importSequence('p'),
    importKeys: paths.importKeys('p'),
    importKey: paths.importKey('p', 'k'),
    importKeyTakeover: paths.importKeyTakeover('p', 'k'),
    offer: paths.offer('p'),
    clientInvitation: paths.clientInvitation('c'),
    userSession: paths.userSession('s'),
    passwordInvitation: paths.passwordInvitation,
    passkeyAuthenticate: paths.passkeyAuthenticate,
    passkeys: paths.passkeys,
    passkeyOptions: paths.passkeyOptions,
    passkeyRemoval: paths.passkeyRemoval('k'),
    secondFactorAuthenticate: paths.secondFactorAuthenticate,
    secondFactor: paths.secondFactor,
    totp: paths.totp,
    totpOptions: paths.totpOptions,
    totpRemoval: paths.totpRemoval,
    recoveryCodes: paths.recoveryCodes,
    staffSecondFactor: paths.staffSecondFactor('p', 'a'),
    practiceSecondFactor: paths.practiceSecondFactor('p'),
    calendar: paths.calendar('c'),
    herd: paths.herd('c'),
    herdReleases: paths.herdReleases('c'),
    herdAnimals: paths.herdAnimals('c'),
    herdMedicines: paths.herdMedicines('c'),
    herdFile: paths.herdFile('c'),
    reminderMails: paths.reminderMails('c'),
    withdrawals: paths.withdrawals('c'),
    sharedCards: paths.sharedCards('c'),
    sharedCard: paths.sharedCard('c', 's'),
    newSharedCard: paths.newSharedCard('c', 'a'),
  }).toEqual({
    authenticate: 'user/authenticate',
    oauthAuthenticate: 'oauth/authenticate',
    refresh: 'user/refresh',
    session: 'user/session',
    user: 'user',
    userPractices: 'user/practices',
    userSessions: 'user/sessions',
    offers: 'user/offers',
    offer: 'user/offers/p',
    userSession: 'user/sessions/s',
    passwordInvitation: 'password/invitation',
    passkeyAuthenticate: 'user/authenticate/passkey',
    passkeys: 'user/passkeys',
    passkeyOptions: 'user/passkeys/options',
    passkeyRemoval: 'user/passkeys/k/removal',
    secondFactorAuthenticate: 'user/authenticate/second-factor',
    secondFactor: 'user/second-factor',
    totp: 'user/totp',
    totpOptions: 'user/totp/options',
    totpRemoval: 'user/totp/removal',
    recoveryCodes: 'user/totp/recovery-codes',
    staffSecondFactor: 'practice/p/staff/a/second-factor',
    practiceSecondFactor: 'practice/p/second-factor',
    userClient: 'user/client',
    capabilities: 'capabilities',
    changePassword: 'password/change',
    resetPassword: 'password/reset',
    forgotPassword: 'password/forgot',
    practice: 'practice/p',
    practiceClients: 'practice/p/clients',
    practiceAudit: 'practice/p/audit',
    auditPeople: 'practice/p/audit/people',
    practiceLogo: 'practice/p/logo',
    mailBudget: 'practice/p/mail-budget',
    mailPreview: 'practice/p/mail-preview',
    practiceReminderMails: 'practice/p/reminder-mails',
    practiceNews: 'practice/p/news',
    staff: 'practice/p/staff',
    staffMember: 'practice/p/staff/a',
    staffInvitation: 'practice/p/staff/a/invitation',
    logoUploadUrl: 'practice/p/logoUploadUrl',
    clients: 'clients',
    client: 'clients/c',
    patients: 'clients/c/patients',
    logbook: 'clients/c/patients/a/logbook',
    reminders: 'clients/c/reminders',
    invoices: 'clients/c/invoices',
    invoiceFile: 'clients/c/invoices/i/file',
    visitForms: 'clients/c/visit-forms',
    imports: 'practice/p/imports',
    undoneRemoval: 'practice/p/removals/r/undo',
    importSequence: 'practice/p/import-sequence',
    importKeys: 'practice/p/import-keys',
    importKey: 'practice/p/import-keys/k',
    importKeyTakeover: 'practice/p/import-keys/k/takeover',
    clientInvitation: 'clients/c/invitation',
    calendar: 'clients/c/calendar',
    herd: 'clients/c/herd',
    herdReleases: 'clients/c/herd/releases',
    herdAnimals: 'clients/c/herd/animals',
    herdMedicines: 'clients/c/herd/medicines',
    herdFile: 'clients/c/herd/medicines/file',
    reminderMails: 'clients/c/reminder-mails',
    withdrawals: 'clients/c/withdrawals',
    sharedCards: 'clients/c/shared-cards',
    sharedCard: 'clients/c/shared-cards/s',
    newSharedCard: 'clients/c/patients/a/shared-cards',
    openedCard: 'shared-card',
    attachments: 'clients/c/lab-results',
  })
})

test('an id cannot leave its place in a path', () => {
  const base = 'http://localhost/api/'
  for (const path of byId) {
    const segments = path('x', 'x').split('/').length
    const { pathname, search, hash } = new URL(path('../a b/?c#d%', '../a b/?c#d%'), base)
    expect([pathname.split('/').length - 2, search, hash]).toEqual([segments, '', ''])
  }
})

describe('user routes', () => {
  test.each(['user', 'user/authenticate', 'user/refresh', 'user/practices', 'user/client'])('%s is one', (path) => {
    expect(isUserPath(path)).toBe(true)
  })
  test.each([
    'users',
    'user-settings',
    'oauth/authenticate',
    'password/change',
    'clients',
    'clients/user',
    'practice/user',
  ])('%s is none', (path) => {
    expect(isUserPath(path)).toBe(false)
  })
})
