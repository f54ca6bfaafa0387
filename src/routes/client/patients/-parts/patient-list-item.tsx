import type { ListedPatient, Patient } from '#contract/schemas/patient.ts'
import { Link } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { caretakerName } from '#contract/names.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './patient-list-item.module.css'
import { PatientPhoto } from '#src/features/patients/patient-photo.tsx'
import { type Withheld, foodsText } from '#src/features/patients/use-withdrawals.ts'
import { isFormer } from '#contract/patient.ts'
import { ageText, dayText, isHerd, kindText } from '#src/features/patients/patient-texts.ts'

interface Due {
  what: string
  date: IsoDate
}

interface PatientListItemProps {
  patient: ListedPatient
  /** Client whose owner may change the photo; undefined for staff. */
  ownerOf: string | undefined
  today: IsoDate
  /** Reminder that is due first. */
  due?: Due | undefined
  /** Time until or since the due date. */
  status?: ReactNode
  withheld?: Withheld | undefined
  /** Level of the heading with the patient's name. */
  level: 'h2' | 'h3'
}

/** Patient in the list; the whole card is a link. */
export function PatientListItem({
  patient,
  ownerOf,
  today,
  due,
  status,
  withheld,
  level: Heading,
}: PatientListItemProps) {
  const intl = useIntl()
  const kind = kindText(patient, intl)
  const about = aboutOf(patient, today, intl)
  return (
    <li>
      <Panel className={styles.card}>
        <PatientPhoto patient={patient} ownerOf={ownerOf} />
        <div>
          <Heading className={styles.name}>
            <Link to="/client/patients/$patientId" params={{ patientId: patient.uuid }}>
              {patient.name}
            </Link>
          </Heading>
          {kind && <p className="muted">{kind}</p>}
          {about && <p className="small muted">{about}</p>}
        </div>
        {withheld && (
          <p className={styles.withheld}>
            <TriangleAlert />
            <span>
              {withheld === 'unknown' ? (
                <FormattedMessage id="client.withdrawals.unknown" />
              ) : (
                <FormattedMessage id="client.withdrawals.card" values={{ foods: foodsText(withheld, today, intl) }} />
              )}
            </span>
          </p>
        )}
        {due && (
          <div className={styles.foot}>
            <span>{dueText(due, today, intl)}</span>
            {status}
          </div>
        )}
      </Panel>
    </li>
  )
}

function dueText({ what, date }: Due, today: IsoDate, intl: IntlShape): string {
  // For late reminders the status shows the number of days, so the date is omitted.
  if (date < today) return what
  return intl.formatMessage({ id: 'client.patients.dueOn' }, { what, date: dayText(date, today, intl) })
}

/** Returns a text such as `7 jaar. Verzorger: Joost ter Horst`. */
function aboutOf(patient: Patient, today: IsoDate, intl: IntlShape): string {
  const name = caretakerName(patient)
  const caretaker = name && intl.formatMessage({ id: 'client.patients.caredBy' }, { name })
  return [howMuch(patient, today, intl), caretaker].filter(Boolean).join('. ')
}

function howMuch(patient: Patient, today: IsoDate, intl: IntlShape): string {
  const { birthDate, deceasedDate, headCount } = patient
  const year = (date: IsoDate) => date.slice(0, 4)
  if (deceasedDate) {
    return birthDate
      ? intl.formatMessage({ id: 'client.patients.lifespan' }, { from: year(birthDate), to: year(deceasedDate) })
      : intl.formatMessage({ id: 'client.patients.diedIn' }, { year: year(deceasedDate) })
  }
  if (isFormer(patient)) return ''
  if (isHerd(patient)) {
    return typeof headCount === 'number'
      ? intl.formatMessage({ id: 'client.patients.heads' }, { count: headCount })
      : ''
  }
  return ageText(birthDate, today, intl)
}
