import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import type { LucideIcon } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { RequestState } from '#contract/request.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { nameOf } from './request-texts.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { Status } from '#src/ui/data/status.tsx'

const LOOKS: Record<RequestState, { tone?: 'ok' | 'warn'; icon: LucideIcon }> = {
  sent: { tone: 'warn', icon: Mail },
  seen: { icon: Eye },
  asked: { icon: MessageCircleQuestionMark },
  replied: { tone: 'ok', icon: MessageCircle },
  answered: { tone: 'ok', icon: Check },
  declined: { icon: Ban },
  withdrawn: { icon: Undo2 },
}

interface RequestStatusProps {
  request: Pick<PracticeRequest, 'state' | 'answer'>
  /** Whether the request is unseen for longer than the practice has set. */
  isLate: boolean
}

/** Status of a request, and who answered. */
export function RequestStatus({ request: { state, answer }, isLate }: RequestStatusProps) {
  const intl = useIntl()
  const look = LOOKS[state] ?? {}
  return (
    <>
      {isLate ? (
        <Status tone="bad" icon={TriangleAlert}>
          <FormattedMessage id="admin.requests.late" />
        </Status>
      ) : (
        <Status {...look}>{nameOf('state', state, intl)}</Status>
      )}
      {answer?.by && (
        <>
          {' '}
          <span className="muted small">
            <FormattedMessage id="admin.requests.by" values={{ name: answer.by }} />
          </span>
        </>
      )}
    </>
  )
}

/** Time of the last change of a request, in a list. */
export const RequestMoment = ({ at }: { at: string }) => (
  <Moment at={at} weekday="short" day="numeric" month="short" hour="numeric" minute="2-digit" />
)
