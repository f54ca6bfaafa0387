import { describe, expect, test } from 'vitest'
import { morePaths } from './more-paths.ts'
import { isUserPath, paths } from './paths.ts'

const byId = Object.values({ ...paths, ...morePaths }).filter(
  (path): path is (client: string, other: string) => string => typeof path === 'function',
)

test('the calls of the specification, and those beyond it', () => {
  expect({
    ...paths,
    ...morePaths,
    practice: paths.practice('p'),
    practiceClients: paths.practiceClients('p'),
    practiceAudit: morePaths.practiceAudit('p'),
    auditPeople: morePaths.auditPeople('p'),
    practiceLogo: morePaths.practiceLogo('p'),
    mailBudget: morePaths.mailBudget('p'),
    mailPreview: morePaths.mailPreview('p'),
    practiceReminderMails: morePaths.practiceReminderMails('p'),
    practiceNews: morePaths.practiceNews('p'),
    staff: morePaths.staff('p'),
    staffMember: morePaths.staffMember('p', 'a'),
    staffInvitation: morePaths.staffInvitation('p', 'a'),
    undoneRemoval: morePaths.undoneRemoval('p', 'r'),
    logoUploadUrl: paths.logoUploadUrl('p'),
    client: paths.client('c'),
    patients: paths.patients('c'),
    logbook: paths.logbook('c', 'a'),
    reminders: paths.reminders('c'),
    invoices: paths.invoices('c'),
    invoiceFile: paths.invoiceFile('c', 'i'),
    visitForms: paths.visitForms('c'),
    attachments: paths.attachments('c', 'lab-results'),
    imports: morePaths.imports('p'),
    importSequence: morePaths.importSequence('p'),
    importKeys: morePaths.importKeys('p'),
    importKey: morePaths.importKey('p', 'k'),
    clientInvitation: morePaths.clientInvitation('c'),
    userSession: morePaths.userSession('s'),
    passkeyAuthenticate: morePaths.passkeyAuthenticate,
    passkeys: morePaths.passkeys,
    passkeyOptions: morePaths.passkeyOptions,
    passkeyRemoval: morePaths.passkeyRemoval('k'),
    secondFactorAuthenticate: morePaths.secondFactorAuthenticate,
    secondFactor: morePaths.secondFactor,
    totp: morePaths.totp,
    totpOptions: morePaths.totpOptions,
    totpRemoval: morePaths.totpRemoval,
    recoveryCodes: morePaths.recoveryCodes,
    staffSecondFactor: morePaths.staffSecondFactor('p', 'a'),
    practiceSecondFactor: morePaths.practiceSecondFactor('p'),
    calendar: morePaths.calendar('c'),
    herd: morePaths.herd('c'),
    herdReleases: morePaths.herdReleases('c'),
    herdAnimals: morePaths.herdAnimals('c'),
    herdMedicines: morePaths.herdMedicines('c'),
    herdFile: morePaths.herdFile('c'),
    reminderMails: morePaths.reminderMails('c'),
    withdrawals: morePaths.withdrawals('c'),
    sharedCards: morePaths.sharedCards('c'),
    sharedCard: morePaths.sharedCard('c', 's'),
    newSharedCard: morePaths.newSharedCard('c', 'a'),
  }).toEqual({
    authenticate: 'user/authenticate',
    oauthAuthenticate: 'oauth/authenticate',
    refresh: 'user/refresh',
    session: 'user/session',
    user: 'user',
    userPractices: 'user/practices',
    userSessions: 'user/sessions',
    userSession: 'user/sessions/s',
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
