import { FormattedMessage } from 'react-intl'
import { PortalIntl } from '#src/lib/intl.tsx'
import { showStanding } from '#src/ui/feedback/standing-message.tsx'

/** As long as the browser may take to ask about what is not saved. */
const ASKS_MS = 1000

/**
 * Says that there is a newer release, until it is loaded or closed. Loading is a reload of the page, so that what is typed and
 * not saved is asked about as for any other.
 */
export function offerRelease(): void {
  showStanding(
    'release',
    {
      text: <FormattedMessage id="core.headers.newVersion" />,
      action: <FormattedMessage id="core.buttons.loadNow" />,
      onAct: async () => {
        location.reload()
        await new Promise((resolve) => setTimeout(resolve, ASKS_MS))
      },
    },
    (message) => <PortalIntl>{message}</PortalIntl>,
  )
}
