import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { PortalMessages } from '#src/features/shell/portal-messages.tsx'
import { useFeedback } from '#src/lib/messages.ts'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Shell, SkipLink } from '#src/ui/layout/shell.tsx'
import { PortalHeader } from './header.tsx'
import { Starting } from './starting.tsx'

const WITH_SIDEBAR = ['/admin', '/client']
/** Has errors and warnings in its form. */
const WITH_ALERTS = '/auth/login'

/** What is on every screen: header, messages and loading bar around the page, or around the wait for the first one. */
export function Frame({ children }: { children: ReactNode }) {
  const { title, withSidebar, isStarting, hasAlerts } = useMatches({
    select: (matches) => ({
      title: matches.findLast((match) => match.staticData.title)?.staticData.title,
      withSidebar: matches.some(({ routeId, status }) => WITH_SIDEBAR.includes(routeId) && status !== 'error'),
      isStarting: matches.length === 0,
      hasAlerts: matches.some(({ routeId, status }) => routeId === WITH_ALERTS && status === 'success'),
    }),
    structuralSharing: true,
  })
  const intl = useIntl()
  const appName = intl.formatMessage({ id: 'core.appName' })
  return (
    <Shell withSidebar={withSidebar}>
      <title>{title ? `${intl.formatMessage({ id: title })} · ${appName}` : appName}</title>
      <SkipLink />
      <PortalHeader withSidebar={withSidebar} />
      {isStarting && <Starting />}
      {children}
      <PortalMessages isNewsOnly={hasAlerts} />
      <PortalProgress isStarting={isStarting} />
    </Shell>
  )
}

function PortalProgress({ isStarting }: { isStarting: boolean }) {
  const active = useFeedback(({ pending }) => pending > 0)
  return <ProgressBar active={active || isStarting} />
}
