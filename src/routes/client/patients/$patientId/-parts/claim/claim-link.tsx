import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Patient } from '#contract/schemas/patient.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'

const ClaimDialog = createLazyModule(async () => (await import('./claim-dialog.tsx')).ClaimDialog)

interface ClaimLinkProps {
  clientId: string
  patient: Patient
}

/** Button that opens the invoices of an animal, of an API with `claim-bundle`. */
export function ClaimLink({ clientId, patient }: ClaimLinkProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <LinkButton onClick={() => void ClaimDialog.openAfterImport(() => setOpen(true))}>
        <FormattedMessage id="client.claim.link" />
      </LinkButton>
      {isOpen && <ClaimDialog clientId={clientId} patient={patient} onClose={() => setOpen(false)} />}
    </>
  )
}
