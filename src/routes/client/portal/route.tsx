import { Outlet, createFileRoute } from '@tanstack/react-router'
import { Page } from '#src/ui/layout/page.tsx'

// Layout of the reminders and the settings.
export const Route = createFileRoute('/client/portal')({
  component: () => (
    <Page>
      <Outlet />
    </Page>
  ),
})
