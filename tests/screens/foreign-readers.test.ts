import { expect, test } from 'vitest'
import { readSessions } from '#src/api/account.ts'
import { readAppointments } from '#src/api/appointments.ts'
import { readAttachments } from '#src/api/attachments.ts'
import { readAudit, readAuditPeople } from '#src/api/access-log.ts'
import { readBeingGiven } from '#src/api/being-given.ts'
import { readCalendar } from '#src/api/calendar.ts'
import { readCapabilities } from '#src/api/capabilities.ts'
import { readClient, readClients } from '#src/api/clients.ts'
import { readHerd, readHerdAnimals, readHerdMedicines, readReleases } from '#src/api/herd.ts'
import { readImportKeys, readImports } from '#src/api/imports.ts'
import { readInvoices } from '#src/api/invoices.ts'
import { readLogbook, readPatientLogbooks } from '#src/api/logbook.ts'
import { readFigures } from '#src/api/figures.ts'
import { readRetention, readRetentionPreview } from '#src/api/retention.ts'
import { readFollowUp } from '#src/api/follow-up.ts'
import { readMailBudget } from '#src/api/mail-budget.ts'
import { readMailPreview } from '#src/api/mail-preview.ts'
import { readNews } from '#src/api/news.ts'
import { readOffers } from '#src/api/offers.ts'
import { readPasskeys } from '#src/api/passkeys.ts'
import { readInvitation } from '#src/api/password.ts'
import { readPatients } from '#src/api/patients.ts'
import { readPracticeRequest, readPracticeRequests, readRequestSettings } from '#src/api/practice-requests.ts'
import { readRequestCount } from '#src/api/request-count.ts'
import { readPractice, readPractices } from '#src/api/practices.ts'
import { readPracticeReminderMails, readReminderMails } from '#src/api/reminder-mails.ts'
import { readReminders } from '#src/api/reminders.ts'
import { readRequest, readRequests } from '#src/api/requests.ts'
import { readSeen } from '#src/api/access-log.ts'
import { readOpenedCard, readSharedCards } from '#src/api/shared-cards.ts'
import { readPracticeSecondFactor, readSecondFactor } from '#src/api/second-factor.ts'
import { readStaff, readStaffProposals } from '#src/api/staff.ts'
import { readUser } from '#src/api/user.ts'
import { readVisitForms } from '#src/api/visit-forms.ts'
import { CALLS, KINDS, fieldsOf, misread, sampleOf, spoilt } from '#harness/foreign-answers.ts'

// Every field of every answer in turn, at every depth, spoilt in every way: what is read of it is of the types of the contract.

