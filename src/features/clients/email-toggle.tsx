import { AtSign } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { deviceStorage } from '#src/lib/storage.ts'
import { Button } from '#src/ui/forms/button.tsx'

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
