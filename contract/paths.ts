// The calls of spec §7, in one place: another portal API that differs is a change of this file alone.
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
  // Beyond the specification, and of every page: see `more-paths.ts`.
  capabilities: 'capabilities',
  session: 'user/session',
} as const

/** User routes are exempt from the loading indicator and the time-out (spec §7). */
export function isUserPath(path: string): boolean {
  return path === 'user' || path.startsWith('user/')
}
