import { RULES } from '#server/access/rules.ts'
import { auditOperations, clientLogOperations } from '#server/access-log/routes.ts'
import { practiceAppointmentOperations, visitOperations } from '#server/appointments/routes.ts'
import { oauthOperations } from '#server/auth/oauth.ts'
import { oidcOperations } from '#server/auth/oidc-routes.ts'
import { passkeyOperations } from '#server/auth/passkey-routes.ts'
import { authOperations } from '#server/auth/routes.ts'
import { secondFactorOperations } from '#server/auth/second-factor-routes.ts'
import { calendarOperations } from '#server/calendar/routes.ts'
import { clientOperations } from '#server/clients/routes.ts'
import { importJobOperations } from '#server/import-jobs/routes.ts'
import { csvOperations } from '#server/import-jobs/csv-routes.ts'
import { webhookOperations } from '#server/webhooks/routes.ts'
import { sentFileOperations } from '#server/import-jobs/sent-file-routes.ts'
import { uploadOperations } from '#server/import-jobs/upload-routes.ts'
import { estimateOperations, practiceEstimateOperations } from '#server/estimates/routes.ts'
import { figureOperations } from '#server/figures/routes.ts'
import { formOperations, practiceFormOperations } from '#server/forms/routes.ts'
import { healthOperations } from '#server/health/routes.ts'
import { exportOperations } from '#server/export/routes.ts'
import { claimOperations } from '#server/claims/routes.ts'
import { herdOperations } from '#server/herd/routes.ts'
import { letterAnswerOperations, letterOperations } from '#server/postal-invitations/routes.ts'
import { practiceReminderMailOperations, reminderMailOperations } from '#server/mail/reminders/routes.ts'
import { mailOperations } from '#server/mail/routes.ts'
import type { Operation } from '#server/operations/operation.ts'
import { logoOperations } from '#server/practice/logo-routes.ts'
import { gettingStartedOperations, ownPracticeOperations, practiceOperations } from '#server/practice/routes.ts'
import { priceOperations, priceUploadOperations } from '#server/prices/routes.ts'
import { attachmentOperations, recordOperations } from '#server/records/routes.ts'
import { animalPhotoOperations } from '#server/photos/routes.ts'
import { photoOperations, practicePhotoOperations } from '#server/requests/photo-routes.ts'
import { practiceRequestOperations, requestOperations } from '#server/requests/routes.ts'
import { retentionOperations } from '#server/retention/routes.ts'
import { setupOperations } from '#server/setup/routes.ts'
import { shareLinkOperations } from '#server/share-links/routes.ts'
import { offerOperations } from '#server/staff/offer-routes.ts'
import { startOperations } from '#server/start/routes.ts'
import { staffOperations } from '#server/staff/routes.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { serverOperations } from './routes.ts'

const OPERATION_GROUPS: readonly Readonly<Record<string, Operation>>[] = [
  authOperations,
  oauthOperations,
  oidcOperations,
  setupOperations,
  passkeyOperations,
  secondFactorOperations,
  offerOperations,
  startOperations,
  letterAnswerOperations,
  ownPracticeOperations,
  practiceOperations,
  gettingStartedOperations,
  logoOperations,
  mailOperations,
  practiceReminderMailOperations,
  figureOperations,
  practiceAppointmentOperations,
  practiceRequestOperations,
  practiceFormOperations,
  practiceEstimateOperations,
  retentionOperations,
  staffOperations,
  auditOperations,
  importJobOperations,
  uploadOperations,
  sentFileOperations,
  csvOperations,
  webhookOperations,
  priceOperations,
  priceUploadOperations,
  clientOperations,
  letterOperations,
  recordOperations,
  attachmentOperations,
  visitOperations,
  clientLogOperations,
  exportOperations,
  claimOperations,
  herdOperations,
  calendarOperations,
  shareLinkOperations,
  reminderMailOperations,
  requestOperations,
  estimateOperations,
  photoOperations,
  practicePhotoOperations,
  formOperations,
  animalPhotoOperations,
  serverOperations,
  healthOperations,
]

interface QueryParameter {
  name: string
  in: 'query'
  required: boolean
  description: string
  schema: JsonSchema
}

/** Operation with its query parameters as the document describes them. */
export interface ListedOperation extends Operation {
  /** Needs no session and no key. */
  open?: true
  parameters: QueryParameter[]
}

const listed = (operation: Operation): ListedOperation => ({
  ...operation,
  ...(RULES[operation.access].by === 'nothing' && { open: true }),
  parameters: Object.entries(operation.query ?? {}).map(
    ([name, { schema, description, isRequired = false, otherwise }]) => ({
      name,
      in: 'query',
      required: isRequired,
      description,
      schema: { ...jsonSchema(schema), ...(otherwise !== undefined && otherwise !== '' && { default: otherwise }) },
    }),
  ),
})

/** Every operation of the API, by the method and path of its route. */
export const OPERATIONS: Readonly<Record<string, ListedOperation>> = Object.fromEntries(
  OPERATION_GROUPS.flatMap((operations) => Object.values(operations)).map((operation) => [
    `${operation.method} ${operation.path}`,
    listed(operation),
  ]),
)
