import type { Practice } from '#contract/schemas/practice.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import type { IsoDate } from '#contract/dates.ts'
import { displayName, patientLabel } from '#contract/names.ts'
import { classes } from '#src/ui/classes.ts'
import { Day } from '#src/ui/data/day.tsx'
import styles from './medicine-print.module.css'
import type { LogbookPeriod } from '#src/api/logbook.ts'

const LongDay = ({ date }: { date: IsoDate }) => <Day date={date} day="numeric" month="long" year="numeric" />

interface PrintHeadProps {
  /** A `PrintParty`: the animal or animals. */
  animals: ReactNode
  owner: Client | undefined
  practice: Practice
  period: LogbookPeriod
}

/** Print header above the table: owner, patient, practice and period. */
export function PrintHead({ animals, owner, practice, period }: PrintHeadProps) {
  return (
    <header className={classes('print-only', styles.head)}>
      <h1>
        <FormattedMessage id="client.logbook.medicine.title" />
      </h1>
      <p>
        <LongDay date={period.startDate} /> – <LongDay date={period.endDate} />
      </p>
      <dl className={styles.parties}>
        {owner && (
          <PrintParty name={<FormattedMessage id="client.logbook.medicine.keeper" />} names={displayName(owner)}>
            <OwnerLines owner={owner} />
          </PrintParty>
        )}
        {animals}
        <PrintParty name={<FormattedMessage id="client.logbook.medicine.practice" />} names={practice.name}>
          {practice.phone}
        </PrintParty>
      </dl>
    </header>
  )
}

interface PrintedPatientProps {
  patient: Patient
  /** Species and breed as text. */
  kind?: string | undefined
}

export function PrintedPatient({ patient, kind }: PrintedPatientProps) {
  return (
    <PrintParty name={<FormattedMessage id="client.logbook.medicine.animal" />} names={patientLabel(patient)}>
      {kind && <div>{kind}</div>}
      <PatientLines patient={patient} />
    </PrintParty>
  )
}

interface PrintPartyProps {
  name: ReactNode
  names: ReactNode
  children?: ReactNode
}

export function PrintParty({ name, names, children }: PrintPartyProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{names}</strong>
        <div>{children}</div>
      </dd>
    </div>
  )
}

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

function OwnerLines({ owner }: { owner: Client }) {
  const { street, houseNumber, postalCode, city, country, ubn } = owner
  const address = [join(street, houseNumber), join(postalCode, city), country].filter(Boolean)
  return (
    <>
      {address.length > 0 && <div>{address.join(', ')}</div>}
      {ubn && <Line id="client.logbook.medicine.ubn" values={{ ubn }} />}
    </>
  )
}

function PatientLines({ patient }: { patient: Patient }) {
  const { headCount, chipNumber, lifeNumber, birthDate, foodProducing } = patient
  return (
    <>
      {headCount !== undefined && <Line id="client.logbook.medicine.headCount" values={{ count: headCount }} />}
      {chipNumber && <Line id="client.logbook.medicine.chip" values={{ number: chipNumber }} />}
      {lifeNumber && <Line id="client.logbook.medicine.life" values={{ number: lifeNumber }} />}
      {birthDate && <Line id="client.logbook.medicine.born" values={{ date: <LongDay date={birthDate} /> }} />}
      {foodProducing === false && <Line id="client.logbook.medicine.notForFood" />}
    </>
  )
}

const Line = (message: ComponentProps<typeof FormattedMessage>) => (
  <div>
    <FormattedMessage {...message} />
  </div>
)

/** Print footer under the table: signature and disclaimer. */
export function PrintFoot({ today }: { today: IsoDate }) {
  return (
    <footer className={classes('print-only', styles.foot)}>
      <div className={styles.signatures}>
        <p>
          <FormattedMessage id="client.logbook.medicine.signedPractice" />
        </p>
        <p>
          <FormattedMessage id="client.logbook.medicine.signedKeeper" />
        </p>
      </div>
      <p className={styles.small}>
        <FormattedMessage id="client.logbook.medicine.noRights" values={{ date: <LongDay date={today} /> }} />
      </p>
    </footer>
  )
}
