import type { Patient } from '#contract/schemas/patient.ts'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import styles from './identity.module.css'
import type { IsoDate } from '#contract/dates.ts'
import { isFormer } from '#contract/patient.ts'
import { TITLE_ID } from '#src/ui/layout/shell.tsx'
import { ageText, fullDayText, isHerd, kindText } from './patient-texts.ts'

interface IdentityProps {
  patient: Patient
  today: IsoDate
  /** Photo or icon of the patient. */
  tile: ReactNode
}

/** Name, species, age and alerts of a patient. */
export function Identity({ patient, today, tile }: IdentityProps) {
  const intl = useIntl()
  const age = isFormer(patient) || isHerd(patient) ? '' : ageText(patient.birthDate, today, intl)
  const kind = [kindText(patient, intl), age].filter(Boolean).join(' · ')
  const former = formerText(patient, intl)
  return (
    <>
      <div className={styles.identity}>
        {tile}
        <div>
          <h1 id={TITLE_ID}>{patient.name}</h1>
          {kind && <p className="muted">{kind}</p>}
          {former && <p className="muted">{former}</p>}
        </div>
      </div>
      {patient.alerts?.trim() && (
        <div className={styles.alert}>
          <TriangleAlert />
          <p>
            <strong>
              <FormattedMessage id="client.patients.watchOut" />
            </strong>
            <span>{patient.alerts}</span>
          </p>
        </div>
      )}
    </>
  )
}

function formerText(patient: Patient, intl: IntlShape): string {
  const { birthDate, deceasedDate } = patient
  if (!deceasedDate) return isFormer(patient) ? intl.formatMessage({ id: 'client.patients.noLongerHere' }) : ''
  const date = fullDayText(deceasedDate, intl)
  const age = isHerd(patient) ? '' : ageText(birthDate, deceasedDate, intl)
  return age
    ? intl.formatMessage({ id: 'client.patients.diedOnAged' }, { date, age })
    : intl.formatMessage({ id: 'client.patients.diedOn' }, { date })
}
