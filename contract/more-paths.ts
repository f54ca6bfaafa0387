// The calls beyond the specification (`capabilities.ts`), in the manner of `paths.ts`; apart from those, for no first page needs them.

const id = encodeURIComponent

export const morePaths = {
  userSessions: 'user/sessions',
  userSession: (sessionId: string) => `user/sessions/${id(sessionId)}`,
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
  importKeys: (practiceId: string) => `practice/${id(practiceId)}/import-keys`,
  importKey: (practiceId: string, keyId: string) => `practice/${id(practiceId)}/import-keys/${id(keyId)}`,
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
