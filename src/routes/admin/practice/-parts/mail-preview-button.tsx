import { MailOpen } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { openWhenLoaded } from '#src/lib/open-when-loaded.ts'
import { Button } from '#src/ui/forms/button.tsx'

const loadDialog = () => import('./mail-preview.tsx')
const MailPreviewDialog = lazy(async () => ({ default: (await loadDialog()).MailPreviewDialog }))

/** Opens the mails that clients get, of what is saved of the practice. */
export function MailPreview({ practiceId }: { practiceId: string }) {
  const canPreview = useCan('mail-preview')
  const [open, setOpen] = useState(false)
  if (!canPreview) return null
  return (
    <>
      <Button variant="secondary" icon={MailOpen} onClick={() => void openWhenLoaded(loadDialog, () => setOpen(true))}>
        <FormattedMessage id="admin.mailPreview.open" />
      </Button>
      {open && (
        <Suspense>
          <MailPreviewDialog practiceId={practiceId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
