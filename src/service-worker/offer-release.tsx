import { FormattedMessage } from 'react-intl'
import { PortalIntl } from '#src/lib/intl.tsx'
import { showPersistentBanner } from '#src/ui/feedback/persistent-banner.tsx'

/** Time for the browser to ask about unsaved changes. */
const POLL_MS = 1000

/**
 * Shows a persistent banner about a newer release, until the user loads it or closes the banner. Loading reloads the page, so the
 * browser asks about unsaved changes.
 */
export function offerRelease(): void {
  showPersistentBanner(
    'release',
    {
      text: <FormattedMessage id="core.headers.newVersion" />,
      action: <FormattedMessage id="core.buttons.loadNow" />,
      onAct: async () => {
        location.reload()
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      },
    },
    (message) => <PortalIntl>{message}</PortalIntl>,
  )
}
