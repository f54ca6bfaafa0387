import { Outlet, createFileRoute } from '@tanstack/react-router'
import { Page } from '#src/ui/layout/page.tsx'

// The page whose outlet `client` holds the reminders or the settings (spec §2).
export const Route = createFileRoute('/client/portal')({
  component: () => (
    <Page>
      <Outlet />
    </Page>
  ),
})
