import { Link } from '@tanstack/react-router'
import { ChevronLeft, Download, ExternalLink, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { VisitForm } from '#contract/visit-form.ts'
import type { FileLink } from '#src/lib/files/link.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { focusMain } from '#src/ui/layout/shell.tsx'
import type { PatientOfVisit } from './patient-on-tile.tsx'
import { Medication } from './medication.tsx'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import styles from './visit-page.module.css'
import { VisitTexts } from './visit-texts.tsx'

interface VisitPageProps {
  visit: VisitForm
  patient: PatientOfVisit | undefined
  file: FileLink | null
  /** The page of the list that it is on. */
  listPage: number
  /** On paper nothing else says whose it is. */
  practiceName: string | undefined
}

export function VisitPage({ visit, patient, file, listPage, practiceName }: VisitPageProps) {
  const intl = useIntl()
  const title = visitTitle(visit) ?? intl.formatMessage({ id: 'client.visitForms.untitled' })
  useEffect(() => {
    // The link that was pressed is gone with the list; the router sees another search only, and leaves the focus alone.
    focusMain()
  }, [visit.uuid])
  return (
    <>
      <title>{`${title} · ${intl.formatMessage({ id: 'core.appName' })}`}</title>
      <BackToVisits page={listPage} />
      <p className="print-only">
        {[practiceName, intl.formatMessage({ id: 'client.visitForms.untitled' })].filter(Boolean).join(' · ')}
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
            <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
              <FormattedMessage id="client.visitForms.print" />
            </Button>
          </div>
        }
      />
      <VisitFacts visit={visit} patient={patient} title={title} />
      <VisitTexts visit={visit} title={title} />
      <Medication medicines={visit.medication ?? []} />
    </>
  )
}

/** The way back to the list as it was, with the focus where it was. */
export function BackToVisits({ page }: { page: number }) {
  return (
    <Link
      to="."
      search={({ visit: _, ...shown }) => ({ ...shown, page })}
      // The row that has the focus says where the list stands.
      resetScroll={false}
      className={classes('no-print', styles.back)}
    >
      <ChevronLeft />
      <FormattedMessage id="client.visitForms.back" />
    </Link>
  )
}

function VisitFacts({ visit, patient, title }: Pick<VisitPageProps, 'visit' | 'patient'> & { title: string }) {
  const { date, veterinarian, followUpDate } = visit
  // Unless it is the title already.
  const number = visit.number?.trim() === title ? undefined : visit.number
  if (!date && !patient && !veterinarian && !number && !followUpDate) return null
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
      {followUpDate && (
        <Fact name={<FormattedMessage id="client.visitForms.followUp" />}>
          <Day date={followUpDate} day="numeric" month="long" year="numeric" />
        </Fact>
      )}
    </Facts>
  )
}
