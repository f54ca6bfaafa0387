import { FormattedMessage } from 'react-intl'
import type { Estimate } from '#contract/schemas/estimate.ts'
import { AnswerText, FullMoment, LongDay } from '#src/features/estimates/estimate-texts.tsx'
import { Amount } from '#src/features/line-items.tsx'
import { Message } from '#src/ui/feedback/message.tsx'

/** State of an estimate that can no longer be answered, and a change that made an earlier answer void. */
export function EstimateMessages({ estimate }: { estimate: Estimate }) {
  const { state, answer, validUntil, withdrawnAt, changedAt, lines, formerAnswers = [] } = estimate
  const [former] = formerAnswers
  return (
    <>
      {answer && (
        <Message kind={answer.outcome === 'accepted' ? 'success' : 'info'}>
          <strong>
            <AnswerText answer={answer} />
          </strong>
          {answer.text && <> {answer.text}</>}
        </Message>
      )}
      {state === 'lapsed' && (
        <Message kind="info">
          <FormattedMessage id="client.estimates.lapsed" values={{ day: <LongDay date={validUntil} /> }} />
        </Message>
      )}
      {state === 'withdrawn' && (
        <Message kind="info">
          <FormattedMessage
            id="client.estimates.withdrawn"
            values={{ moment: withdrawnAt ? <FullMoment at={withdrawnAt} /> : 'none' }}
          />
        </Message>
      )}
      {state === 'open' && former && (
        <Message kind="warning">
          <strong>
            <FormattedMessage
              id="client.estimates.changed"
              values={{ moment: changedAt ? <FullMoment at={changedAt} /> : 'none' }}
            />
          </strong>{' '}
          <FormattedMessage
            id="client.estimates.formerVoid"
            values={{ outcome: former.outcome, moment: <FullMoment at={former.at} /> }}
          />{' '}
          {former.amount !== undefined && (
            <FormattedMessage
              id="client.estimates.formerTotal"
              values={{
                former: <Amount key="former" lines={[{ amount: former.amount, amountTo: former.amountTo }]} />,
                present: <Amount key="present" lines={lines} />,
              }}
            />
          )}
        </Message>
      )}
    </>
  )
}
