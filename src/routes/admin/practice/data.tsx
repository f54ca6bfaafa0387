import { Link, createFileRoute } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { ImportJobs } from './data/-parts/import-jobs/import-jobs.tsx'
import { Webhooks } from './data/-parts/webhooks/webhooks.tsx'

export const Route = createFileRoute('/admin/practice/data')({
  staticData: { title: 'admin.practice.tabs.data' },
  beforeLoad: capableAdminOnly('csv-import', 'import-feed', 'webhooks'),
  component: DataTab,
})

function DataTab() {
  const { practiceId } = Route.useRouteContext()
  const hasCsv = useCan('csv-import')
  const hasKeys = useCan('import-feed')
  const hasWebhooks = useCan('webhooks')
  return (
    <>
      {hasCsv && (
        <Panel as="section" padded className="stack" aria-labelledby="csv-import">
          <div>
            <h2 id="csv-import">
              <FormattedMessage id="admin.csvImport.open" />
            </h2>
            <p className="muted small">
              <FormattedMessage id="admin.csvImport.openText" />
            </p>
          </div>
          <div>
            <Link className={buttonClass({ variant: 'primary' })} to="/admin/practice/import">
              <FormattedMessage id="admin.csvImport.title" />
            </Link>
          </div>
        </Panel>
      )}
      {hasKeys && <ImportJobs practiceId={practiceId} />}
      {hasWebhooks && <Webhooks practiceId={practiceId} />}
    </>
  )
}
