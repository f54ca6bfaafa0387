import Download from 'lucide-react/icons/download'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { showIfSlow } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'

interface CsvButtonProps {
  variant: 'ghost' | 'secondary'
  label: MessageId
  /** Accessible name, including what is saved. */
  name: MessageId
  save: (signal: AbortSignal) => Promise<void>
}

/** Button that saves a table as CSV, once at a time, with a message if it takes long. */
export function CsvButton({ variant, label, name, save }: CsvButtonProps) {
  const intl = useIntl()
  const { busy, run } = useAsyncAction((signal) => showIfSlow(() => save(signal)))
  return (
    <Button variant={variant} icon={Download} busy={busy} aria-label={intl.formatMessage({ id: name })} onClick={run}>
      <FormattedMessage id={label} />
    </Button>
  )
}
