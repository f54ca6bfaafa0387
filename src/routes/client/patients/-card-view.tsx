import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { fiveYears } from '#src/features/logbook/period.ts'
import { logbookQueries } from '#src/features/logbook/queries.ts'
import { AnimalCard } from '#src/features/patients/animal-card.tsx'
import { reminderQueries } from '#src/features/reminders/queries.ts'
import { sessionQueries } from '#src/features/session/queries.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import type { AnimalProps } from './-animal-props.ts'
import { Failed, Loading } from './-failed.tsx'
import { useOwner } from './-use-owner.ts'

export function CardView(props: AnimalProps & { today: IsoDate }) {
  const { clientId, practiceId, animal, today } = props
  const { uuid: patientId } = animal
  const owner = useOwner(props)
  const { data: practice } = useSuspenseQuery(sessionQueries.practice(practiceId))
  const logbook = useQuery(logbookQueries.of(clientId, patientId, fiveYears(today)))
  const planned = useQuery(reminderQueries.whole(clientId, { active: true, patientId }))
  const done = useQuery(reminderQueries.whole(clientId, { active: false, patientId }))
  const asked = [logbook, planned, done]
  if (asked.some(({ isLoading }) => isLoading)) return <Loading />
  if (!logbook.data || !planned.data || !done.data) {
    const failed = asked.filter(({ data }) => !data)
    const busy = failed.some(({ isFetching }) => isFetching)
    return <Failed busy={busy} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
  }
  // An API that does not know the filter sends those of the others as well.
  const due = [...planned.data.content, ...done.data.content].filter(({ patientUuid }) => patientUuid === patientId)
  const given = logbook.data.filter(({ kind }) => kind === 'VACCINATION')
  return <AnimalCard {...{ animal, given, due, owner, practice, today }} />
}
