import { FormattedMessage } from 'react-intl'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './request-page.module.css'

/** What the practice has said, and who; nothing of one that was withdrawn. */
export function AnswerPanel({ request: { state, answer } }: { request: PracticeRequest }) {
  if (!answer) return null
  return (
    <Panel as="section" padded className={styles.content} aria-labelledby="request-answer">
      <h2 id="request-answer">
        <FormattedMessage id={state === 'declined' ? 'admin.requests.declinedTitle' : 'admin.requests.answerTitle'} />
      </h2>
      {answer.text && <p className={styles.text}>{answer.text}</p>}
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
