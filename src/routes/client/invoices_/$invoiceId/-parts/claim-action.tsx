import { useQuery } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isClaimable, namesAnimal } from '#contract/claim.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { ItemisedInvoice } from '#src/api/invoice-lines.ts'
import { patientQueries } from '#src/api/patients.ts'
import { showIfSlow, showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Menu, MenuItem } from '#src/ui/navigation/menu.tsx'
import { saveClaim } from '#src/features/claims/save-claim.ts'

interface ClaimActionProps {
  clientId: string
  invoice: ItemisedInvoice
}

/** Button that downloads the claim bundle of an invoice; a menu of its animals if there are several. */
export function ClaimAction({ clientId, invoice }: ClaimActionProps) {
  const intl = useIntl()
  const canClaim = useCan('claim-bundle') && isClaimable(invoice)
  const { data: patients = [] } = useQuery({ ...patientQueries.list(clientId), enabled: canClaim })
  const chosen = useRef<Patient>(undefined)
  const { busy, run } = useAsyncAction((signal) =>
    showIfSlow(async () => {
      const patient = chosen.current
      if (!patient) return
      await saveClaim({ clientId, patient, invoice }, { intl, signal })
      showMessage('success', 'client.claim.saved')
    }),
  )
  const make = (patient: Patient) => {
    chosen.current = patient
    run()
  }
  const animals = animalsOf(invoice, patients)
  const [only] = animals
  if (!canClaim || !only) return null
  const label = intl.formatMessage({ id: 'client.claim.action' })
  if (animals.length === 1)
    return (
      <Button variant="secondary" icon={ShieldCheck} busy={busy} onClick={() => make(only)}>
        {label}
      </Button>
    )
  return (
    <Menu
      label={label}
      className={buttonClass({ variant: 'secondary' })}
      trigger={
        <>
          {busy ? <Spinner /> : <ShieldCheck />}
          <span>
            <FormattedMessage id="client.claim.action" />
          </span>
        </>
      }
    >
      {animals.map((patient) => (
        <MenuItem key={patient.uuid} onSelect={() => make(patient)}>
          {patient.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Returns the animals that an invoice names; all animals that are no herd if it names none. */
function animalsOf({ lines, ...invoice }: ItemisedInvoice, patients: readonly Patient[]): Patient[] {
  const animals = patients.filter(({ kind }) => kind !== 'HERD')
  const named = animals.filter((patient) => namesAnimal(invoice, lines, patient))
  return named.length > 0 ? named : animals
}
