import AtSign from 'lucide-react/icons/at-sign'
import { FormattedMessage, useIntl } from 'react-intl'
import { deviceStorage } from '#src/lib/storage.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import type { ListedClient } from '#src/api/disambiguate.ts'

const FoundBy = createLazyModule(async () => (await import('./found-by.tsx')).FoundBy)
const STORAGE = 'portal-client-emails'

/** As this device remembers it. */
export const areEmailsShown = () => deviceStorage.getItem(STORAGE) !== null

interface EmailToggleProps {
  shown: boolean
  onChange: (shown: boolean) => void
}

/** Shows the e-mail addresses in the rows of both lists, or hides them; the device remembers it. */
export function EmailToggle({ shown, onChange }: EmailToggleProps) {
  const intl = useIntl()
  function toggle() {
    if (shown) deviceStorage.removeItem(STORAGE)
    else deviceStorage.setItem(STORAGE, 'shown')
    onChange(!shown)
  }
  return (
    <Button
      variant="ghost"
      icon={AtSign}
      aria-pressed={shown}
      aria-label={intl.formatMessage({ id: 'admin.clients.emails' })}
      onClick={toggle}
    >
      <FormattedMessage id="admin.clients.email" />
    </Button>
  )
}

interface ClientNotesProps {
  client: ListedClient
  emails: boolean
  search: string
}

/** Below the name in a row of either list. */
export function ClientNotes({ client, emails, search }: ClientNotesProps) {
  return (
    <>
      {emails && client.email && <div className="small muted">{client.email}</div>}
      {search !== '' && (
        <div>
          <FoundBy client={emails ? { ...client, email: null } : client} search={search} inTable />
        </div>
      )}
    </>
  )
}
