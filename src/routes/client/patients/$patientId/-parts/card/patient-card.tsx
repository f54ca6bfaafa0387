import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import type { IsoDate } from '#contract/dates.ts'
import { isLivestock } from '#contract/patient.ts'
import { displayName } from '#contract/names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { cardText, ShareCard } from './patient-card-share.tsx'
import styles from './patient-card.module.css'
import { PatientFacts } from '#src/features/patients/patient-facts.tsx'
import { fullDayText, kindText } from '#src/features/patients/patient-texts.ts'
import { VaccinationsPanel } from '#src/features/patients/vaccinations-panel.tsx'
import { vaccinationsOfPatient } from './use-card-records.ts'

export interface PatientCardProps {
  patient: Patient
  /** Logbook of the last years, which contains the vaccinations. */
  entries: readonly LogbookEntry[]
  /** Active and past reminders. */
  due: readonly Reminder[]
  owner: Client | undefined
  practice: Practice
  today: IsoDate
}

/** Summary of a patient for a caretaker, on one page: to print and to share. */
export function PatientCard({
  patient,
  entries,
  due,
  owner,
  practice,
  today,
  shareActions,
}: PatientCardProps & { shareActions?: ReactNode }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: isLivestock(patient) ? 'client.card.title' : 'client.card.petTitle' })
  const vaccinations = vaccinationsOfPatient(patient, { entries, due }, today)
  const text = cardText({ patient, owner, practice, vaccinations, today }, intl)
  return (
    <section className={styles.card}>
      <PrintHead patient={patient} />
      <div className={classes('no-print', styles.head)}>
        <div>
          <h2>{title}</h2>
          <p className="muted">
            <FormattedMessage id="client.card.overview" />
          </p>
        </div>
        <div className="row">
          {shareActions}
          <ShareCard name={patient.name} title={`${title}: ${patient.name}`} text={text} />
          <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
            <FormattedMessage id="client.card.print" />
          </Button>
        </div>
      </div>
      <VaccinationsPanel vaccinations={vaccinations} name={patient.name} today={today} />
      <PatientFacts patient={patient} today={today} />
      <Facts panel>
        {owner && <OwnerFact owner={owner} />}
        <Contact name={<FormattedMessage id="client.card.practice" />} lines={[practice.name, practice.phone]} />
      </Facts>
      <p className={classes('print-only', styles.made)}>
        <FormattedMessage id="client.card.made" values={{ date: fullDayText(today, intl) }} />
      </p>
    </section>
  )
}

function PrintHead({ patient }: { patient: Patient }) {
  const intl = useIntl()
  const alerts = patient.alerts?.trim()
  return (
    <header className={classes('print-only', styles.printHead)}>
      <h1>{patient.name}</h1>
      <p>{kindText(patient, intl)}</p>
      {alerts && (
        <p className={styles.alerts}>
          <FormattedMessage id="client.card.watchOut" values={{ alerts }} />
        </p>
      )}
    </header>
  )
}

function OwnerFact({ owner }: { owner: Client }) {
  const { street, houseNumber, postalCode, city, mobile, phone } = owner
  const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  const lines = [displayName(owner), join(street, houseNumber), join(postalCode, city), mobile || phone]
  return <Contact name={<FormattedMessage id="client.card.owner" />} lines={lines} />
}

function Contact({ name, lines }: { name: ReactNode; lines: (string | undefined)[] }) {
  return (
    <Fact name={name}>
      {lines.filter(Boolean).map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </Fact>
  )
}
