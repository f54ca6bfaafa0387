import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, FormattedTime, useIntl } from 'react-intl'
import { type AuditEntry, auditQueries } from '#src/api/access-log.ts'
import { failureText } from '#src/lib/problems.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Item } from '#src/ui/data/items.tsx'
import styles from './audit-list.module.css'
import { personName, runId } from './audit-texts.ts'

interface RunProps {
  practiceId: string
  entry: AuditEntry
  run: NonNullable<AuditEntry['run']>
  search: string
  /** Days in which the removals can be undone. */
  days: number
  undo: ReactNode
}

/** Several entries with the same action, as one expandable line. */
export function Run({ practiceId, entry, run: { count, since }, search, days, undo }: RunProps) {
  const listId = useId()
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const { data: entries, error } = useQuery({ ...auditQueries.run(practiceId, entry, search), enabled: open })
  const { action, account, at } = entry
  // Reads are logged per day, without a time.
  const isTimed = action !== 'read'
  return (
    <>
      <Item
        stacked
        title={<FormattedMessage id={runId(action)} values={{ count }} />}
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
