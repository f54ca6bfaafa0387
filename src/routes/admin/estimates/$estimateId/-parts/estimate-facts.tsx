import { FormattedMessage } from 'react-intl'
import type { EstimateAnswer, PracticeEstimate } from '#contract/schemas/estimate.ts'
import { AnswerText, EstimateStatus, FullMoment, LongDay, ValidUntil } from '#src/features/estimates/estimate-texts.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './estimate-facts.module.css'

export function EstimateFacts({ estimate }: { estimate: PracticeEstimate }) {
  const { state, number, clientNumber, date, sentAt, changedAt, withdrawnAt, fromSystem } = estimate
  return (
    <Facts panel>
      <Fact name={<FormattedMessage id="admin.requests.state" />}>
        <EstimateStatus state={state} />
      </Fact>
      <Fact name={<FormattedMessage id="admin.estimates.validUntil" />}>
        <ValidUntil estimate={estimate} />
      </Fact>
      {number && <Fact name={<FormattedMessage id="admin.estimates.number" />}>{number}</Fact>}
      {clientNumber && <Fact name={<FormattedMessage id="admin.csv.clientNumber" />}>{clientNumber}</Fact>}
      <Fact name={<FormattedMessage id="core.lines.date" />}>
        <LongDay date={date} />
      </Fact>
      <Fact name={<FormattedMessage id="admin.requests.sentAt" />}>
        <FullMoment at={sentAt} />
      </Fact>
      {changedAt && (
        <Fact name={<FormattedMessage id="admin.estimates.changedAt" />}>
          <FullMoment at={changedAt} />
        </Fact>
      )}
      {withdrawnAt && (
        <Fact name={<FormattedMessage id="core.estimates.state.withdrawn" />}>
          <FullMoment at={withdrawnAt} />
        </Fact>
      )}
      {fromSystem && (
        <Fact name={<FormattedMessage id="admin.estimates.origin" />}>
          <FormattedMessage id="admin.estimates.fromSystem" />
        </Fact>
      )}
    </Facts>
  )
}

/** Answer to the present content, and answers to former content. */
export function AnswersPanel({ estimate: { answer, formerAnswers } }: { estimate: PracticeEstimate }) {
  const former = formerAnswers ?? []
  if (!answer && former.length === 0) return null
  return (
    <Panel as="section" padded className={styles.answers} aria-labelledby="estimate-answers">
      <h2 id="estimate-answers">
        <FormattedMessage id="admin.estimates.answers" />
      </h2>
      {answer && <Answer answer={answer} />}
      {former.length > 0 && (
        <>
          <p className="muted small">
            <FormattedMessage id="admin.estimates.formerAnswers" />
          </p>
          {former.map((one) => (
            <div key={one.at} className="muted">
              <Answer answer={one} />
            </div>
          ))}
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
