import type { Patient } from '#contract/schemas/patient.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Globe from 'lucide-react/icons/globe'
import { FormattedMessage } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { useOwner } from '#src/api/own-client.ts'
import { isHerd } from '#src/features/patients/words.ts'
import { NotLoaded } from '#src/features/patients/not-loaded.tsx'
import type { PatientProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { BorderCard } from './border-card.tsx'
import { PatientCard } from './patient-card.tsx'
import { SharingButton } from './sharing-button.tsx'
import { useCardRecords } from './use-card-records.ts'

interface CardViewProps extends PatientProps {
  today: IsoDate
  forBorder?: boolean
}

/** All that a card is made of, for a caretaker or for a border. */
export function CardView({ today, forBorder, ...props }: CardViewProps) {
  const { clientId, practiceId, patient } = props
  const { uuid: patientId } = patient
  const owner = useOwner(props)
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { asked, records } = useCardRecords(clientId, patientId, today)
  if (!records) return <NotLoaded asked={asked} />
  const card = { patient, ...records, owner, practice, today }
  return forBorder ? (
    <BorderCard {...card} />
  ) : (
    <PatientCard
      {...card}
      ways={
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
