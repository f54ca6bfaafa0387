import Undo2 from 'lucide-react/icons/undo-2'
import { FormattedMessage, useIntl } from 'react-intl'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { restoreFocus } from '#src/ui/layout/shell.tsx'

interface UndoRemovalProps {
  /** Of the client, where it is about one. */
  name: string | undefined
  onAsk: () => void
}

/** The button at a removal that can be undone. */
export function UndoRemoval({ name, onAsk }: UndoRemovalProps) {
  const intl = useIntl()
  // It leaves with what it has undone.
  useUnmount(restoreFocus)
  return (
    <Button
      variant="ghost"
      icon={Undo2}
      aria-label={name && intl.formatMessage({ id: 'admin.undo.buttonName' }, { name })}
      onClick={onAsk}
    >
      <FormattedMessage id="core.buttons.undo" />
    </Button>
  )
}
