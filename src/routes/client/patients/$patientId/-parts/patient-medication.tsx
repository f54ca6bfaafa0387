import styles from '#src/features/patients/patients.module.css'
import type { Patient } from '#contract/schemas/patient.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { practiceQueries } from '#src/api/practices.ts'
import { CurrentMedicationItem } from '#src/features/medicines/current-medication-item.tsx'
import { RepeatMedicineLink, useAcceptsRequest } from '#src/features/requests/request-links.tsx'
import type { IsoDate } from '#contract/dates.ts'
import { Items } from '#src/ui/data/items.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { currentMedication } from '#contract/medication.ts'
import type { CurrentMedication } from '#contract/schemas/current-medication.ts'
import { isFormer } from '#contract/patient.ts'
import { currentMedicationQueries } from '#src/api/medicines.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { fiveYears } from '#src/features/logbook/period.ts'

interface PatientMedicationProps {
  clientId: string
  practiceId: string
  patient: Patient
  today: IsoDate
}

/** Current medication of a patient; not rendered if there is none or it is unknown. */
export function PatientMedication({ clientId, practiceId, patient, today }: PatientMedicationProps) {
  const titleId = useId()
  const given = useCurrentMedication(clientId, patient, today)
  const canRequest = useAcceptsRequest('REPEAT_MEDICINE')
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  if (given.length === 0) return null
  return (
    <Panel as="section" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id="client.given.title" />
        </h2>
      </PanelHead>
      <div className={styles.reminders}>
        <Items plain bare>
          {given.map((line, index) => (
            <CurrentMedicationItem
              key={index}
              given={line}
              practice={practice}
              ask={canRequest && <RepeatMedicineLink medicine={line} patient={patient.uuid} className="small" />}
              today={today}
              title={
                line.visitForm ? (
                  <Link to="/client/visit-forms" search={{ visit: line.visitForm }}>
                    {line.product}
                  </Link>
                ) : (
                  line.product
                )
              }
            />
          ))}
        </Items>
      </div>
    </Panel>
  )
}

/** Returns the current medication of an animal; empty if unknown. Without an API call for it, derived from visits and logbook. */
function useCurrentMedication(clientId: string, patient: Patient, today: IsoDate): CurrentMedication[] {
  const enabled = !isFormer(patient)
  const { data } = useQuery({ ...currentMedicationQueries.of(clientId, today), enabled })
  const isComputed = enabled && data === null
  const visits = useQuery({ ...visitFormQueries.whole(clientId, patient.uuid), enabled: isComputed })
  const logbook = useQuery({ ...logbookQueries.of(clientId, patient.uuid, fiveYears(today)), enabled: isComputed })
  if (data) return data.filter(({ patientUuid, listedUntil }) => patientUuid === patient.uuid && listedUntil >= today)
  // Both sources are needed: one alone could miss a new visit or the end of a medication.
  if (!isComputed || !visits.data || !logbook.data) return []
  return currentMedication(patient, { visits: visits.data.content, entries: logbook.data }, today)
}
