import { FormattedMessage, useIntl } from 'react-intl'
import type { AskSearch } from '#src/api/request-terms.ts'
import { AskLink } from './ask-link.tsx'

interface AskForMoreProps {
  /** What it is, and where it is told of. */
  medicine: Pick<AskSearch, 'visitForm' | 'entry'> & { product: string }
  patient: AskSearch['patient']
}

/** The way to a request for more of a medicine that an animal has had. */
export function AskForMore({ medicine: { product, visitForm, entry }, patient }: AskForMoreProps) {
  const { formatMessage } = useIntl()
  return (
    <span className="no-print">
      <AskLink
        kind="REPEAT_MEDICINE"
        product={product}
        patient={patient}
        visitForm={visitForm}
        entry={entry}
        label={formatMessage({ id: 'client.requests.askMoreOf' }, { name: product })}
      >
        <FormattedMessage id="client.requests.askMore" />
      </AskLink>
    </span>
  )
}
