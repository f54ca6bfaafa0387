import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { MedicineLogbook } from './medicine-logbook.tsx'
import { PeriodFields, PeriodPresets, fiveYearsButton } from '#src/features/logbook/period-fields.tsx'
import { twelveMonths } from '#src/features/logbook/period.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { kindText } from '#src/features/patients/patient-texts.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { classes } from '#src/ui/classes.ts'
import { useOwner } from '#src/api/own-client.ts'
import type { LogbookViewProps } from '#src/routes/client/patients/$patientId/-parts/logbook/logbook-view.tsx'
import { Loading, NotLoaded, hasFailed } from '#src/features/patients/not-loaded.tsx'
import { useLogbook } from '#src/routes/client/patients/$patientId/-parts/use-logbook.ts'
import styles from '#src/features/patients/patients.module.css'

export function MedicinesView(props: LogbookViewProps) {
  const { clientId, practiceId, patient, today, period, onPeriod } = props
  const intl = useIntl()
  const owner = useOwner(props)
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const logbook = useLogbook(clientId, patient.uuid, period)
  const { data: entries, isPlaceholderData } = logbook
  // Twelve months exceed every withdrawal period.
  const year = useQuery(logbookQueries.of(clientId, patient.uuid, twelveMonths(today)))
  const recentUnknown = hasFailed(year) ? { retry: () => void year.refetch(), isBusy: year.isFetching } : undefined
  return (
    <>
      <div className={classes('no-print', styles.period)}>
        <PeriodPresets period={period} today={today} onChange={onPeriod} />
        <PeriodFields period={period} onChange={onPeriod} />
      </div>
      <div aria-busy={isPlaceholderData || undefined}>
        {isPlaceholderData && <Loading hidden />}
        {entries ? (
          <MedicineLogbook
            {...{ entries, period, today, patient, owner, practice, recentUnknown }}
            recent={year.data}
            kind={kindText(patient, intl)}
            busy={isPlaceholderData}
            emptyActions={fiveYearsButton({ period, today, onChange: onPeriod })}
          />
        ) : (
          <NotLoaded queries={[logbook]} />
        )}
      </div>
    </>
  )
}
