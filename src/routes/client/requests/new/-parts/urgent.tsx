import type { Practice } from '#contract/schemas/practice.ts'
import Phone from 'lucide-react/icons/phone'
import { FormattedMessage, useIntl } from 'react-intl'
import { telephoneHref } from '#contract/telephone.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './new.module.css'

interface UrgentProps {
  practice: Pick<Practice, 'name' | 'phone'>
  /** When it is open, in its own words. */
  hours: string | undefined
}

/** What cannot wait for an answer. */
export function Urgent({ practice: { name, phone }, hours }: UrgentProps) {
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
        {hours && <p className={`small muted ${styles.hours}`}>{hours}</p>}
      </div>
    </Panel>
  )
}
