import { Link } from '@tanstack/react-router'
import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { APP_VERSION, HELP_ENABLED, HELP_URL } from '#src/lib/constants.ts'
import { asDate } from '#src/lib/dates.ts'
import { sidebarMoved, usePortal } from '#src/lib/store.ts'
import { ExternalNavLink } from '#src/ui/navigation/nav-link.tsx'
import { Sidebar, type SidebarProps } from '#src/ui/layout/sidebar.tsx'
import styles from './area-sidebar.module.css'

interface AreaSidebarProps {
  rail: SidebarProps['rail']
  footer: ReactNode
  children: ReactNode
}

/** Sidebar of an area: docked on wide screens, over the content on narrow ones. */
export function AreaSidebar({ rail, children, footer }: AreaSidebarProps) {
  const open = usePortal((state) => state.sidebarOpen)
  const narrow = usePortal((state) => state.narrow)
  const intl = useIntl()
  return (
    <Sidebar
      open={open}
      narrow={narrow}
      rail={rail}
      onClose={() => sidebarMoved(false)}
      label={intl.formatMessage({ id: 'core.nav.main' })}
      footer={
        <>
          {footer}
          <p className={styles.version}>
            <FormattedMessage id="core.nav.version" values={{ version: APP_VERSION }} />
            <Release />
            <Link to="/accessibility">
              <FormattedMessage id="core.accessibility.title" />
            </Link>
          </p>
        </>
      }
    >
      {children}
      {HELP_ENABLED && <ExternalNavLink href={HELP_URL} icon={Info} label={<FormattedMessage id="core.nav.help" />} />}
    </Sidebar>
  )
}

/** Version, date and commit of the build; nothing outside a build from Git. */
function Release() {
  const intl = useIntl()
  const meta = document.querySelector<HTMLMetaElement>('meta[name="portal-release"]')
  const [version, released, commit] = meta?.content.split(' ') ?? []
  if (!released || !commit) return null
  const date = intl.formatDate(asDate(released), { dateStyle: 'medium' })
  return <FormattedMessage id="core.nav.release" values={{ version, date, commit }} />
}
