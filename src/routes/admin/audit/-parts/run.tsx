import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, FormattedTime, useIntl } from 'react-intl'
import type { AuditAction } from '#contract/access-log.ts'
import { type AuditEntry, auditQueries } from '#src/api/access-log.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { failureText } from '#src/lib/problems.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Item } from '#src/ui/data/items.tsx'
import styles from './audit-list.module.css'
import { personName } from './person-name.ts'

const RUNS: Readonly<Partial<Record<string, MessageId>>> = {
  registered: 'admin.auditRun.registered',
  merged: 'admin.auditRun.merged',
  activated: 'admin.auditRun.activated',
  locked: 'admin.auditRun.locked',
  unlocked: 'admin.auditRun.unlocked',
  deleted: 'admin.auditRun.deleted',
  'email-change-asked': 'admin.auditRun.emailChangeAsked',
  'email-change-ended': 'admin.auditRun.emailChangeEnded',
  'email-changed': 'admin.auditRun.emailChanged',
  'viewed-as': 'admin.auditRun.viewedAs',
  read: 'admin.auditRun.read',
  'removal-undone': 'admin.auditRun.removalUndone',
} satisfies Partial<Record<AuditAction, MessageId>>

interface RunProps {
  practiceId: string
  entry: AuditEntry
  /** That of the entry. */
  run: NonNullable<AuditEntry['run']>
  search: string
  /** In which it can be undone. */
  days: number
  /** Beside the button that opens it. */
  undo: ReactNode
}

/** Many of the same, as one line that opens. */
export function Run({ practiceId, entry, run: { count, since }, search, days, undo }: RunProps) {
  const listId = useId()
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const { data: entries, error } = useQuery({ ...auditQueries.run(practiceId, entry, search), enabled: open })
  const { action, account, at } = entry
  // A read is of a whole day.
  const isTimed = action !== 'read'
  return (
    <>
      <Item
        stacked
        title={<FormattedMessage id={RUNS[action] ?? 'admin.auditRun.other'} values={{ count }} />}
        sub={
          <>
            {account ? personName(account) : <FormattedMessage id="admin.audit.nobody" />}
            {days > 0 && (
              <>
                {' · '}
                <FormattedMessage id="admin.undo.days" values={{ days }} />
              </>
            )}
          </>
        }
        when={
          <>
            {isTimed && (
              <span className={styles.time}>
                {since !== at && (
                  <>
                    <time dateTime={since}>
                      <FormattedTime value={since} />
                    </time>
                    {' – '}
                  </>
                )}
                <time dateTime={at}>
                  <FormattedTime value={at} />
                </time>
              </span>
            )}
            <span className={styles.buttons}>
              {undo}
              <Button
                variant="ghost"
                icon={open ? ChevronUp : ChevronDown}
                aria-expanded={open}
                aria-controls={open ? listId : undefined}
                onClick={() => setOpen(!open)}
              >
                <FormattedMessage id={open ? 'admin.auditRun.close' : 'admin.auditRun.open'} />
              </Button>
            </span>
          </>
        }
      />
      {open && (
        <li id={listId} className={styles.run}>
          {entries ? (
            <ol>
              {entries.map(({ client, at: moment }, index) => (
                <li key={index}>
                  <span>{client?.name || intl.formatMessage({ id: 'core.text.notAvailable' })}</span>
                  {isTimed && (
                    <time dateTime={moment}>
                      <FormattedTime value={moment} />
                    </time>
                  )}
                </li>
              ))}
            </ol>
          ) : error ? (
            <Message kind="error">{failureText(error)}</Message>
          ) : (
            <Spinner />
          )}
        </li>
      )}
    </>
  )
}
