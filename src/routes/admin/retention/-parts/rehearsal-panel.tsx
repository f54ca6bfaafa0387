import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { Rehearsal, RehearsalState, Retention } from '#contract/retention.ts'
import { getRehearsalFile, isUnderWay, retentionMutations } from '#src/api/retention.ts'
import { ProofDialog } from '#src/features/account/ask-proof.tsx'
import { downloadFile } from '#src/lib/files/open.ts'
import type { MessageId } from '#src/lib/message-id.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { AmountCell, HeadCell, LeadCell, Table } from '#src/ui/data/table.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel, PanelFoot } from '#src/ui/layout/panel.tsx'
import { KIND_NAMES } from './kinds.ts'
import styles from './retention.module.css'

interface RehearsalPanelProps {
  practiceId: string
  retention: Retention
}

/** What would go, its removal, and what went before. */
export function RehearsalPanel({ practiceId, retention: { years, rehearsals } }: RehearsalPanelProps) {
  const rehearse = useMutation(retentionMutations.rehearse(practiceId))
  const [latest, ...former] = rehearsals
  const isOff = Object.values(years).every((count) => count === undefined)
  return (
    <Panel as="section" aria-labelledby="rehearsal">
      <div className={styles.part}>
        <h2 id="rehearsal">
          <FormattedMessage id="admin.retention.rehearsal" />
        </h2>
        <p className="muted">
          <FormattedMessage id={isOff ? 'admin.retention.off' : 'admin.retention.rehearsalText'} />
        </p>
        {!isOff && (
          <p>
            <Button
              variant="secondary"
              busy={rehearse.isPending}
              disabled={latest?.state === 'running'}
              onClick={() => rehearse.mutate()}
            >
              <FormattedMessage id="admin.retention.rehearse" />
            </Button>
          </p>
        )}
        {latest && <Latest practiceId={practiceId} rehearsal={latest} />}
        {former.length > 0 && (
          <>
            <h3>
              <FormattedMessage id="admin.retention.former" />
            </h3>
            <Items plain bare>
              {former.map((rehearsal) => (
                <Item
                  key={rehearsal.number}
                  title={<Name rehearsal={rehearsal} />}
                  sub={<FormattedMessage id="admin.retention.records" values={{ count: countOf(rehearsal) }} />}
                  when={<State rehearsal={rehearsal} />}
                />
              ))}
            </Items>
          </>
        )}
      </div>
    </Panel>
  )
}

/** What went, or what would go. */
const countOf = ({ counts = [], removed }: Rehearsal) => (removed ?? counts).reduce((sum, { count }) => sum + count, 0)

const Name = ({ rehearsal: { number, madeAt } }: { rehearsal: Rehearsal }) => (
  <FormattedMessage
    id="admin.retention.number"
    values={{
      number: String(number),
      day: <FormattedDate value={madeAt} day="numeric" month="long" year="numeric" />,
    }}
  />
)

const STATES = {
  making: ['admin.retention.states.making', undefined],
  made: ['admin.retention.states.made', 'warn'],
  outdated: ['admin.retention.states.outdated', undefined],
  running: ['admin.retention.states.running', undefined],
  done: ['admin.retention.states.done', 'ok'],
} satisfies Record<RehearsalState, [MessageId, 'ok' | 'warn' | undefined]>

function State({ rehearsal: { state } }: { rehearsal: Rehearsal }) {
  const [id, tone] = STATES[state]
  return (
    <Status tone={tone}>
      <FormattedMessage id={id} />
    </Status>
  )
}

function Latest({ practiceId, rehearsal }: { practiceId: string; rehearsal: Rehearsal }) {
  const { number, state, counts, removed, stayed = 0 } = rehearsal
  const intl = useIntl()
  const [asking, setAsking] = useState(false)
  const { mutateAsync } = useMutation(retentionMutations.remove(practiceId, number))
  const file = useAsyncAction(() =>
    downloadFile(() => getRehearsalFile(practiceId, number), `bewaartermijnen-${number}.csv`),
  )
  return (
    <>
      <h3>
        <Name rehearsal={rehearsal} />
      </h3>
      <p role="status">
        <State rehearsal={rehearsal} />
      </p>
      {removed && (
        <p>
          <FormattedMessage id="admin.retention.removed" values={{ count: countOf(rehearsal), stayed }} />
        </p>
      )}
      {!isUnderWay(rehearsal) && counts?.length === 0 && (
        <p>
          <FormattedMessage id="admin.retention.nothing" />
        </p>
      )}
      {counts && counts.length > 0 && (
        <>
          <Counts counts={counts} />
          <PanelFoot>
            <Button variant="secondary" icon={Download} busy={file.busy} onClick={file.run}>
              <FormattedMessage id="admin.retention.download" />
            </Button>
            {state === 'made' && (
              <Button variant="danger-quiet" icon={Trash2} onClick={() => setAsking(true)}>
                <FormattedMessage id="admin.retention.remove" />
              </Button>
            )}
          </PanelFoot>
        </>
      )}
      {asking && (
        <ProofDialog
          title={<FormattedMessage id="admin.retention.removeTitle" values={{ count: countOf(rehearsal) }} />}
          action={<FormattedMessage id="admin.retention.remove" />}
          variant="danger"
          act={async (proof) => {
            await mutateAsync(proof)
            setAsking(false)
            showMessage('success', 'admin.retention.started')
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {intl.formatList(
              byKind(rehearsal).map(([kind, count]) =>
                intl.formatMessage(
                  { id: 'admin.retention.kindCount' },
                  { kind: intl.formatMessage({ id: KIND_NAMES[kind] }), count },
                ),
              ),
            )}
          </p>
          <p>
            <FormattedMessage id="admin.retention.removeText" />
          </p>
        </ProofDialog>
      )}
    </>
  )
}

function byKind({ cutOffs, counts = [] }: Rehearsal) {
  const kinds = [...new Set([...cutOffs.map(({ kind }) => kind), ...counts.map(({ kind }) => kind)])]
  return kinds.flatMap((kind) => {
    const sum = counts.reduce((total, one) => total + (one.kind === kind ? one.count : 0), 0)
    return sum > 0 ? [[kind, sum] as const] : []
  })
}

const Counts = ({ counts }: { counts: NonNullable<Rehearsal['counts']> }) => (
  <Table
    label={<FormattedMessage id="admin.retention.table" />}
    head={
      <>
        <HeadCell>
          <FormattedMessage id="admin.retention.kind" />
        </HeadCell>
        <HeadCell amount>
          <FormattedMessage id="admin.retention.year" />
        </HeadCell>
        <HeadCell amount>
          <FormattedMessage id="admin.figures.count" />
        </HeadCell>
      </>
    }
  >
    {counts.map(({ kind, year, count }) => (
      <tr key={`${kind} ${year}`}>
        <LeadCell>
          <FormattedMessage id={KIND_NAMES[kind]} />
        </LeadCell>
        <AmountCell>{year}</AmountCell>
        <AmountCell>
          <FormattedNumber value={count} />
        </AmountCell>
      </tr>
    ))}
  </Table>
)
