import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { MAX_WEBHOOKS } from '#contract/webhook.ts'
import { webhookQueries } from '#src/api/webhooks.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { webhookDraft } from '#src/features/webhooks/webhook-form.tsx'
import { WebhookStatus } from '#src/features/webhooks/webhook-status.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { AddWebhook } from './add-webhook.tsx'
import styles from './webhooks.module.css'

/** Endpoints that receive the events of the practice; for clinic admins. */
export function Webhooks({ practiceId }: { practiceId: string }) {
  const query = useQuery(webhookQueries.list(practiceId))
  const { data: webhooks } = query
  // A restored draft opens the dialog at once.
  const [isAdding, setAdding] = useState(() => webhookDraft(practiceId).read() !== undefined)
  return (
    <Panel as="section" padded className="stack" aria-labelledby="webhooks">
      <div>
        <h2 id="webhooks">
          <FormattedMessage id="admin.webhooks.title" />
        </h2>
        <p className="muted small">
          <FormattedMessage id="admin.webhooks.text" />
        </p>
      </div>
      <LoadFailure query={query}><FormattedMessage id="admin.webhooks.listFailed" /></LoadFailure>
      {webhooks?.length === 0 && (
        <p className="muted">
          <FormattedMessage id="admin.webhooks.none" />
        </p>
      )}
      {webhooks && webhooks.length > 0 && (
        <div className={styles.list}>
          <Items plain bare>
            {webhooks.map((webhook) => (
              <Item
                key={webhook.id}
                stacked
                title={
                  <Link to="/admin/practice/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
                    {webhook.name}
                  </Link>
                }
                sub={
                  <>
                    <span className={styles.url}>{webhook.url}</span>
                    {webhook.waiting > 0 && (
                      <>
                        {' · '}
                        <FormattedMessage id="admin.webhooks.waiting" values={{ count: webhook.waiting }} />
                      </>
                    )}
                  </>
                }
                when={<WebhookStatus shown={webhook} />}
              />
            ))}
          </Items>
        </div>
      )}
      {webhooks && webhooks.length >= MAX_WEBHOOKS && (
        <p className="muted small">
          <FormattedMessage id="admin.webhooks.most" values={{ most: MAX_WEBHOOKS }} />
        </p>
      )}
      {webhooks && webhooks.length < MAX_WEBHOOKS && (
        <div>
          <Button
            variant="secondary"
            icon={Plus}
            onClick={() => void ProofDialog.openAfterImport(() => setAdding(true))}
          >
            <FormattedMessage id="admin.webhooks.add" />
          </Button>
        </div>
      )}
      {isAdding && <AddWebhook practiceId={practiceId} onClose={() => setAdding(false)} />}
    </Panel>
  )
}
