import { now } from '#src/lib/dates.ts'
import { FormattedDate, FormattedList, FormattedMessage, FormattedTime, useIntl } from 'react-intl'
import type { AuditAction } from '#contract/access-log.ts'
import type { AuditEntry } from '#src/api/access-log.ts'
import { useCan } from '#src/api/capabilities.ts'
import { FIELDS, personName, sumOf, actionText } from './audit-texts.ts'
import { Run } from './run.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import styles from './audit-list.module.css'
import { type ReactNode, useState } from 'react'
import Undo2 from 'lucide-react/icons/undo-2'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { restoreFocus } from '#src/ui/layout/shell.tsx'
import { groupBy } from '#contract/values.ts'

const DAY_MS = 86_400_000
/** Returns the days until a moment, rounded up. */
const daysUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - now().getTime()) / DAY_MS))

interface AuditListProps {
  practiceId: string
  entries: AuditEntry[]
  /** Name in the search of the page. */
  search: string
}

/** Audit entries, newest first, grouped by day in this device's time zone. */
export function AuditList({ practiceId, entries, search }: AuditListProps) {
  const canUndo = useCan('undo-removals')
  // State of the list instead of the entry, because a refetch may replace or remove the entry.
  const [undoing, setUndoing] = useState<AuditEntry | null>(null)
  const keyOf = keys()
  const daysOf = ({ undo }: AuditEntry) => (canUndo && undo ? daysUntil(undo.until) : 0)
  const undoOf = (entry: AuditEntry) =>
    daysOf(entry) > 0 && <UndoRemoval name={entry.client?.name} onUndo={() => setUndoing(entry)} />
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
                  title={<ActionText entry={entry} />}
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

interface UndoRemovalProps {
  /** Name of the client; undefined if several were removed. */
  name: string | undefined
  onUndo: () => void
}

function UndoRemoval({ name, onUndo }: UndoRemovalProps) {
  const intl = useIntl()
  // The button is removed together with the undone entry.
  useUnmount(restoreFocus)
  return (
    <Button
      variant="ghost"
      icon={Undo2}
      aria-label={name && intl.formatMessage({ id: 'admin.undo.buttonName' }, { name })}
      onClick={onUndo}
    >
      <FormattedMessage id="core.buttons.undo" />
    </Button>
  )
}

/** Returns a function for React keys of time and sequence number, which stay stable when newer entries arrive. */
function keys() {
  const times = new Map<string, number>()
  return ({ at }: AuditEntry) => {
    const before = times.get(at) ?? 0
    times.set(at, before + 1)
    return `${at} ${before}`
  }
}

const idOf = (day: string) => `audit-${day.replaceAll(' ', '-')}`

/** Actions without an account: of imports, and of clients or invited staff who follow a link in an e-mail. */
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
  'request-message-sent',
  'request-reopened',
  'photo-removed',
  'animal-photo-changed',
  'animal-photo-removed',
  'reminder-mails-off',
  'staff-joined',
  'staff-declined',
  'staff-role-offered',
  'staff-proposed',
  'merged',
  'records-removed',
  'retention-removed',
  'form-asked',
  'form-completed',
  'consent-given',
  'consent-withdrawn',
  'questions-changed',
  'estimate-accepted',
  'estimate-declined',
  'estimate-lapsed',
] satisfies AuditAction[]

/** Text of the action and its subject. */
function ActionText({ entry }: { entry: AuditEntry }) {
  return actionText(entry, useIntl())
}

/** Text of the account and the details. */
function Details({ entry, days }: { entry: AuditEntry; days: number }) {
  const { account, action, client, kind, fields, changes, key, form } = entry
  const known = fields?.flatMap((field) => FIELDS[field] ?? []) ?? []
  const parts: ReactNode[] = []
  if (account) parts.push(personName(account))
  else if (key) parts.push(<FormattedMessage id="admin.audit.byKey" values={{ key }} />)
  else if (!UNSIGNED.includes(action)) parts.push(<FormattedMessage id="admin.audit.nobody" />)
  if (key && account) parts.push(key)
  if (form && client) parts.push(form)
  if (known.length > 0)
    parts.push(
      <FormattedList
        value={known.map((id) => (
          <FormattedMessage key={id} id={id} />
        ))}
      />,
    )
  if (kind) parts.push(<FormattedMessage id={`admin.retention.kinds.${kind}`} />)
  if (changes) parts.push(<FormattedMessage id="admin.audit.changes" values={sumOf(changes)} />)
  if (days > 0) parts.push(<FormattedMessage id="admin.undo.days" values={{ days }} />)
  return parts.map((part, index) => (
    <span key={index}>
      {index > 0 && <span>{' · '}</span>}
      {typeof part === 'string' ? <span>{part}</span> : part}
    </span>
  ))
}
