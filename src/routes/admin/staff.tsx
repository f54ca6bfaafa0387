import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { InviteDialog, invitationDraft } from './staff/-parts/invite-dialog.tsx'
import { Proposals } from './staff/-parts/proposals.tsx'
import { StaffTable } from './staff/-parts/staff-table.tsx'
import { ofLoader } from '#src/api/query-client.ts'
import { staffQueries } from '#src/api/staff.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'

export const Route = createFileRoute('/admin/staff')({
  staticData: { title: 'admin.nav.staff' },
  beforeLoad: capableAdminOnly('staff'),
  loader: async ({ context, ...loader }) => {
    await context.queryClient.query({ ...staffQueries.all(context.practiceId), meta: ofLoader(loader) })
  },
  component: StaffPage,
})

function StaffPage() {
  const { practiceId } = Route.useRouteContext()
  const { data: staff } = useSuspenseQuery(staffQueries.all(practiceId))
  // An action of the palette and a restored draft open the dialog at once.
  const isWanted = useLocation({ select: ({ hash }) => hash === 'invite' })
  const [inviting, setInviting] = useState(() => isWanted || invitationDraft(practiceId).read() !== undefined)
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="admin.nav.staff" />}
        lead={<FormattedMessage id="admin.staff.lead" />}
        actions={
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            <FormattedMessage id="admin.staff.invite" />
          </Button>
        }
      />
      <Proposals practiceId={practiceId} />
      <Panel>
        <StaffTable practiceId={practiceId} staff={staff} />
      </Panel>
      {inviting && <InviteDialog practiceId={practiceId} onClose={() => setInviting(false)} />}
    </Page>
  )
}
