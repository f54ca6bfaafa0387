import MessageCircle from 'lucide-react/icons/message-circle'
import { FormattedMessage, FormattedNumber, type IntlShape, useIntl } from 'react-intl'
import type { RequestFigures } from '#contract/schemas/figures.ts'
import { DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { ShareTiles } from '#src/ui/figures/share-tiles.tsx'
import { Figure, FigurePanel } from './figure-panel.tsx'
import styles from './figures.module.css'
import { REQUESTS, shareText, waitText } from './words.ts'

/** What owners asked in the period, and how long they waited. */
export function RequestsPanel({ requests }: { requests: readonly RequestFigures[] }) {
  const intl = useIntl()
  const sent = requests.reduce((sum, each) => sum + each.sent, 0)
  const answered = requests.reduce((sum, each) => sum + each.answered.count, 0)
  const values = { share: shareText(intl, answered, sent) }
  return (
    <FigurePanel
      title={
        sent > 0 ? (
          <FormattedMessage id="admin.figures.requestShare" values={values} />
        ) : (
          <FormattedMessage id="admin.figures.requests" />
        )
      }
      sub={<FormattedMessage id="admin.figures.requestCount" values={{ count: sent }} />}
      note={sent > 0 && <FormattedMessage id="admin.figures.requestNote" />}
    >
      {sent === 0 ? (
        <Empty icon={MessageCircle} title={<FormattedMessage id="admin.figures.noRequests" />} />
      ) : (
        <>
          <Figure>
            <ShareTiles
              full={answered}
              total={sent}
              label={intl.formatMessage({ id: 'admin.figures.requestShare' }, values)}
            />
          </Figure>
          <Table label={<FormattedMessage id="admin.figures.requests" />} head={<Head />}>
            {requests.map((each, index) => (
              <Row key={index} request={each} intl={intl} />
            ))}
          </Table>
        </>
      )}
    </FigurePanel>
  )
}

function Head() {
  return (
    <>
      <HeadCell>
        <FormattedMessage id="admin.figures.typeName" />
      </HeadCell>
      <HeadCell amount>
        <FormattedMessage id="admin.figures.sent" />
      </HeadCell>
      <HeadCell amount wide>
        <FormattedMessage id="admin.figures.seenAfter" />
      </HeadCell>
      <HeadCell amount wide>
        <FormattedMessage id="admin.figures.answeredAfter" />
      </HeadCell>
    </>
  )
}

function Row({ request: { kind, sent, seen, answered }, intl }: { request: RequestFigures; intl: IntlShape }) {
  return (
    <tr>
      <LeadCell>
        <FormattedMessage id={REQUESTS[kind]} />
      </LeadCell>
      <DetailCell className={styles.due}>
        <span className={styles.wide}>
          <FormattedNumber value={sent} />
        </span>
        <NarrowOnly>
          <FormattedMessage
            id="admin.figures.ofSent"
            values={{ sent, seen: waitText(intl, seen), answered: waitText(intl, answered) }}
          />
        </NarrowOnly>
      </DetailCell>
      <WideCell className={styles.number}>{waitText(intl, seen)}</WideCell>
      <WideCell className={styles.number}>{waitText(intl, answered)}</WideCell>
    </tr>
  )
}
