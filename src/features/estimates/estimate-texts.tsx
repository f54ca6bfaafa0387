import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Mail from 'lucide-react/icons/mail'
import Undo2 from 'lucide-react/icons/undo-2'
import type { LucideIcon } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { EstimateState } from '#contract/estimate-states.ts'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import type { Estimate, EstimateAnswer } from '#contract/schemas/estimate.ts'
import { today } from '#src/lib/dates.ts'
import { Day, Moment } from '#src/ui/data/day.tsx'
import { Status } from '#src/ui/data/status.tsx'
import styles from './estimate-texts.module.css'

const LOOKS: Record<EstimateState, { tone?: 'ok' | 'warn'; icon: LucideIcon }> = {
  open: { tone: 'warn', icon: Mail },
  accepted: { tone: 'ok', icon: Check },
  declined: { icon: Ban },
  lapsed: { icon: Clock },
  withdrawn: { icon: Undo2 },
}

export function EstimateStatus({ state }: { state: EstimateState }) {
  return (
    <Status {...(LOOKS[state] ?? {})}>
      <FormattedMessage id={`core.estimates.state.${state}`} />
    </Status>
  )
}

export const LongDay = ({ date }: { date: IsoDate }) => <Day date={date} day="numeric" month="long" year="numeric" />

export const FullMoment = ({ at }: { at: string }) => (
  <Moment at={at} day="numeric" month="long" year="numeric" hour="numeric" minute="2-digit" />
)

/** Last day of an estimate, and the number of days until then while it is open. */
export function ValidUntil({ estimate: { validUntil, state } }: { estimate: Pick<Estimate, 'validUntil' | 'state'> }) {
  return (
    <>
      <LongDay date={validUntil} />
      {state === 'open' && (
        <>
          {' '}
          <span className={styles.left}>
            (<FormattedMessage id="core.estimates.daysLeft" values={{ days: daysBetween(today(), validUntil) }} />)
          </span>
        </>
      )}
    </>
  )
}

/** Sentence that says who answered an estimate, and when. */
export function AnswerText({ answer: { outcome, at, by } }: { answer: EstimateAnswer }) {
  return (
    <FormattedMessage
      id={`core.estimates.answer.${outcome}`}
      values={{ by: by ?? '', hasName: by ? 'yes' : 'no', moment: <FullMoment at={at} /> }}
    />
  )
}
