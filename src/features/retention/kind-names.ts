import type { RetentionKind } from '#contract/retention.ts'
import type { MessageId } from '#src/lib/message-id.ts'

export const KIND_NAMES: Readonly<Record<RetentionKind, MessageId>> = {
  invoice: 'admin.retention.kinds.invoice',
  logbookEntry: 'admin.retention.kinds.logbookEntry',
  visitForm: 'admin.retention.kinds.visitForm',
  attachment: 'admin.retention.kinds.attachment',
  reminder: 'admin.retention.kinds.reminder',
  appointment: 'admin.retention.kinds.appointment',
  photo: 'admin.retention.kinds.photo',
  request: 'admin.retention.kinds.request',
  audit: 'admin.retention.kinds.audit',
}
