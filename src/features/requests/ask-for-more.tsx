import { FormattedMessage, useIntl } from 'react-intl'
import type { AskSearch } from '#src/api/request-terms.ts'
import { AskLink } from './ask-link.tsx'

type AskForMoreProps = Pick<AskSearch, 'patient' | 'visitForm' | 'entry'> & { product: string }

/** The way to a request for more of a medicine that an animal has had. */
export function AskForMore({ product, ...of }: AskForMoreProps) {
  const { formatMessage } = useIntl()
  return (
    <span className="no-print">
      <AskLink
        kind="REPEAT_MEDICINE"
        product={product}
        {...of}
        label={formatMessage({ id: 'client.requests.askMoreOf' }, { name: product })}
      >
        <FormattedMessage id="client.requests.askMore" />
      </AskLink>
    </span>
  )
}
