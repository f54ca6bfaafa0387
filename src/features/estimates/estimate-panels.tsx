import Phone from 'lucide-react/icons/phone'
import { FormattedMessage, useIntl } from 'react-intl'
import { telephoneHref } from '#contract/telephone.ts'
import type { Estimate, EstimateContent } from '#contract/schemas/estimate.ts'
import { LineItems } from '#src/features/line-items.tsx'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './estimate-panels.module.css'

/** Lines and text of an estimate, as the owner reads them. */
export function EstimatePanels({ estimate: { lines, text, currency } }: { estimate: EstimateContent }) {
  return (
    <>
      <Panel as="section" aria-labelledby="estimate-lines">
        <PanelHead>
          <h2 id="estimate-lines">
            <FormattedMessage id="core.estimates.lines" />
          </h2>
        </PanelHead>
        <LineItems lines={lines} currency={currency} />
      </Panel>
      {text && (
        <Panel as="section" padded className={styles.text} aria-labelledby="estimate-text">
          <h2 id="estimate-text">
            <FormattedMessage id="core.estimates.text" />
          </h2>
          <p>{text}</p>
        </Panel>
      )}
    </>
  )
}

type Terms = NonNullable<Estimate['terms']>

/** Sentence for emergencies, with a link that dials. */
export function EmergencyPanel({ terms: { emergency, phone } }: { terms: Terms }) {
  const { formatMessage } = useIntl()
  return (
    <Panel as="aside" className={styles.emergency} aria-label={formatMessage({ id: 'client.requests.urgentLabel' })}>
      <Phone />
      <div>
        <p>{emergency}</p>
        {phone && telephoneHref(phone) && (
          <PhoneLink phone={phone}>
            <FormattedMessage id="core.estimates.call" values={{ phone }} />
          </PhoneLink>
        )}
      </div>
    </Panel>
  )
}
