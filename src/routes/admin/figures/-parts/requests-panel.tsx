import MessageCircle from 'lucide-react/icons/message-circle'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { RequestFigures } from '#contract/schemas/figures.ts'
import { DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { FigurePanel } from './figure-panel.tsx'
import styles from './figures.module.css'
import { waitText } from './figure-texts.ts'

/** Requests of owners in the period, with their waiting times. */
export function RequestsPanel({ requests }: { requests: readonly RequestFigures[] }) {
  const sent = requests.reduce((sum, each) => sum + each.sent, 0)
  const answered = requests.reduce((sum, each) => sum + each.answered.count, 0)
  const hasAny = sent > 0
  return (
    <FigurePanel
      title={hasAny ? 'admin.figures.requestShare' : 'admin.figures.requests'}
      sub={<FormattedMessage id="admin.figures.requestCount" values={{ count: sent }} />}
      share={hasAny ? { part: answered, full: answered, total: sent } : undefined}
      note={hasAny && <FormattedMessage id="admin.figures.requestNote" />}
    >
      {hasAny ? (
        <Table label={<FormattedMessage id="admin.figures.requests" />} head={<Head />}>
          {requests.map((each, index) => (
            <Row key={index} request={each} />
          ))}
        </Table>
      ) : (
        <Empty icon={MessageCircle} title={<FormattedMessage id="admin.figures.noRequests" />}>
          <FormattedMessage id="admin.figures.noRequestsText" />
        </Empty>
      )}
    </FigurePanel>
  )
}

function Head() {
  return (
    <>
      <HeadCell label="admin.figures.typeName" />
      <HeadCell amount label="admin.figures.sent" />
      <HeadCell amount wide label="admin.figures.seenAfter" />
      <HeadCell amount wide label="admin.figures.answeredAfter" />
    </>
  )
}

function Row({ request: { kind, sent, seen, answered } }: { request: RequestFigures }) {
  const intl = useIntl()
  const waited = { seen: waitText(intl, seen), answered: waitText(intl, answered) }
  return (
    <tr>
      <LeadCell>
        <FormattedMessage id={`core.requests.kind.${kind}`} />
      </LeadCell>
      <DetailCell className={styles.due}>
        <span className={styles.wide}>
          <FormattedNumber value={sent} />
        </span>
        <NarrowOnly>
          <FormattedMessage id="admin.figures.ofSent" values={{ sent, ...waited }} />
        </NarrowOnly>
      </DetailCell>
      <WideCell className={styles.number}>{waited.seen}</WideCell>
      <WideCell className={styles.number}>{waited.answered}</WideCell>
    </tr>
  )
}
