import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PAGE_SIZE } from '#contract/paging.ts'
import type { ClientListItem } from '#contract/client.ts'
import { LeaveQuestion } from '#src/features/session/leave-question.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ClientPanel } from './client-panel.tsx'
import type { ClientList, ClientPage, ClientSearch } from './queries.ts'
import styles from './bulk.module.css'
import { BulkActions } from './bulk-actions.tsx'
import { BulkConfirm } from './bulk-confirm.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { type BulkAction, failedOf, isLeftOut } from './bulk-run.ts'
import { BulkRow } from './bulk-row.tsx'
import { useBulk } from './use-bulk.ts'
import { useSelection } from './use-selection.ts'

export interface BulkClientsProps {
  list: ClientList
  practiceId: string
  search: ClientSearch
  data: ClientPage
  onSearch: (lastName: string) => void
  emptyTitle: ReactNode
  empty: ReactNode
  onClose: () => void
}

interface Question {
  action: BulkAction
  clients: readonly ClientListItem[]
}

/** A list of clients to choose from, and what can be done to all who were chosen. */
export function BulkClients({ list, practiceId, search, data, onClose, ...panel }: BulkClientsProps) {
  const intl = useIntl()
  const { content, page } = data
  const { selected, collecting, ...selection } = useSelection()
  const { state, run, start, close } = useBulk(practiceId, ({ done }) => selection.drop(done))
  const [question, setQuestion] = useState<Question | null>(null)
  const isRunning = state !== null && state.phase !== 'ended'
  const isBusy = isRunning || collecting !== null
  const chosenHere = content.filter(({ uuid }) => selected.has(uuid)).length
  const tellsFailures = state?.phase === 'ended' && state.failures.length > 0
  // Of those the list has its own buttons, until somebody chooses others.
  const isFailuresOnly =
    tellsFailures &&
    selected.size === state.failures.length &&
    state.failures.every(({ client }) => selected.has(client.uuid))

  function ask(action: BulkAction, clients: readonly ClientListItem[]) {
    if (action === 'delete' || clients.length > PAGE_SIZE) setQuestion({ action, clients })
    else start(action, clients)
  }

  return (
    <>
      <ClientPanel
        {...panel}
        search={search}
        page={page}
        picking
        tools={
          <Button variant="ghost" disabled={isRunning} onClick={onClose}>
            <FormattedMessage id="admin.bulk.close" />
          </Button>
        }
        above={
          <>
            {isRunning && <BulkProgress state={state} run={run} />}
            {tellsFailures && (
              <BulkFailures
                state={state}
                onClose={close}
                onRetry={
                  failedOf(state).length > 0
                    ? () =>
                        start(
                          state.action,
                          state.failures.map(({ client }) => client),
                        )
                    : null
                }
              />
            )}
            <div className={styles.choose}>
              <Checkbox
                // The button that was pressed has made room for this.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                checked={chosenHere === 0 ? false : chosenHere === content.length || 'mixed'}
                disabled={isBusy || content.length === 0}
                onChange={(on) => selection.change(content, on)}
              >
                <FormattedMessage id="admin.bulk.page" />
              </Checkbox>
              <Button
                variant="ghost"
                disabled={isBusy || page.totalElements === 0}
                onClick={() => selection.addAll({ list, practiceId, lastName: search.lastName })}
              >
                <FormattedMessage id="admin.bulk.all" values={{ count: page.totalElements }} />
              </Button>
              <Button variant="ghost" disabled={isBusy || selected.size === 0} onClick={selection.clear}>
                <FormattedMessage id="admin.bulk.none" />
              </Button>
            </div>
          </>
        }
        below={
          !isRunning &&
          !isFailuresOnly && (
            <BulkActions
              list={list}
              selected={selected}
              collecting={collecting}
              onCancel={selection.cancel}
              onAct={ask}
            />
          )
        }
      >
        {content.map((client) => (
          <BulkRow
            key={client.uuid}
            client={client}
            checked={selected.has(client.uuid)}
            disabled={isBusy}
            done={isRunning && state.done.has(client.uuid)}
            onChange={(on) => selection.change([client], on)}
          />
        ))}
      </ClientPanel>
      {question && (
        <BulkConfirm
          action={question.action}
          count={question.clients.filter((client) => !isLeftOut(question.action, client)).length}
          leftOut={question.clients.filter((client) => isLeftOut(question.action, client)).length}
          onConfirm={() => {
            setQuestion(null)
            start(question.action, question.clients)
          }}
          onClose={() => setQuestion(null)}
        />
      )}
      {isRunning && (
        <LeaveQuestion
          title={<FormattedMessage id="admin.bulk.leaveTitle" />}
          confirmLabel={<FormattedMessage id="admin.bulk.leave" />}
          onLeave={() => run.current?.stop()}
        >
          <FormattedMessage id="admin.bulk.leaveText" />
        </LeaveQuestion>
      )}
      <p className="hidden-text" role="status">
        {intl.formatMessage({ id: 'admin.bulk.count' }, { count: selected.size })}
      </p>
    </>
  )
}
