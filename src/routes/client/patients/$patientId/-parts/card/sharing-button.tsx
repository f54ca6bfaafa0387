import type { Patient } from '#contract/schemas/patient.ts'
import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { draftOf } from '#src/session/drafts.ts'
import { Button } from '#src/ui/forms/button.tsx'

const SharingDialog = createLazyModule(async () => (await import('./sharing-dialog.tsx')).SharingDialog)

interface SharingButtonProps {
  clientId: string
  /** A link is in the name of its owner. */
  viewedByStaff: boolean
  patient: Patient
}

/** Opens what shares the card by a link, for whom may. */
export function SharingButton({ clientId, viewedByStaff, patient }: SharingButtonProps) {
  const canShare = useCan('card-sharing')
  const draft = draftOf('card-link', clientId, patient.uuid)
  // What was typed before the session ended is shown at once.
  const [isOpen, setOpen] = useState(() => draft.read() !== undefined)
  function close() {
    draft.forget()
    setOpen(false)
  }
  if (!canShare || viewedByStaff) return null
  return (
    <>
      <Button variant="secondary" icon={Link2} onClick={() => void SharingDialog.openAfterImport(() => setOpen(true))}>
        <FormattedMessage id="client.sharing.open" />
      </Button>
      {isOpen && <SharingDialog clientId={clientId} patient={patient} draft={draft} onClose={close} />}
    </>
  )
}
