import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import type { ImportCounts } from '#contract/schemas/access-log.ts'
import type { ImportRun } from '#contract/schemas/imports.ts'
import type { ImportState } from '#contract/imports.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { recordOf, typedEntries } from '#contract/values.ts'
import { useCan } from '#src/api/capabilities.ts'
import { importMutations, importQueries, isUnderWay } from '#src/api/imports.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { ConfirmImport } from './confirm-import.tsx'
import { Findings } from './findings.tsx'
import styles from './import-jobs.module.css'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { showMessage } from '#src/lib/messages.ts'

const FIRST = 5

/** Received exports, latest first, with time, key, counts and rejected lines. */
export function ImportHistory({ practiceId }: { practiceId: string }) {
  const [size, setSize] = useState(FIRST)
  const canReset = useCan('import-reset')
  const title = useRef<HTMLHeadingElement>(null)
  const query = useQuery({ ...importQueries.latest(practiceId, size), placeholderData: (former) => former })
  const { data, isError, isPlaceholderData } = query
  if (isError && !data) {
    return (
      <div className={styles.part}><LoadFailure query={query}><FormattedMessage id="admin.imports.historyFailed" /></LoadFailure>
      </div>
    )
  }
  if (!data) return null
  const { content, page } = data
  return (
    <div className={styles.part}>
      <h3 ref={title} tabIndex={-1}>
        <FormattedMessage id="admin.imports.history" />
      </h3>
      {content.length === 0 ? (
        <p className="muted">
          <FormattedMessage id="admin.imports.none" />
        </p>
      ) : (
        <Items plain bare>
          {content.map((run) => (
            <Item
              key={run.sequence}
              title={<Received run={run} />}
              sub={<About practiceId={practiceId} run={run} onDecided={() => title.current?.focus()} />}
              when={<State run={run} />}
            />
          ))}
        </Items>
      )}
      {page.totalElements > content.length && size < MAX_PAGE_SIZE && (
        <Button
          variant="secondary"
          busy={isPlaceholderData}
          onClick={() => setSize(size === FIRST ? 50 : MAX_PAGE_SIZE)}
        >
          <FormattedMessage id="admin.imports.more" />
        </Button>
      )}
      {canReset && hasTaken(content) && (
        <ResetSequence practiceId={practiceId} onReset={() => title.current?.focus()} />
      )}
    </div>
  )
}

/** Whether the sequence can be reset: it has used numbers, and no export is pending. */
const hasTaken = (runs: ImportRun[]) =>
  runs.some(({ state, resetAt }) => state === 'done' && resetAt === undefined) &&
  !runs.some((run) => isUnderWay(run) || run.state === 'unconfirmed')

const Received = ({ run: { receivedAt } }: { run: ImportRun }) => (
  <time dateTime={receivedAt}>
    <FormattedDate
      value={receivedAt}
      weekday="long"
      day="numeric"
      month="long"
      year="numeric"
      hour="2-digit"
      minute="2-digit"
    />
  </time>
)

const STATES = {
  waiting: ['admin.imports.waiting', undefined],
  running: ['admin.imports.running', undefined],
  unconfirmed: ['admin.imports.unconfirmed', 'warn'],
  checked: ['admin.imports.checked', 'ok'],
  done: ['admin.imports.done', 'ok'],
  refused: ['admin.imports.refused', 'bad'],
  interrupted: ['admin.imports.interrupted', 'warn'],
} satisfies Record<ImportState, [MessageId, 'ok' | 'warn' | 'bad' | undefined]>

function State({ run: { state, paused } }: { run: ImportRun }) {
  if (paused)
    return (
      <Status tone="warn">
        <FormattedMessage id="admin.imports.paused" />
      </Status>
    )
  // Other APIs may send unknown states.
  if (!Object.hasOwn(STATES, state)) return <Status>{state}</Status>
  const [id, tone] = STATES[state]
  return (
    <Status tone={tone}>
      <FormattedMessage id={id} />
    </Status>
  )
}

