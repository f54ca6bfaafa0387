// Paths of API calls, relative to the API root and without a leading slash. To support another portal API with different
// paths, change only this file and later-paths.ts.

const id = encodeURIComponent

export const authenticate = 'user/authenticate'
export const oauthAuthenticate = 'oauth/authenticate'
export const refresh = 'user/refresh'
export const user = 'user'
export const userPractices = 'user/practices'
export const userClient = 'user/client'
export const forgotPassword = 'password/forgot'
export const practice = (practiceId: string) => `practice/${id(practiceId)}`
export const practiceClients = (practiceId: string) => `practice/${id(practiceId)}/clients`
export const clients = 'clients'
export const client = (clientId: string) => `clients/${id(clientId)}`
export const patients = (clientId: string) => `clients/${id(clientId)}/patients`
export const patientPhoto = (clientId: string, patientId: string) =>
  `clients/${id(clientId)}/patients/${id(patientId)}/photo`
export const logbook = (clientId: string, patientId: string) =>
  `clients/${id(clientId)}/patients/${id(patientId)}/logbook`
export const reminders = (clientId: string) => `clients/${id(clientId)}/reminders`
export const invoices = (clientId: string) => `clients/${id(clientId)}/invoices`
export const invoiceFile = (clientId: string, invoiceId: string) =>
  `clients/${id(clientId)}/invoices/${id(invoiceId)}/file`
export const visitForms = (clientId: string) => `clients/${id(clientId)}/visit-forms`
/** The type is part of the path, for example `lab-results`. */
export const attachments = (clientId: string, type: string) => `clients/${id(clientId)}/${id(type)}`
// Calls that an API may lack; an API lists its capabilities (`capabilities.ts`).
export const capabilities = 'capabilities'
export const start = 'portal/start'
export const session = 'user/session'
export const offers = 'user/offers'
export const offer = (practiceId: string) => `user/offers/${id(practiceId)}`
export const mailBudget = (practiceId: string) => `practice/${id(practiceId)}/mail-budget`
export const mailPreview = (practiceId: string) => `practice/${id(practiceId)}/mail-preview`
export const practiceFollowUp = (practiceId: string) => `practice/${id(practiceId)}/follow-up`
export const gettingStarted = (practiceId: string) => `practice/${id(practiceId)}/getting-started`
export const practiceNews = (practiceId: string) => `practice/${id(practiceId)}/news`
export const practiceReminderMails = (practiceId: string) => `practice/${id(practiceId)}/reminder-mails`
export const clientInvitation = (clientId: string) => `clients/${id(clientId)}/invitation`
export const calendar = (clientId: string) => `clients/${id(clientId)}/calendar`
export const clientExport = (clientId: string) => `clients/${id(clientId)}/export`
export const herd = (clientId: string) => `clients/${id(clientId)}/herd`
export const herdReleases = (clientId: string) => `clients/${id(clientId)}/herd/releases`
export const herdAnimals = (clientId: string) => `clients/${id(clientId)}/herd/animals`
export const herdMedicines = (clientId: string) => `clients/${id(clientId)}/herd/medicines`
export const herdFile = (clientId: string) => `clients/${id(clientId)}/herd/medicines/file`
export const reminderMails = (clientId: string) => `clients/${id(clientId)}/reminder-mails`
export const appointments = (clientId: string) => `clients/${id(clientId)}/appointments`
export const currentMedication = (clientId: string) => `clients/${id(clientId)}/being-given`
export const requestCount = (practiceId: string) => `practice/${id(practiceId)}/request-count`
export const ownRequestCount = (clientId: string) => `clients/${id(clientId)}/request-count`
export const requestSettings = (practiceId: string) => `practice/${id(practiceId)}/request-settings`
export const withdrawals = (clientId: string) => `clients/${id(clientId)}/withdrawals`

/** Whether a path is exempt from the loading indicator and the timeout, as all user routes are. */
export function isUserPath(path: string): boolean {
  return path === 'user' || path.startsWith('user/')
}
