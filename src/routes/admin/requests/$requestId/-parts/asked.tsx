import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { RequestContent } from '#src/features/requests/request-content.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './request-page.module.css'

/** What the owner asks, as it was sent. */
export function Asked({ request }: { request: PracticeRequest }) {
  const { formerUuid } = request
  return (
    <Panel as="section" padded className={styles.content} aria-labelledby="request-content">
      <h2 id="request-content">
        <FormattedMessage id="admin.requests.asks" />
      </h2>
      <RequestContent request={request} noteOf={originOf} />
      {formerUuid && (
        <p>
          <Link to="/admin/requests/$requestId" params={{ requestId: formerUuid }}>
            <FormattedMessage id="admin.requests.former" />
          </Link>
        </p>
      )}
    </Panel>
  )
}

/** Where the owner had the product from. */
function originOf({ visitFormUuid, logbookEntryUuid }: NonNullable<PracticeRequest['products']>[number]) {
  if (visitFormUuid) return 'admin.requests.ofVisit'
  return logbookEntryUuid ? 'admin.requests.ofDelivery' : 'admin.requests.typed'
}
