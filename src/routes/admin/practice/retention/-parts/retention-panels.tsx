import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber } from 'react-intl'
import type { Retention, RetentionPreview } from '#contract/schemas/retention.ts'
import { getRetentionFile, retentionMutations, retentionQueries } from '#src/api/retention.ts'
import { saveFile } from '#src/lib/files/save.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel, PanelFoot } from '#src/ui/layout/panel.tsx'
import styles from './retention.module.css'
import { AmountCell, HeadCell, LeadCell, Table } from '#src/ui/data/table.tsx'

interface PartProps {
  id: string
  title: ReactNode
  children: ReactNode
  foot?: ReactNode
}

const Part = ({ id, title, children, foot }: PartProps) => (
  <Panel as="section" aria-labelledby={id}>
    <div className={styles.part}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
    {foot && <PanelFoot>{foot}</PanelFoot>}
  </Panel>
)

interface PracticePart {
  practiceId: string
  retention: Retention
}

/** Shown while a jump of the server's clock stops removals. */
export function ClockPanel({ practiceId, clock }: { practiceId: string; clock: NonNullable<Retention['clock']> }) {
  const { mutate, isPending } = useMutation(retentionMutations.confirmClock(practiceId))
  return (
    <Part
      id="retention-clock"
      title={<FormattedMessage id="admin.retention.clock" />}
      foot={
        <Button variant="primary" busy={isPending} onClick={() => mutate(clock.stoppedAt)}>
          <FormattedMessage id="admin.retention.clockConfirm" />
        </Button>
      }
    >
      <p>
        <FormattedMessage
          id="admin.retention.clockText"
          values={{
            now: (
              <strong>
                <FormattedDate value={clock.now} dateStyle="full" timeStyle="short" />
              </strong>
            ),
          }}
        />
      </p>
      <p className="muted">
        <FormattedMessage id="admin.retention.clockWrong" />
      </p>
    </Part>
  )
}

/** Preview of the records that the next nightly run removes, loaded on request. */
export function PreviewPanel({ practiceId, retention: { years, nextRun } }: PracticePart) {
  const [isRequested, setRequested] = useState(false)
  const { data, isFetching, refetch } = useQuery({
    ...retentionQueries.preview(practiceId, years),
    enabled: isRequested,
  })
  const file = useAsyncAction(async () => saveFile('bewaartermijnen.csv', await getRetentionFile(practiceId)))
  const hasYears = Object.values(years).some((count) => count !== undefined)
  return (
    <Part
      id="retention-preview"
      title={<FormattedMessage id="admin.retention.preview" />}
      foot={
        hasYears && (
          <>
            {data && data.counts.length > 0 && (
              <Button variant="secondary" icon={Download} busy={file.busy} onClick={file.run}>
                <FormattedMessage id="admin.retention.download" />
              </Button>
            )}
            <Button
              variant="secondary"
              busy={isFetching}
              onClick={() => (isRequested ? void refetch() : setRequested(true))}
            >
              <FormattedMessage id="admin.retention.count" />
            </Button>
          </>
        )
      }
    >
      <p className="muted">
        <FormattedMessage
          id={!hasYears ? 'admin.retention.endless' : nextRun ? 'admin.retention.next' : 'admin.retention.off'}
          values={{ day: nextRun && <Day date={nextRun} day="numeric" month="long" year="numeric" /> }}
        />
      </p>
      <div role="status">{data && <Counts counts={data.counts} />}</div>
    </Part>
  )
}

/** Records removed by earlier nightly runs. */
export const RemovedPanel = ({ removed }: Pick<Retention, 'removed'>) => (
  <Part id="retention-removed" title={<FormattedMessage id="admin.retention.removed" />}>
    {removed.length === 0 ? (
      <p className="muted">
        <FormattedMessage id="admin.retention.removedNothing" />
      </p>
    ) : (
      <Items plain bare>
        {removed.map(({ at, kind, count }, index) => (
          <Item
            key={`${at} ${index}`}
            title={<FormattedMessage id={kind ? `admin.retention.kinds.${kind}` : 'admin.retention.severalKinds'} />}
            sub={<FormattedMessage id="admin.retention.records" values={{ count }} />}
            when={<FormattedDate value={at} day="numeric" month="long" year="numeric" />}
          />
        ))}
      </Items>
    )}
  </Part>
)

/** Numbers of records that would be removed, by kind and year. */
function Counts({ counts }: RetentionPreview) {
  if (counts.length === 0) return <FormattedMessage id="admin.retention.nothing" tagName="p" />
  return (
    <Table
      label={<FormattedMessage id="admin.retention.table" />}
      head={
        <>
          <HeadCell label="admin.retention.kind" />
          <HeadCell amount label="admin.retention.year" />
          <HeadCell amount label="admin.figures.count" />
        </>
      }
    >
      {counts.map(({ kind, year, count }) => (
        <tr key={`${kind} ${year}`}>
          <LeadCell>
            <FormattedMessage id={`admin.retention.kinds.${kind}`} />
          </LeadCell>
          <AmountCell>{year}</AmountCell>
          <AmountCell>
            <FormattedNumber value={count} />
          </AmountCell>
        </tr>
      ))}
    </Table>
  )
}
