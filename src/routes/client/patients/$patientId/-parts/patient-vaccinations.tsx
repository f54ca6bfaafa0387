import type { Patient } from '#contract/schemas/patient.ts'
import { FormattedMessage } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { mayBeFood } from '#contract/patient.ts'
import { Loading, hasFailed } from '#src/features/patients/not-loaded.tsx'
import { VaccinationsPanel } from '#src/features/patients/vaccinations-panel.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from '#src/features/patients/patients.module.css'
import { useCardRecords } from './card/use-card-records.ts'
import { vaccinationsOfPatient } from './card/vaccinations-of-patient.ts'

interface PatientVaccinationsProps {
  clientId: string
  patient: Patient
  today: IsoDate
}

/** Vaccinations of a patient above its logbook. Of livestock only where there are any; where they failed, the card tells. */
export function PatientVaccinations({ clientId, patient, today }: PatientVaccinationsProps) {
  const { asked, records } = useCardRecords(clientId, patient.uuid, today)
  if (records) {
    const vaccinations = vaccinationsOfPatient(patient, records, today)
    if (vaccinations.length === 0 && mayBeFood(patient)) return null
    return <VaccinationsPanel vaccinations={vaccinations} name={patient.name} today={today} />
  }
  if (asked.some(hasFailed) || mayBeFood(patient)) return null
  return (
    <Panel>
      <PanelHead>
        <h2>
          <FormattedMessage id="client.card.vaccinations" />
        </h2>
      </PanelHead>
      <div className={styles.body}>
        <Loading />
      </div>
    </Panel>
  )
}
