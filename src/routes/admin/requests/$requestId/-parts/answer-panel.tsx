import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { SILENT } from '#src/api/query-client.ts'
import { AnsweredAppointment } from '#src/features/appointments/answered-appointment.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './request-page.module.css'

/** The practice's answer with its appointment; nothing for a request that was withdrawn. */
export function AnswerPanel({ request }: { request: PracticeRequest }) {
  const { state, answer, practiceId } = request
  const { data: practice } = useQuery({ ...practiceQueries.one(practiceId), retryOnMount: false, meta: SILENT })
  if (!answer) return null
  return (
    <Panel as="section" padded className={styles.content} aria-labelledby="request-answer">
      <h2 id="request-answer">
        <FormattedMessage id={state === 'declined' ? 'admin.requests.declinedTitle' : 'admin.requests.answerTitle'} />
      </h2>
      {answer.text && <p className={styles.text}>{answer.text}</p>}
      <AnsweredAppointment request={request} practice={practice} />
      <p className="muted small">
        {answer.by ? (
          <FormattedMessage id="admin.requests.by" values={{ name: answer.by }} />
        ) : (
          <FormattedMessage id="admin.requests.bySystem" />
        )}
      </p>
    </Panel>
  )
}
