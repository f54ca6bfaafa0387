import Globe from 'lucide-react/icons/globe'
import Link2 from 'lucide-react/icons/link-2'
import type { Patient } from '#contract/schemas/patient.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { useOwner } from '#src/api/own-client.ts'
import { isHerd } from '#src/features/patients/patient-texts.ts'
import { NotLoaded } from '#src/features/patients/not-loaded.tsx'
import type { PatientProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { TravelCard } from './travel-card.tsx'
import { PatientCard } from './patient-card.tsx'
import { useCardRecords } from './use-card-records.ts'
import { useState } from 'react'
import { useCan } from '#src/api/capabilities.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { draftOf } from '#src/session/drafts.ts'

interface CardViewProps extends PatientProps {
  today: IsoDate
  forBorder?: boolean
}

/** Loads the data of a card and shows it, for a caretaker or for a border. */
export function CardView({ today, forBorder, ...props }: CardViewProps) {
  const { clientId, practiceId, patient } = props
  const { uuid: patientId } = patient
  const owner = useOwner(props)
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { queries, records } = useCardRecords(clientId, patientId, today)
  if (!records) return <NotLoaded queries={queries} />
  const card = { patient, ...records, owner, practice, today }
  return forBorder ? (
    <TravelCard {...card} />
  ) : (
    <PatientCard
      {...card}
      shareActions={
        <>
          {!isHerd(patient) && <ToBorder {...patient} />}
          {!patient.deceasedDate && <SharingButton {...props} />}
        </>
      }
    />
  )
}

const ToBorder = ({ uuid }: Pick<Patient, 'uuid'>) => (
  <Link
    to="/client/patients/$patientId"
    params={{ patientId: uuid }}
    search={{ show: 'border' }}
    className={buttonClass()}
  >
    <Globe />
    <span>
      <FormattedMessage id="client.card.border" />
    </span>
  </Link>
)

const SharingDialog = createLazyModule(async () => (await import('./sharing-dialog.tsx')).SharingDialog)

interface SharingButtonProps {
  clientId: string
  /** Whether staff view the client; staff cannot share links in the owner's name. */
  viewedByStaff: boolean
  patient: Patient
}

/** Button that opens the dialog for share links; hidden from staff. */
function SharingButton({ clientId, viewedByStaff, patient }: SharingButtonProps) {
  const canShare = useCan('card-sharing')
  const draft = draftOf('card-link', clientId, patient.uuid)
  // A restored draft opens the dialog at once.
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