interface AboutProps {
  practiceId: string
  run: ImportRun
  onDecided: () => void
}

function About({ practiceId, run, onDecided }: AboutProps) {
  const { sequence, key, state, check, paused, changes, problems, warnings, large, deferredMails } = run
  const canConfirm = useCan('import-confirmation')
  return (
    <>
      <span>
        <FormattedMessage id="admin.imports.by" values={{ key, sequence: String(sequence) }} />
      </span>
      {check && (
        <span>
          {' · '}
          <FormattedMessage id="admin.imports.dryRun" />
        </span>
      )}
      {changes && (
        <span>
          {' · '}
          <FormattedMessage id="admin.imports.counts" values={sumOf(changes)} />
        </span>
      )}
      {changes &&
        typedEntries(FURTHER)
          .filter(([name]) => totalOf(changes, name) > 0)
          .map(([name, id]) => (
            <span key={name}>
              {' · '}
              <FormattedMessage id={id} values={{ count: totalOf(changes, name) }} />
            </span>
          ))}
      {deferredMails && (
        <p className="small">
          <FormattedMessage
            id="admin.imports.deferredMails"
            values={{
              count: deferredMails.count,
              day: <Day date={deferredMails.lastOn} day="numeric" month="long" year="numeric" />,
            }}
          />
        </p>
      )}
      {paused && (
        <p className="small">
          <FormattedMessage id="admin.imports.pausedText" />
        </p>
      )}
      {state === 'interrupted' && (
        <span>
          {' · '}
          <FormattedMessage id="admin.imports.interruptedText" />
        </span>
      )}
      {problems && (
        <Findings
          {...problems}
          title={
            <FormattedMessage id="admin.imports.problems" values={{ count: problems.count, lines: problems.lines }} />
          }
        />
      )}
      {warnings && (
        <Findings
          {...warnings}
          title={
            <FormattedMessage
              id={state === 'done' ? 'admin.imports.warnings' : 'admin.imports.warningsSoFar'}
              values={{ count: warnings.count }}
            />
          }
        />
      )}
      {canConfirm && state === 'unconfirmed' && (
        <ConfirmImport practiceId={practiceId} sequence={sequence} large={large ?? []} onDecided={onDecided} />
      )}
    </>
  )
}

/** Further counts, shown only if greater than 0. */
const FURTHER = {
  removed: 'admin.imports.removed',
  replaced: 'admin.imports.replaced',
  expired: 'admin.imports.expired',
} satisfies Partial<Record<keyof ImportCounts, MessageId>>

const totalOf = (changes: NonNullable<ImportRun['changes']>, name: keyof ImportCounts) =>
  Object.values(changes).reduce((total, counts) => total + (counts[name] ?? 0), 0)

const sumOf = (changes: NonNullable<ImportRun['changes']>) =>
  recordOf(['added', 'updated', 'unchanged'], (name) => totalOf(changes, name))

interface ResetSequenceProps {
  practiceId: string
  onReset: () => void
}

/** Resets the sequence of a sender whose numbers jumped too far, so that all later exports count as outdated. */
function ResetSequence({ practiceId, onReset }: ResetSequenceProps) {
  const resetting = useMutation(importMutations.resetSequence(practiceId))
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button variant="secondary" onClick={openDialog}>
          <FormattedMessage id="admin.imports.reset" />
        </Button>
      )}
      title={<FormattedMessage id="admin.imports.resetTitle" />}
      confirmLabel={<FormattedMessage id="admin.imports.reset" />}
      act={async (close) => {
        await resetting.mutateAsync()
        close()
        showMessage('success', 'admin.imports.resetDone')
        // The refetched history may no longer contain this button.
        onReset()
      }}
    >
      <p>
        <FormattedMessage id="admin.imports.resetText" />
      </p>
    </ConfirmedButton>
  )
}
