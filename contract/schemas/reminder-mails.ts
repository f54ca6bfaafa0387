import { flag, object } from './fields.ts'

/** PUT /clients/{clientId}/reminder-mails */
export const reminderMailsChangeSchema = object({ subscribed: flag().required('required') })

/** PUT /practice/{practiceId}/reminder-mails */
export const practiceReminderMailsChangeSchema = object({ enabled: flag().required('required') })
