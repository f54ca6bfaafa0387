import MailOpen from 'lucide-react/icons/mail-open'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { SettingPanel } from '#src/features/practice/setting-panel.tsx'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const MailPreviewDialog = createLazyModule(async () => (await import('./mail-preview.tsx')).MailPreviewDialog)

/** Button that opens a preview of mails to clients, with the saved data of the practice. */
export function MailPreview({ practiceId }: { practiceId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <SettingPanel
        title={<FormattedMessage id="admin.mailPreview.panel" />}
        texts={[<FormattedMessage key="text" id="admin.mailPreview.panelText" />]}
        action={
          <Button
            variant="secondary"
            icon={MailOpen}
            onClick={() => void MailPreviewDialog.openAfterImport(() => setOpen(true))}
          >
            <FormattedMessage id="admin.mailPreview.open" />
          </Button>
        }
      />
      {open && <MailPreviewDialog practiceId={practiceId} onClose={() => setOpen(false)} />}
    </>
  )
}
