// The calls of spec §7 and those beyond it, in one place: another portal API that differs is a change of this file alone.
// Paths are relative to the API root and have no leading slash.

const id = encodeURIComponent

export const paths = {
  authenticate: 'user/authenticate',
  oauthAuthenticate: 'oauth/authenticate',
  refresh: 'user/refresh',
  user: 'user',
  userPractices: 'user/practices',
  userClient: 'user/client',
  changePassword: 'password/change',
  resetPassword: 'password/reset',
  forgotPassword: 'password/forgot',
  practice: (practiceId: string) => `practice/${id(practiceId)}`,
  logoUploadUrl: (practiceId: string) => `practice/${id(practiceId)}/logoUploadUrl`,
  practiceClients: (practiceId: string) => `practice/${id(practiceId)}/clients`,
  clients: 'clients',
  client: (clientId: string) => `clients/${id(clientId)}`,
  patients: (clientId: string) => `clients/${id(clientId)}/patients`,
  logbook: (clientId: string, patientId: string) => `clients/${id(clientId)}/patients/${id(patientId)}/logbook`,
  reminders: (clientId: string) => `clients/${id(clientId)}/reminders`,
  invoices: (clientId: string) => `clients/${id(clientId)}/invoices`,
  invoiceFile: (clientId: string, invoiceId: string) => `clients/${id(clientId)}/invoices/${id(invoiceId)}/file`,
  visitForms: (clientId: string) => `clients/${id(clientId)}/visit-forms`,
  /** The type is the path: `lab-results` and so on. */
  attachments: (clientId: string, type: string) => `clients/${id(clientId)}/${id(type)}`,
  // Beyond the specification: an API that has them says so (`capabilities.ts`).
  capabilities: 'capabilities',
  session: 'user/session',
  userSessions: 'user/sessions',
  userSession: (sessionId: string) => `user/sessions/${id(sessionId)}`,
  offers: 'user/offers',
  offer: (practiceId: string) => `user/offers/${id(practiceId)}`,
  passkeyAuthenticate: 'user/authenticate/passkey',
  passkeys: 'user/passkeys',
  passkeyOptions: 'user/passkeys/options',
  passkeyRemoval: (passkeyId: string) => `user/passkeys/${id(passkeyId)}/removal`,
  secondFactorAuthenticate: 'user/authenticate/second-factor',
  secondFactor: 'user/second-factor',
  totp: 'user/totp',
  totpOptions: 'user/totp/options',
  totpRemoval: 'user/totp/removal',
  recoveryCodes: 'user/totp/recovery-codes',
  practiceAudit: (practiceId: string) => `practice/${id(practiceId)}/audit`,
  auditPeople: (practiceId: string) => `practice/${id(practiceId)}/audit/people`,
  practiceLogo: (practiceId: string) => `practice/${id(practiceId)}/logo`,
  mailBudget: (practiceId: string) => `practice/${id(practiceId)}/mail-budget`,
  mailPreview: (practiceId: string) => `practice/${id(practiceId)}/mail-preview`,
  practiceNews: (practiceId: string) => `practice/${id(practiceId)}/news`,
  practiceReminderMails: (practiceId: string) => `practice/${id(practiceId)}/reminder-mails`,
  staff: (practiceId: string) => `practice/${id(practiceId)}/staff`,
  staffMember: (practiceId: string, accountId: string) => `practice/${id(practiceId)}/staff/${id(accountId)}`,
  staffInvitation: (practiceId: string, accountId: string) =>
    `practice/${id(practiceId)}/staff/${id(accountId)}/invitation`,
  undoneRemoval: (practiceId: string, removalId: string) => `practice/${id(practiceId)}/removals/${id(removalId)}/undo`,
  staffSecondFactor: (practiceId: string, accountId: string) =>
    `practice/${id(practiceId)}/staff/${id(accountId)}/second-factor`,
  practiceSecondFactor: (practiceId: string) => `practice/${id(practiceId)}/second-factor`,
  imports: (practiceId: string) => `practice/${id(practiceId)}/imports`,
  importSequence: (practiceId: string) => `practice/${id(practiceId)}/import-sequence`,
  importKeys: (practiceId: string) => `practice/${id(practiceId)}/import-keys`,
  importKey: (practiceId: string, keyId: string) => `practice/${id(practiceId)}/import-keys/${id(keyId)}`,
  importKeyTakeover: (practiceId: string, keyId: string) =>
    `practice/${id(practiceId)}/import-keys/${id(keyId)}/takeover`,
  clientInvitation: (clientId: string) => `clients/${id(clientId)}/invitation`,
  calendar: (clientId: string) => `clients/${id(clientId)}/calendar`,
  herd: (clientId: string) => `clients/${id(clientId)}/herd`,
  herdReleases: (clientId: string) => `clients/${id(clientId)}/herd/releases`,
  herdAnimals: (clientId: string) => `clients/${id(clientId)}/herd/animals`,
  herdMedicines: (clientId: string) => `clients/${id(clientId)}/herd/medicines`,
  herdFile: (clientId: string) => `clients/${id(clientId)}/herd/medicines/file`,
  sharedCards: (clientId: string) => `clients/${id(clientId)}/shared-cards`,
  sharedCard: (clientId: string, cardId: string) => `clients/${id(clientId)}/shared-cards/${id(cardId)}`,
  newSharedCard: (clientId: string, patientId: string) =>
    `clients/${id(clientId)}/patients/${id(patientId)}/shared-cards`,
  openedCard: 'shared-card',
  reminderMails: (clientId: string) => `clients/${id(clientId)}/reminder-mails`,
  withdrawals: (clientId: string) => `clients/${id(clientId)}/withdrawals`,
} as const

/** User routes are exempt from the loading indicator and the time-out (spec §7). */
export function isUserPath(path: string): boolean {
  return path === 'user' || path.startsWith('user/')
}
