import { now } from '#src/lib/dates.ts'
import { type IntlShape, FormattedDate, FormattedList, FormattedMessage, FormattedTime, useIntl } from 'react-intl'
import type { AuditAction } from '#contract/access-log.ts'
import type { AuditEntry } from '#src/api/access-log.ts'
import { KIND_NAMES } from '#src/features/retention/kind-names.ts'
import { useCan } from '#src/api/capabilities.ts'
import { personName } from './person-name.ts'
import { Run } from './run.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { UndoRemoval } from './undo-removal.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import styles from './audit-list.module.css'
import { type ReactNode, useState } from 'react'
import type { MessageId } from '#src/lib/intl.tsx'
import { groupBy, recordOf } from '#contract/values.ts'
import { PRACTICE_FIELDS } from '#contract/practice.ts'

const DAY_MS = 86_400_000
/** Begun ones count. */
const daysUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - now().getTime()) / DAY_MS))

interface AuditListProps {
  practiceId: string
  entries: AuditEntry[]
  /** The name that was looked for. */
  search: string
}

/** Who did what, the newest first, by the day on this device's calendar. */
export function AuditList({ practiceId, entries, search }: AuditListProps) {
  const canUndo = useCan('undo-removals')
  // Not of the entry, which is another one, or gone, once the trail is read anew.
  const [undoing, setUndoing] = useState<AuditEntry | null>(null)
  const keyOf = keys()
  const daysOf = ({ undo }: AuditEntry) => (canUndo && undo ? daysUntil(undo.until) : 0)
  const undoOf = (entry: AuditEntry) =>
    daysOf(entry) > 0 && <UndoRemoval name={entry.client?.name} onAsk={() => setUndoing(entry)} />
  const days = groupBy(entries, ({ at }) => new Date(at).toDateString())
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} className={styles.day} aria-labelledby={idOf(day)}>
          <h2 id={idOf(day)}>
            <FormattedDate value={ofDay[0]?.at} weekday="long" day="numeric" month="long" year="numeric" />
          </h2>
          <Items plain>
            {ofDay.map((entry) =>
              entry.run ? (
                <Run
                  key={keyOf(entry)}
                  practiceId={practiceId}
                  entry={entry}
                  run={entry.run}
                  search={search}
                  days={daysOf(entry)}
                  undo={undoOf(entry)}
                />
              ) : (
                <Item
                  key={keyOf(entry)}
                  stacked={daysOf(entry) > 0}
                  title={<What entry={entry} />}
                  sub={<Details entry={entry} days={daysOf(entry)} />}
                  when={
                    <>
                      {entry.action !== 'read' && (
                        <time className={styles.time} dateTime={entry.at}>
                          <FormattedTime value={entry.at} />
                        </time>
                      )}
                      {undoOf(entry)}
                    </>
                  }
                />
              ),
            )}
          </Items>
        </section>
      ))}
      {undoing && (
        <UndoDialog practiceId={practiceId} entry={undoing} search={search} onClose={() => setUndoing(null)} />
      )}
    </>
  )
}

/** Keys that stay when something happens meanwhile, and comes first: by the moment, and at one moment by their order. */
function keys() {
  const times = new Map<string, number>()
  return ({ at }: AuditEntry) => {
    const before = times.get(at) ?? 0
    times.set(at, before + 1)
    return `${at} ${before}`
  }
}

const idOf = (day: string) => `audit-${day.replaceAll(' ', '-')}`

/** What an import does, and a client or somebody who is invited, by a link in a mail. */
const UNSIGNED: readonly string[] = [
  'imported',
  'email-change-asked',
  'email-change-ended',
  'email-changed',
  'activated',
  'card-shared',
  'card-revoked',
  'request-sent',
  'request-withdrawn',
  'photo-removed',
  'reminder-mails-off',
  'staff-joined',
  'staff-declined',
  'staff-role-offered',
  'staff-proposed',
  'merged',
  'records-removed',
  'retention-removed',
] satisfies AuditAction[]

