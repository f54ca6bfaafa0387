import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ClientListItem, ListedClient } from '#src/api/clients.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { UnsavedChanges } from '#src/ui/feedback/unsaved-changes.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { type ClientListProps, ClientPanel } from '#src/features/clients/client-panel.tsx'
import { BulkActions, BulkChoose, BulkConfirm } from './actions.tsx'
import { BulkOutcome, BulkProgress } from './outcome.tsx'
import { type BulkAction, isWorthRetrying } from './run.ts'
import { useBulk, useSelection } from './use-bulk.ts'
import { countOf } from '#src/api/pages.ts'
import Check from 'lucide-react/icons/check'
import { useCan } from '#src/api/capabilities.ts'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { PickCell, StateCell } from '#src/ui/data/table.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { ClientCells } from '#src/features/sheet/client-link.tsx'
import { InvitationStatus } from '#src/features/access/invitation.tsx'
import { LockedStatus } from '#src/features/access/lock.tsx'

interface BulkClientsProps extends ClientListProps {
  onClose: () => void
}

interface Question {
  action: BulkAction
  clients: readonly ClientListItem[]
}

/** A client list with selection and bulk actions. */
export function BulkClients({ list, practiceId, search, data, onClose, ...panel }: BulkClientsProps) {
  const intl = useIntl()
  const { content, page } = data
  const { selected, collecting, ...selection } = useSelection()
  const { state, run, start, retry, close } = useBulk(practiceId, ({ done }) => selection.drop(done))
  const [question, setQuestion] = useState<Question | null>(null)
  const isRunning = state !== null && state.phase !== 'ended'
  const isBusy = isRunning || collecting !== null
  const showsFailures = state?.phase === 'ended' && state.failures.length > 0
  // The failures have their own buttons, until the selection changes.
  const isFailuresOnly =
    showsFailures &&
    selected.size === state.failures.length &&
    state.failures.every(({ client }) => selected.has(client.uuid))

  function confirmOrStart(action: BulkAction, clients: readonly ClientListItem[]) {
    const liftsLock = action === 'register' && clients.some(({ locked }) => locked)
    if (action === 'delete' || liftsLock || clients.length > PAGE_SIZE) setQuestion({ action, clients })
    else start({ action, clients })
  }

  return (
    <>
      <ClientPanel
        {...panel}
        list={list}
        practiceId={practiceId}
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
            {showsFailures && (
              <BulkOutcome
                state={state}
                onClose={close}
                onRetry={state.failures.some(isWorthRetrying) ? () => retry(state) : null}
              />
            )}
            <BulkChoose
              clients={content}
              selected={selected}
              total={countOf({ page })}
              disabled={isBusy}
              onPage={(on) => selection.change(content, on)}
              onAll={() => selection.addAll({ list, practiceId, search })}
              onNone={selection.clear}
            />
          </>
        }
        below={
          !isRunning &&
          !isFailuresOnly && (
            <BulkActions
              list={list}
              practiceId={practiceId}
              selected={selected}
              collecting={collecting}
              onCancel={selection.cancel}
              onAct={confirmOrStart}
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
          {...question}
          onConfirm={(liftsLocks) => {
            setQuestion(null)
            start({ ...question, liftsLocks })
          }}
          onClose={() => setQuestion(null)}
        />
      )}
      {isRunning && <LeaveQuestion onLeave={() => run.current?.stop()} />}
      <p className="hidden-text" role="status">
        {intl.formatMessage({ id: 'admin.bulk.count' }, { count: selected.size })}
      </p>
    </>
  )
}

/** Asks before a page is left while a bulk action is running. */
function LeaveQuestion({ onLeave }: { onLeave: () => void }) {
  return (
    <UnsavedChanges
      title={<FormattedMessage id="admin.bulk.leaveTitle" />}
      confirmLabel={<FormattedMessage id="admin.bulk.leave" />}
      onLeave={onLeave}
    >
      <FormattedMessage id="admin.bulk.leaveText" />
    </UnsavedChanges>
  )
}

interface BulkRowProps {
  client: ListedClient
  checked: boolean
  disabled: boolean
  /** Whether the current run has completed this client. */
  done: boolean
  onChange: (on: boolean) => void
}

export function BulkRow({ client, done, ...box }: BulkRowProps) {
  const intl = useIntl()
  const invites = useCan('invitations')
  return (
    <tr data-pick="">
      <PickCell>
        <Checkbox
          {...box}
          aria-label={intl.formatMessage({ id: 'admin.bulk.row' }, { name: clientName(client, intl) })}
        />
      </PickCell>
      <ClientCells client={client} linked={false} />
      <StateCell>
        {done ? (
          <Status tone="ok" icon={Check}>
            <FormattedMessage id="admin.bulk.done" />
          </Status>
        ) : (
          <>
            {client.locked ? <LockedStatus /> : <InvitationStatus client={client} />}
            {invites && client.email === null && (
              <Status tone="warn">
                <FormattedMessage id="admin.clients.noEmail" />
              </Status>
            )}
          </>
        )}
      </StateCell>
    </tr>
  )
}