const READERS: Record<string, (answer: unknown) => unknown> = {
  'GET /user': readUser,
  'GET /user/practices': readPractices,
  'GET /user/client': readClient,
  'GET /user/sessions': readSessions,
  'GET /user/offers': readOffers,
  'GET /user/passkeys': readPasskeys,
  'GET /user/second-factor': readSecondFactor,
  'GET /practice/{practiceId}/retention': readRetention,
  'GET /practice/{practiceId}/retention/preview': readRetentionPreview,
  'GET /practice/{practiceId}/second-factor': readPracticeSecondFactor,
  'GET /capabilities': readCapabilities,
  'GET /practice/{practiceId}': readPractice,
  'GET /practice/{practiceId}/audit': readAudit,
  'GET /clients/{clientId}/seen': readSeen,
  'GET /practice/{practiceId}/mail-budget': readMailBudget,
  'GET /practice/{practiceId}/mail-preview': readMailPreview,
  'GET /practice/{practiceId}/reminder-mails': readPracticeReminderMails,
  'GET /practice/{practiceId}/figures': readFigures,
  'GET /practice/{practiceId}/follow-up': readFollowUp,
  'GET /practice/{practiceId}/news': readNews,
  'GET /practice/{practiceId}/requests': readPracticeRequests,
  'GET /practice/{practiceId}/requests/{requestId}': readPracticeRequest,
  'GET /practice/{practiceId}/request-count': readRequestCount,
  'GET /practice/{practiceId}/request-settings': readRequestSettings,
  'GET /practice/{practiceId}/staff': readStaff,
  'GET /practice/{practiceId}/staff-proposals': readStaffProposals,
  'GET /practice/{practiceId}/audit/people': readAuditPeople,
  'GET /practice/{practiceId}/import-keys': readImportKeys,
  'GET /practice/{practiceId}/imports': readImports,
  'GET /practice/{practiceId}/clients': readClients,
  'GET /password/invitation': readInvitation,
  'GET /clients': readClients,
  'GET /clients/{clientId}': readClient,
  'GET /clients/{clientId}/patients': readPatients,
  'GET /clients/{clientId}/patients/{patientId}/logbook': readLogbook,
  'GET /clients/{clientId}/being-given': readBeingGiven,
  'GET /clients/{clientId}/withdrawals': readPatientLogbooks,
  'GET /clients/{clientId}/appointments': readAppointments,
  'GET /clients/{clientId}/herd': readHerd,
  'GET /clients/{clientId}/herd/releases': readReleases,
  'GET /clients/{clientId}/herd/animals': readHerdAnimals,
  'GET /clients/{clientId}/herd/medicines': readHerdMedicines,
  'GET /clients/{clientId}/calendar': readCalendar,
  'GET /clients/{clientId}/shared-cards': readSharedCards,
  'GET /shared-card': readOpenedCard,
  'GET /clients/{clientId}/reminder-mails': readReminderMails,
  'GET /clients/{clientId}/reminders': readReminders,
  'GET /clients/{clientId}/requests': readRequests,
  'GET /clients/{clientId}/requests/{requestId}': readRequest,
  'GET /clients/{clientId}/invoices': readInvoices,
  'GET /clients/{clientId}/visit-forms': readVisitForms,
  'GET /clients/{clientId}/lab-results': readAttachments,
  'GET /clients/{clientId}/treatment-plans': readAttachments,
  'GET /clients/{clientId}/agreements': readAttachments,
  'GET /clients/{clientId}/attachments': readAttachments,
}
/** An address or a token is read where it is used; the rest is not asked by the portal. */
const READ_ELSEWHERE = [
  'GET /oauth/authenticate',
  'GET /user/authenticate/passkey',
  'GET /user/refresh',
  'GET /practice/{practiceId}/logoUploadUrl',
  'GET /clients/{clientId}/invoices/{invoiceId}/file',
  'GET /clients/{clientId}/herd/medicines/file',
  // For the key, not for the portal.
  'GET /practice/{practiceId}/imports/{sequence}',
  'GET /health/live',
  'GET /health/ready',
  'GET /openapi.json',
]

test('every answer of the contract is read', () => {
  expect([...Object.keys(READERS), ...READ_ELSEWHERE].sort()).toEqual(CALLS.map(({ name }) => name).sort())
})

/** As it comes over the line. */
const sent = (answer: unknown): unknown => (answer === undefined ? undefined : JSON.parse(JSON.stringify(answer)))

test.each(CALLS.filter(({ name }) => name in READERS))('$name', ({ name, schema }) => {
  const whole = sampleOf(schema)
  const own = Array.isArray(READERS[name]!(whole)) && schema.type !== 'array' ? schema.properties!['content']! : schema
  const wrong: string[] = []
  let cases = 0
  for (const { path, schema: field } of fieldsOf(schema)) {
    for (const kind of KINDS.filter(({ isOf }) => isOf(field))) {
      cases += 1
      const found = READERS[name]!(sent(spoilt(whole, schema, path, kind)))
      wrong.push(...misread(found, own).map((what) => `${path.join('.')} ${kind.name}: ${what}`))
    }
  }
  expect(wrong).toEqual([])
  expect(cases).toBeGreaterThan(15)
})
