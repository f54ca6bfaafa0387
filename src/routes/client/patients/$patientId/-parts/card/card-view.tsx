import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { fiveYears } from '#src/routes/client/patients/$patientId/-parts/logbook/period.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { PatientCard } from './patient-card.tsx'
import { reminderQueries } from '#src/api/reminders.ts'
import { practiceQueries } from '#src/api/practices.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { useOwner } from '#src/features/clients/use-owner.ts'
import type { PatientProps } from '#src/routes/client/patients/$patientId/-parts/patient-props.ts'
import { NotLoaded } from '#src/routes/client/patients/$patientId/-parts/not-loaded.tsx'

export function CardView(props: PatientProps & { today: IsoDate }) {
  const { clientId, practiceId, patient, today } = props
  const { uuid: patientId } = patient
  const owner = useOwner(props)
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const logbook = useQuery(logbookQueries.of(clientId, patientId, fiveYears(today)))
  const planned = useQuery(reminderQueries.whole(clientId, { active: true, patientId }))
  const done = useQuery(reminderQueries.whole(clientId, { active: false, patientId }))
  if (logbook.data === undefined || !planned.data || !done.data) return <NotLoaded asked={[logbook, planned, done]} />
  const due = [...planned.data.content, ...done.data.content]
  return <PatientCard {...{ patient, entries: logbook.data ?? [], due, owner, practice, today }} />
}
