import { FormattedMessage } from 'react-intl'
import { AskLink, useTakes } from '#src/features/requests/ask-link.tsx'
import { Block } from '../block.tsx'

const KINDS = ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION'] as const

/** What can be asked of the practice; nothing where it takes nothing. */
export function AskBlock() {
  const takes = [useTakes('REPEAT_MEDICINE'), useTakes('APPOINTMENT'), useTakes('QUESTION')]
  if (!takes.some(Boolean)) return null
  return (
    <Block title={<FormattedMessage id="client.requests.ask" />}>
      <div className="row">
        {KINDS.map((kind) => (
          <AskLink key={kind} kind={kind}>
            <FormattedMessage id={`core.requests.kind.${kind}`} />
          </AskLink>
        ))}
      </div>
    </Block>
  )
}
