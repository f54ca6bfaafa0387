import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dismissMessage, useFeedback } from '#src/lib/messages.ts'
import { Messages } from '#src/ui/feedback/messages.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Shell, SkipLink } from '#src/ui/layout/shell.tsx'
import { PortalHeader } from './header.tsx'

const WITH_SIDEBAR = ['/admin', '/client']

interface FrameProps {
  /** In place of the whole page, and so of its sidebar. */
  failed?: boolean
  children: ReactNode
}

/** What is on every screen: header, messages and loading bar around the page. */
export function Frame({ failed = false, children }: FrameProps) {
  const { title, withSidebar } = useMatches({
    select: (matches) => ({
      title: matches.findLast((match) => match.staticData.title)?.staticData.title,
      withSidebar:
        !failed && matches.some(({ routeId, status }) => WITH_SIDEBAR.includes(routeId) && status !== 'error'),
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
      {children}
      <PortalMessages />
      <PortalProgress />
    </Shell>
  )
}

function PortalMessages() {
  const slots = useFeedback((feedback) => feedback.slots)
  return (
    <Messages
      messages={slots}
      render={({ id, values }) => <FormattedMessage id={id} {...(values && { values })} />}
      onDismiss={dismissMessage}
    />
  )
}

function PortalProgress() {
  const active = useFeedback(({ pending }) => pending > 0)
  return <ProgressBar active={active} />
}
