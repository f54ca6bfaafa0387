import ScanEye from 'lucide-react/icons/scan-eye'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './seen.module.css'

const SeenPanel = createLazyModule(async () => (await import('./seen-panel.tsx')).SeenPanel)

interface SeenProps {
  clientId: string
  /** For the client's own eyes. */
  own?: boolean
}

/** Who has read or changed a client, once that is asked for. */
export function Seen({ clientId, own = false }: SeenProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!useCan('seen')) return null
  return (
    <div className={styles.seen}>
      <Button
        variant="secondary"
        icon={ScanEye}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => (isOpen ? setOpen(false) : void SeenPanel.openAfterImport(() => setOpen(true)))}
      >
        <FormattedMessage id={own ? 'core.seen.mine' : 'core.seen.title'} />
      </Button>
      <div id={id}>{isOpen && <SeenPanel clientId={clientId} own={own} />}</div>
    </div>
  )
}
