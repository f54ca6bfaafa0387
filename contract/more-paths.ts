// The calls beyond the specification (`capabilities.ts`), in the manner of `paths.ts`; apart from those, for no first page needs them.

const id = encodeURIComponent

export const morePaths = {
  userSessions: 'user/sessions',
  practiceAudit: (practiceId: string) => `practice/${id(practiceId)}/audit`,
  auditPeople: (practiceId: string) => `practice/${id(practiceId)}/audit/people`,
  practiceLogo: (practiceId: string) => `practice/${id(practiceId)}/logo`,
  mailPreview: (practiceId: string) => `practice/${id(practiceId)}/mail-preview`,
  practiceNews: (practiceId: string) => `practice/${id(practiceId)}/news`,
  calendar: (clientId: string) => `clients/${id(clientId)}/calendar`,
  herd: (clientId: string) => `clients/${id(clientId)}/herd`,
  herdReleases: (clientId: string) => `clients/${id(clientId)}/herd/releases`,
  herdAnimals: (clientId: string) => `clients/${id(clientId)}/herd/animals`,
  herdMedicines: (clientId: string) => `clients/${id(clientId)}/herd/medicines`,
  herdFile: (clientId: string) => `clients/${id(clientId)}/herd/medicines/file`,
  withdrawals: (clientId: string) => `clients/${id(clientId)}/withdrawals`,
} as const
