import { AtSign } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { deviceStorage } from '#src/lib/storage.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { FoundBy } from './found-by.tsx'

const STORAGE = 'portal-client-emails'

interface EmailToggleProps {
  shown: boolean
  onChange: (shown: boolean) => void
}

/** Shows the e-mail addresses in the rows of both lists, or hides them; the device remembers it. */
export function EmailToggle({ shown, onChange }: EmailToggleProps) {
  const intl = useIntl()
  const remember = useEffectEvent(() => onChange(deviceStorage.getItem(STORAGE) !== null))
  useEffect(() => remember(), [])
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
      <div>
        <FoundBy client={emails ? { ...client, email: null } : client} search={search} inTable />
      </div>
    </>
  )
}
