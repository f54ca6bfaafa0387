import type { PortalRequest } from '#contract/schemas/request.ts'
import { Link } from '@tanstack/react-router'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { KIND_NAMES } from '#src/features/requests/words.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'

/** The request that this one goes on from. */
export function Former({ request: { uuid, kind, sentAt } }: { request: PortalRequest }) {
  const { formatMessage } = useIntl()
  return (
    <p>
      <FormattedMessage
        id="client.requests.goesOn"
        values={{
          former: (
            <Link to="/client/requests/$requestId" params={{ requestId: uuid }} className={linkButtonClass}>
              {formatMessage({ id: KIND_NAMES[kind] })}, <FormattedDate value={sentAt} day="numeric" month="long" />
            </Link>
          ),
        }}
      />
    </p>
  )
}
