import X from 'lucide-react/icons/x'
import { FormattedMessage, useIntl } from 'react-intl'
import { focusMain } from '#src/ui/layout/shell.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Shows that only clients without an e-mail address are listed, and clears it. */
export function NoEmailFilter({ onRemove }: { onRemove: () => void }) {
  const intl = useIntl()
  function remove() {
    // The button leaves by it.
    focusMain()
    onRemove()
  }
  return (
    <Button
      variant="secondary"
      icon={X}
      aria-label={intl.formatMessage({ id: 'admin.clients.removeNoEmail' })}
      onClick={remove}
    >
      <FormattedMessage id="admin.clients.noEmail" />
    </Button>
  )
}
