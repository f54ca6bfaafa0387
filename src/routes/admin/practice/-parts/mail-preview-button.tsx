import MailOpen from 'lucide-react/icons/mail-open'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const MailPreviewDialog = createLazyModule(async () => (await import('./mail-preview.tsx')).MailPreviewDialog)

/** Opens the mails that clients get, of what is saved of the practice. */
export function MailPreview({ practiceId }: { practiceId: string }) {
  const canPreview = useCan('mail-preview')
  const [open, setOpen] = useState(false)
  if (!canPreview) return null
  return (
    <>
      <Button
        variant="secondary"
        icon={MailOpen}
        onClick={() => void MailPreviewDialog.openAfterImport(() => setOpen(true))}
      >
        <FormattedMessage id="admin.mailPreview.open" />
      </Button>
      {open && <MailPreviewDialog practiceId={practiceId} onClose={() => setOpen(false)} />}
    </>
  )
}
