import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const ReplayDialog = createLazyModule(async () => (await import('./replay-dialog.tsx')).ReplayDialog)

/** Button that sends all events from a day on again. */
export function ReplaySince(props: { practiceId: string; webhookId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => void ReplayDialog.openAfterImport(() => setOpen(true))}>
        <FormattedMessage id="admin.webhooks.replaySince" />
      </Button>
      {isOpen && <ReplayDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