const WHAT = {
  read: 'admin.audit.read',
  registered: 'admin.audit.registered',
  invited: 'admin.audit.invited',
  'invited-again': 'admin.audit.invitedAgain',
  activated: 'admin.audit.activated',
  locked: 'admin.audit.locked',
  unlocked: 'admin.audit.unlocked',
  deleted: 'admin.audit.deleted',
  'deleted-all': 'admin.audit.deletedAll',
  'email-change-asked': 'admin.audit.emailChangeAsked',
  'email-change-ended': 'admin.audit.emailChangeEnded',
  'email-changed': 'admin.audit.emailChanged',
  'viewed-as': 'admin.audit.viewedAs',
  'practice-changed': 'admin.audit.practiceChanged',
  'logo-changed': 'admin.audit.logoChanged',
  'logo-removed': 'admin.audit.logoRemoved',
  'reminder-mails-on': 'admin.audit.reminderMailsOn',
  'reminder-mails-off': 'admin.audit.reminderMailsOff',
  imported: 'admin.audit.imported',
  'card-shared': 'admin.audit.cardShared',
  'card-revoked': 'admin.audit.cardRevoked',
  'staff-invited': 'admin.audit.staffInvited',
  'staff-joined': 'admin.audit.staffJoined',
  'staff-declined': 'admin.audit.staffDeclined',
  'staff-role-offered': 'admin.audit.staffRoleOffered',
  'staff-proposed': 'admin.audit.staffProposed',
  'staff-proposal-declined': 'admin.audit.staffProposalDeclined',
  'staff-role-changed': 'admin.audit.staffRoleChanged',
  'staff-deactivated': 'admin.audit.staffDeactivated',
  'staff-reactivated': 'admin.audit.staffReactivated',
  'second-factor-required': 'admin.audit.secondFactorRequired',
  'second-factor-optional': 'admin.audit.secondFactorOptional',
  'second-factor-reset': 'admin.audit.secondFactorReset',
  'import-key-made': 'admin.audit.importKeyMade',
  'import-key-revoked': 'admin.audit.importKeyRevoked',
  'import-key-kept': 'admin.audit.importKeyKept',
  'import-sequence-reset': 'admin.audit.importSequenceReset',
  'import-confirmed': 'admin.audit.importConfirmed',
  'import-declined': 'admin.audit.importDeclined',
  erased: 'admin.audit.erased',
  'removal-undone': 'admin.audit.removalUndone',
  renamed: 'admin.audit.renamed',
  'request-sent': 'admin.audit.requestSent',
  'request-withdrawn': 'admin.audit.requestWithdrawn',
  'photo-removed': 'admin.audit.photoRemoved',
  'request-answered': 'admin.audit.requestAnswered',
  'request-declined': 'admin.audit.requestDeclined',
  'request-settings-changed': 'admin.audit.requestSettingsChanged',
  'letters-made': 'admin.audit.lettersMade',
  'access-ended': 'admin.audit.accessEnded',
  'retention-changed': 'admin.audit.retentionChanged',
  'retention-removed': 'admin.audit.retentionRemoved',
  'clock-confirmed': 'admin.audit.clockConfirmed',
  merged: 'admin.audit.merged',
  'records-removed': 'admin.audit.recordsRemoved',
  'records-restored': 'admin.audit.recordsRestored',
} satisfies Record<AuditAction, MessageId>

const isKnown = (action: string): action is AuditAction => Object.hasOwn(WHAT, action)

export const FIELDS: Record<string, MessageId> = {
  ...recordOf(PRACTICE_FIELDS, (field) => `admin.practice.${field}` as const),
  reminderMails: 'admin.reminderMails.title',
}

/** Action and subject. */
function What({ entry }: { entry: AuditEntry }) {
  return whatOf(entry, useIntl())
}

export function whatOf({ action, client, count, member, names }: AuditEntry, intl: IntlShape): string {
  const name = client?.name || member?.name || intl.formatMessage({ id: 'core.text.notAvailable' })
  // Another API may know other things to do.
  const id = isKnown(action) ? WHAT[action] : 'admin.audit.other'
  return intl.formatMessage(
    { id },
    { name, count: count ?? -1, role: member?.role ?? '', from: names?.from ?? '', to: names?.to ?? '' },
  )
}

/** Actor and details. */
function Details({ entry, days }: { entry: AuditEntry; days: number }) {
  const { account, action, kind, fields, changes, key } = entry
  const known = fields?.flatMap((field) => FIELDS[field] ?? []) ?? []
  const parts: ReactNode[] = []
  if (account) parts.push(personName(account))
  else if (key) parts.push(<FormattedMessage id="admin.audit.byKey" values={{ key }} />)
  else if (!UNSIGNED.includes(action)) parts.push(<FormattedMessage id="admin.audit.nobody" />)
  if (key && account) parts.push(key)
  if (known.length > 0)
    parts.push(
      <FormattedList
        value={known.map((id) => (
          <FormattedMessage key={id} id={id} />
        ))}
      />,
    )
  if (kind) parts.push(<FormattedMessage id={KIND_NAMES[kind]} />)
  if (changes) parts.push(<FormattedMessage id="admin.audit.changes" values={sumOf(changes)} />)
  if (days > 0) parts.push(<FormattedMessage id="admin.undo.days" values={{ days }} />)
  return parts.map((part, index) => (
    <span key={index}>
      {index > 0 && <span>{' · '}</span>}
      {typeof part === 'string' ? <span>{part}</span> : part}
    </span>
  ))
}

export function sumOf(changes: NonNullable<AuditEntry['changes']>) {
  const kinds = Object.values(changes)
  return {
    added: kinds.reduce((sum, { added }) => sum + added, 0),
    updated: kinds.reduce((sum, { updated }) => sum + updated, 0),
  }
}
