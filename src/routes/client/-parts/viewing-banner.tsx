import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Eye from 'lucide-react/icons/eye'
import { FormattedMessage, useIntl } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { clientQueries } from '#src/api/clients.ts'
import { returnToAdmin } from '#src/session/viewing.ts'
import { Banner } from '#src/ui/feedback/banner.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** While a member of staff looks at a client's portal: whose it is, and the way out. */
export function ViewingBanner({ clientId }: { clientId: string }) {
  const router = useRouter()
  const intl = useIntl()
  const { data: client } = useQuery({ ...clientQueries.one(clientId), enabled: false })
  const name = (client && displayName(client)) || intl.formatMessage({ id: 'core.text.notAvailable' })
  return (
    <Banner
      icon={Eye}
      actions={
        <Button variant="secondary" icon={CornerUpLeft} onClick={() => returnToAdmin(router)}>
          <FormattedMessage id="core.header.returnToAdmin" />
        </Button>
      }
    >
      <title>
        {`${intl.formatMessage({ id: 'client.viewingTitle' }, { name })} · ${intl.formatMessage({ id: 'core.appName' })}`}
      </title>
      <FormattedMessage id="client.viewing" values={{ name: <strong>{name}</strong> }} />
      {client?.locked && (
        <>
          {' '}
          <FormattedMessage id="client.viewingLocked" />
        </>
      )}
    </Banner>
  )
}
