import { OpenNow } from '#src/features/practice/open-now.tsx'
import { Link } from '@tanstack/react-router'
import { useCan } from '#src/api/capabilities.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import Printer from 'lucide-react/icons/printer'
import { type ReactNode, useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { FileLink } from '#src/lib/files/link.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { focusMain } from '#src/ui/layout/shell.tsx'
import type { PatientOfVisit } from './visit-list.tsx'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import { VisitAdvice, VisitMedication } from '#src/features/visit-forms/outcome.tsx'
import styles from '#src/features/visit-forms/outcome.module.css'
import { Panel } from '#src/ui/layout/panel.tsx'
import type { Practice } from '#contract/schemas/practice.ts'
import type { Client } from '#src/api/clients.ts'
import { useAppointment } from '#src/features/reminders/use-appointment.tsx'
import { useRepeatOf } from '#src/features/requests/request-links.tsx'
import { today as todayNow } from '#src/lib/dates.ts'
import { BackLink } from '#src/ui/navigation/back-link.tsx'

interface VisitPageProps {
  visit: VisitForm
  patient: PatientOfVisit | undefined
  /** Whether the animal is alive and still a patient of this client; otherwise requests are hidden. */
  isCurrent: boolean
  file: FileLink | null
  /** Page of the list that contains the visit. */
  listPage: number
  practice: Practice
  /** Client who may request an appointment. */
  client: Client | undefined
}

export function VisitPage({ visit, patient, isCurrent, file, listPage, practice, client }: VisitPageProps) {
  const intl = useIntl()
  const repeatOf = useRepeatOf(visit)
  const canVisit = useCan('visits')
  const title = visitTitle(visit) ?? intl.formatMessage({ id: 'client.visitForms.untitled' })
  useEffect(() => {
    // The pressed link is unmounted. Only the search changes, so the navigation itself does not move the focus.
    focusMain()
  }, [visit.uuid])
  return (
    <>
      <title>{`${title} · ${intl.formatMessage({ id: 'core.appName' })}`}</title>
      <BackToVisits page={listPage} />
      <p className="print-only">
        {[practice.name, intl.formatMessage({ id: 'client.visitForms.untitled' })].filter(Boolean).join(' · ')}
      </p>
      <PageHead
        title={title}
        actions={
          <div className="row no-print">
            {file && (
              <a {...file.attributes} className={buttonClass()}>
                {file.opens ? <ExternalLink /> : <Download />}
                <FormattedMessage id={file.opens ? 'client.visitForms.open' : 'client.visitForms.download'} />
              </a>
            )}
            {visit.appointmentUuid && canVisit && (
              <Link
                to="/client/visits/$appointmentId"
                params={{ appointmentId: visit.appointmentUuid }}
                className={buttonClass()}
              >
                <FormattedMessage id="client.visits.toVisit" />
              </Link>
            )}
            <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
              <FormattedMessage id="client.visitForms.print" />
            </Button>
          </div>
        }
      />
      <Advice visit={visit} patient={patient} isCurrent={isCurrent} practice={practice} client={client} />
      <VisitFacts visit={visit} patient={patient} title={title} />
      <VisitTexts visit={visit} title={title} />
      <VisitMedication visit={visit} repeatOf={isCurrent && repeatOf} />
    </>
  )
}

/** Link back to the list, which restores the focus. */
export function BackToVisits({ page }: { page: number }) {
  return (
    <BackLink
      to="."
      search={({ visit: _, ...shown }) => ({ ...shown, page })}
      // The focused row determines the scroll position.
      resetScroll={false}
    >
      <FormattedMessage id="client.visitForms.back" />
    </BackLink>
  )
}

/** Advice, with the button that requests an appointment for the check-up. */
function Advice({ visit, patient, isCurrent, practice, client }: Omit<VisitPageProps, 'file' | 'listPage'>) {
  const today = todayNow()
  const canContact = useCan('practice-contact')
  const { buttonFor, dialog } = useAppointment({
    practice,
    client,
    today,
    openNow: <OpenNow hours={practice.openingHours} />,
  })
  return (
    <>
      <VisitAdvice
        {...{ visit, isCurrent, today }}
        patientName={patient?.name}
        renderAsk={(checkUp) => canContact && buttonFor([checkUp], 'whole')}
      />
      {dialog}
    </>
  )
}

function VisitFacts({ visit, patient, title }: Pick<VisitPageProps, 'visit' | 'patient'> & { title: string }) {
  const { date, veterinarian } = visit
  // Omitted if the number is the title.
  const number = visit.number?.trim() === title ? undefined : visit.number
  if (!date && !patient && !veterinarian && !number) return null
  return (
    <Facts panel>
      {date && (
        <Fact name={<FormattedMessage id="client.visitForms.date" />}>
          <Day date={date} day="numeric" month="long" year="numeric" />
        </Fact>
      )}
      {patient && <Fact name={<FormattedMessage id="client.visitForms.animal" />}>{patient.name}</Fact>}
      {veterinarian && <Fact name={<FormattedMessage id="client.visitForms.veterinarian" />}>{veterinarian}</Fact>}
      {number && <Fact name={<FormattedMessage id="client.visitForms.number" />}>{number}</Fact>}
    </Facts>
  )
}

/** Texts of a visit, in chronological order. */
function VisitTexts({ visit, title }: { visit: VisitForm; title: string }) {
  const { reason, findings, diagnosis, treatment, advice, followUpDate, medication } = visit
  const texts: [name: ReactNode, text: string | undefined][] = [
    // Omitted if the reason is the title.
    [<FormattedMessage key="reason" id="client.visitForms.reason" />, reason?.trim() === title ? undefined : reason],
    [<FormattedMessage key="findings" id="client.visitForms.findings" />, findings],
    [<FormattedMessage key="diagnosis" id="client.visitForms.diagnosis" />, diagnosis],
    [<FormattedMessage key="treatment" id="client.visitForms.treatment" />, treatment],
  ]
  const filled = texts.filter(([, text]) => text?.trim())
  if (filled.length === 0) {
    return advice?.trim() || followUpDate || (medication && medication.length > 0) ? null : (
      <p className="muted">
        <FormattedMessage id="client.visitForms.nothingMore" />
      </p>
    )
  }
  return (
    <Panel padded className={styles.texts}>
      {filled.map(([name, text], index) => (
        <section key={index} className={styles.text}>
          <h2>{name}</h2>
          <p>{text?.trim()}</p>
        </section>
      ))}
    </Panel>
  )
}
