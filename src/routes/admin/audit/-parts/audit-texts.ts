import type { IntlShape } from 'react-intl'
import type { AuditPerson } from '#contract/schemas/access-log.ts'
import { PRACTICE_FIELDS } from '#contract/practice.ts'
import { recordOf } from '#contract/values.ts'
import type { AuditEntry } from '#src/api/access-log.ts'
import { type MessageId, isMessage } from '#src/lib/intl.tsx'

/** Returns the name at that time and the user name, because users can choose any name. */
export const personName = ({ name, username }: Pick<AuditPerson, 'name' | 'username'>): string =>
  name && username && name !== username ? `${name} (${username})` : name || username || ''

/** Returns the text of an action and its subject. Other APIs may send unknown actions. */
export function actionText(
  { action, client, count, member, names, webhook, form }: AuditEntry,
  intl: IntlShape,
): string {
  const name = client?.name || member?.name || webhook || form || intl.formatMessage({ id: 'core.text.notAvailable' })
  const id = `admin.audit.actions.${action}`
  return intl.formatMessage(
    { id: isMessage(id) ? id : 'admin.audit.other' },
    { name, count: count ?? -1, role: member?.role ?? '', from: names?.from ?? '', to: names?.to ?? '' },
  )
}

/** Returns the message id for several entries with the same action. */
export function runId(action: string): MessageId {
  const id = `admin.auditRun.actions.${action}`
  return isMessage(id) ? id : 'admin.auditRun.other'
}

/** Message ids of changed fields. */
export const FIELDS: Record<string, MessageId> = {
  ...recordOf(PRACTICE_FIELDS, (field) => `admin.practice.${field}` as const),
  openingHours: 'core.hours.title',
  seller: 'admin.seller.title',
  reminderMails: 'admin.reminderMails.title',
}

export function sumOf(changes: NonNullable<AuditEntry['changes']>) {
  const kinds = Object.values(changes)
  return {
    added: kinds.reduce((sum, { added }) => sum + added, 0),
    updated: kinds.reduce((sum, { updated }) => sum + updated, 0),
  }
}
