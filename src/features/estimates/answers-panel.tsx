import { FormattedMessage, useIntl } from 'react-intl'
import type { Estimate, EstimateAnswer } from '#contract/schemas/estimate.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './answers-panel.module.css'
import { EstimateFile } from './estimate-file.tsx'
import { AnswerText } from './estimate-texts.tsx'

interface AnswersPanelProps {
  /** Answer to the present content; undefined if the page shows it elsewhere. */
  answer?: EstimateAnswer | undefined
  estimate: Pick<Estimate, 'reason' | 'formerAnswers'>
  /** Fetches the URL of the PDF with some content. */
  getFile: (contentHash: string) => Promise<unknown>
}

/** Answers to an estimate. Those to former content have the PDF with that content. */
export function AnswersPanel({ answer, estimate: { reason, formerAnswers }, getFile }: AnswersPanelProps) {
  const intl = useIntl()
  const former = formerAnswers ?? []
  if (!answer && former.length === 0) return null
  return (
    <Panel as="section" padded className={styles.answers} aria-labelledby="estimate-answers">
      <h2 id="estimate-answers">
        <FormattedMessage id={answer ? 'admin.estimates.answers' : 'core.estimates.formerAnswers'} />
      </h2>
      {answer && <Answer answer={answer} />}
      {former.length > 0 && (
        <>
          <p className="muted small">
            <FormattedMessage id="core.estimates.formerVoid" />
          </p>
          <ol className={styles.former}>
            {former.map((one) => (
              <li key={one.at} className={styles.one}>
                <Answer answer={one} />
                <EstimateFile
                  estimate={{
                    reason: `${reason}, ${intl.formatDate(one.at, { dateStyle: 'long', timeStyle: 'short' })}`,
                  }}
                  getFile={() => getFile(one.contentHash)}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  )
}

function Answer({ answer }: { answer: EstimateAnswer }) {
  return (
    <div>
      <p>
        <AnswerText answer={answer} />
      </p>
      {answer.text && <blockquote className={styles.quote}>{answer.text}</blockquote>}
    </div>
  )
}
