import type { Patient } from '#contract/schemas/patient.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Globe from 'lucide-react/icons/globe'
import { FormattedMessage } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { useOwner } from '#src/features/clients/use-owner.ts'
import { isHerd } from '#src/features/patients/words.ts'
import { fiveYears } from '#src/features/logbook/period.ts'
import { NotLoaded } from '#src/features/patients/not-loaded.tsx'
import type { PatientProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { BorderCard } from './border-card.tsx'
import { PatientCard } from './patient-card.tsx'
import { SharingButton } from './sharing-button.tsx'

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
  const logbook = useQuery(logbookQueries.of(clientId, patientId, fiveYears(today)))
  const planned = useQuery(reminderQueries.whole(clientId, { active: true, patientId }))
  const done = useQuery(reminderQueries.whole(clientId, { active: false, patientId }))
  if (!logbook.data || !planned.data || !done.data) return <NotLoaded asked={[logbook, planned, done]} />
  // An API that does not know the filter sends those of the others as well.
  const due = [...planned.data.content, ...done.data.content].filter(({ patientUuid }) => patientUuid === patientId)
  const card = { patient, entries: logbook.data, due, owner, practice, today }
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
