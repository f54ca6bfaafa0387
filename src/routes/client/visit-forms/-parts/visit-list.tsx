import ChevronRight from 'lucide-react/icons/chevron-right'
import styles from './visit-list.module.css'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { groupBy } from '#contract/values.ts'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Day } from '#src/ui/data/day.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { ActionsCell, DetailCell, HeadCell, LeadCell, NarrowOnly, Table, WideCell } from '#src/ui/data/table.tsx'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import { Tile } from '#src/ui/data/tile.tsx'

interface VisitYear {
  /** Undefined for visits without a date. */
  year: string | undefined
  visits: VisitForm[]
}

// Some APIs omit the date.
const yearOf = ({ date }: { date?: string | null | undefined }) => /^\d{4}/.exec(date ?? '')?.[0]

/** Groups visits by year, in their original order. */
export function byYear(visits: readonly VisitForm[]): VisitYear[] {
  const years = groupBy(visits, (visit) => yearOf(visit))
  return [...years].map(([year, visits]) => ({ year, visits }))
}

interface VisitListProps {
  visits: readonly VisitForm[]
  patientOf: (visit: VisitForm) => PatientOfVisit | undefined
  /** Id of the visit that the user has just left; its link gets the focus. */
  returnedFrom: string | undefined
  /** Rendered below the last year. */
  pager: ReactNode
}

export function VisitList({ visits, patientOf, returnedFrom, pager }: VisitListProps) {
  const years = byYear(visits)
  return years.map(({ year, visits }, index) => (
    <Panel as="section" key={year ?? ''} className={index > 0 ? styles.later : ''}>
      {year && (
        <PanelHead>
          <h2>{year}</h2>
        </PanelHead>
      )}
      <Table
        label={
          year ? (
            <FormattedMessage id="client.visitForms.ofYear" values={{ year }} />
          ) : (
            <FormattedMessage id="client.nav.visitForms" />
          )
        }
        head={<Head />}
        fixed
      >
        {visits.map((visit) => (
          <VisitRow
            key={visit.uuid}
            visit={visit}
            patient={patientOf(visit)}
            takesFocus={visit.uuid === returnedFrom}
          />
        ))}
      </Table>
      {index === years.length - 1 && pager}
    </Panel>
  ))
}

function Head() {
  return (
    <>
      <HeadCell wide width="7rem" label="client.visitForms.date" />
      <HeadCell label="client.visitForms.visit" />
      <HeadCell width="11rem" label="client.visitForms.animal" />
      <HeadCell wide width="12rem" label="client.visitForms.veterinarian" />
      <HeadCell width="3.5rem" />
    </>
  )
}

interface VisitRowProps {
  visit: VisitForm
  patient: PatientOfVisit | undefined
  takesFocus: boolean
}

function VisitRow({ visit, patient, takesFocus }: VisitRowProps) {
  const day = visit.date && <Day date={visit.date} day="numeric" month="short" />
  return (
    <tr>
      <WideCell>{day}</WideCell>
      <LeadCell>
        <Link to="." search={(shown) => ({ ...shown, visit: visit.uuid })} ref={takesFocus ? takeFocus : undefined}>
          <strong>{visitTitle(visit) ?? <FormattedMessage id="client.visitForms.untitled" />}</strong>
        </Link>
      </LeadCell>
      <DetailCell>
        <PatientOnTile patient={patient} />
        <NarrowOnly>
          {patient && day && <span>{', '}</span>}
          {day}
        </NarrowOnly>
      </DetailCell>
      <WideCell className="muted">{visit.veterinarian}</WideCell>
      <ActionsCell>
        <ChevronRight className={styles.onwards} />
      </ActionsCell>
    </tr>
  )
}

// The pressed link was unmounted with the list and lost the focus.
function takeFocus(link: HTMLAnchorElement | null) {
  link?.focus()
}

export interface PatientOfVisit {
  name: string
  icon: LucideIcon | undefined
}

/** Patient with a tile; the narrow table shows only the name. */
function PatientOnTile({ patient }: { patient: PatientOfVisit | undefined }) {
  if (!patient) return null
  return (
    <span className={styles.patient}>
      <Tile size="small" icon={patient.icon} initials={Array.from(patient.name).slice(0, 2).join('')} />
      {patient.name}
    </span>
  )
}
