import Phone from 'lucide-react/icons/phone'
import styles from './new.module.css'
import type { Practice } from '#contract/schemas/practice.ts'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { telephoneHref } from '#contract/telephone.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { OpenNow } from '#src/features/practice/open-now.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import type { Estimate } from '#contract/schemas/estimate.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { Link } from '@tanstack/react-router'
import { linkButtonClass } from '#src/ui/forms/button.tsx'

interface UrgentProps {
  practice: Pick<Practice, 'name' | 'phone' | 'openingHours'>
  /** Opening hours, as text of the practice. */
  hours: string | undefined
}

/** Notice to telephone for urgent problems. */
export function Urgent({ practice: { name, phone, openingHours }, hours }: UrgentProps) {
  const { formatMessage } = useIntl()
  return (
    <Panel as="aside" className={styles.urgent} aria-label={formatMessage({ id: 'client.requests.urgentLabel' })}>
      <Phone />
      <div>
        <p>
          {phone && telephoneHref(phone) ? (
            <FormattedMessage id="client.requests.urgent" values={{ name, phone: <PhoneLink phone={phone} /> }} />
          ) : (
            <FormattedMessage id="client.requests.urgentNoPhone" values={{ name }} />
          )}
        </p>
        {openingHours && (
          <p className="small">
            <OpenNow hours={openingHours} />
          </p>
        )}
        {hours && <p className={`small muted ${styles.hours}`}>{hours}</p>}
      </div>
    </Panel>
  )
}

/** Earlier request that the new request follows up. */
export function Former({ request: { uuid, kind, sentAt } }: { request: PortalRequest }) {
  const { formatMessage } = useIntl()
  return (
    <p>
      <FormattedMessage
        id="client.requests.goesOn"
        values={{
          former: (
            <Link to="/client/requests/$requestId" params={{ requestId: uuid }} className={linkButtonClass}>
              {formatMessage({ id: `core.requests.kind.${kind}` })},{' '}
              <FormattedDate value={sentAt} day="numeric" month="long" />
            </Link>
          ),
        }}
      />
    </p>
  )
}

/** Estimate that the question is about. */
export function AboutEstimate({ estimate: { uuid, reason } }: { estimate: Estimate }) {
  return (
    <p>
      <FormattedMessage
        id="client.requests.aboutEstimate"
        values={{
          reason: (
            <Link key="link" to="/client/estimates/$estimateId" params={{ estimateId: uuid }}>
              {reason}
            </Link>
          ),
        }}
      />
    </p>
  )
}
