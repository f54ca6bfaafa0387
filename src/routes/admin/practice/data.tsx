import { createFileRoute } from '@tanstack/react-router'
import { capableAdminOnly } from '#src/session/guards.ts'
import { ImportJobs } from './data/-parts/import-jobs/import-jobs.tsx'

export const Route = createFileRoute('/admin/practice/data')({
  staticData: { title: 'admin.practice.tabs.data' },
  beforeLoad: capableAdminOnly('import-feed'),
  component: DataTab,
})

function DataTab() {
  const { practiceId } = Route.useRouteContext()
  return <ImportJobs practiceId={practiceId} />
}
