import { createFileRoute } from '@tanstack/react-router'
import { useCan } from '#src/api/capabilities.ts'
import { LinkPanel } from '#src/features/practice/setting-panel.tsx'
import { capableAdminOnly } from '#src/session/guards.ts'
import { PracticeSecondFactor } from './security/-parts/second-factor.tsx'

export const Route = createFileRoute('/admin/practice/security')({
  staticData: { title: 'admin.practice.tabs.security' },
  beforeLoad: capableAdminOnly('second-factor'),
  component: SecurityTab,
})

function SecurityTab() {
  const { practiceId } = Route.useRouteContext()
  const hasStaff = useCan('staff')
  const keepsTrail = useCan('audit')
  return (
    <>
      <PracticeSecondFactor practiceId={practiceId} />
      {hasStaff && <LinkPanel to="/admin/staff" title="admin.nav.staff" text="admin.staff.lead" />}
      {keepsTrail && <LinkPanel to="/admin/audit" title="admin.nav.audit" text="admin.audit.lead" />}
    </>
  )
}
