import { FormattedMessage } from 'react-intl'
import { ALL_KINDS, UNREADABLE } from '#contract/imports.ts'
import type { MessageId } from '#src/lib/intl.tsx'

const KINDS = {
  practice: 'admin.imports.kinds.practice',
  user: 'admin.imports.kinds.user',
  client: 'admin.imports.kinds.client',
  patient: 'admin.imports.kinds.patient',
  reminder: 'admin.imports.kinds.reminder',
  appointment: 'admin.imports.kinds.appointment',
  visitForm: 'admin.imports.kinds.visitForm',
  attachment: 'admin.imports.kinds.attachment',
  invoice: 'admin.imports.kinds.invoice',
  invoiceLine: 'admin.imports.kinds.invoiceLine',
  estimate: 'admin.imports.kinds.estimate',
  logbookEntry: 'admin.imports.kinds.logbookEntry',
  requestAnswer: 'admin.imports.kinds.requestAnswer',
  [UNREADABLE]: 'admin.imports.kinds.noKind',
  [ALL_KINDS]: 'admin.imports.kinds.all',
} satisfies Record<string, MessageId>

const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind)

/** Name of a kind of record; other APIs may send unknown kinds. */
export const KindName = ({ kind }: { kind: string }) =>
  isKnown(kind) ? <FormattedMessage id={KINDS[kind]} /> : <span translate="no">{kind}</span>
