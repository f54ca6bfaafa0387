import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import FilePen from 'lucide-react/icons/file-pen'
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import Undo2 from 'lucide-react/icons/undo-2'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import type { PracticeAppointment } from '#contract/schemas/practice-appointment.ts'
import { groupBy } from '#contract/values.ts'
import { ZONE, localDay } from '#contract/zone.ts'
import type { PracticeVisitSearch } from '#src/api/practice-visit-search.ts'
import { ClientCell } from '#src/features/sheet/record-list.tsx'
import { now } from '#src/lib/dates.ts'
import { Day, Moment } from '#src/ui/data/day.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { HeadCell, LeadCell, NarrowOnly, StateCell, Table, WideCell } from '#src/ui/data/table.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './visits.module.css'

interface VisitDaysProps {
  /** In the order of their start. */
  visits: readonly PracticeAppointment[]
  search: PracticeVisitSearch
}

/** Visits in a panel for each day. Days without visits are left out. */
export function VisitDays({ visits, search }: VisitDaysProps) {
  return [...groupBy(visits, ({ start }) => localDay(Date.parse(start)))].map(([day, ofDay]) => (
    <VisitDay key={day} day={day} visits={ofDay} search={search} />
  ))
}

function VisitDay({ day, visits, search }: VisitDaysProps & { day: IsoDate }) {
  const titleId = useId()
  const date = <Day date={day} weekday="long" day="numeric" month="long" />
  return (
    <Panel as="section" className={styles.day} aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          {day === localDay(now()) ? <FormattedMessage id="admin.visits.todayDate" values={{ date }} /> : date}
        </h2>
        <span className="muted small">
          <FormattedMessage id="admin.visits.count" values={{ count: visits.length }} />
        </span>
      </PanelHead>
      <Table
        label={date}
        fixed
        head={
          <>
            <HeadCell width="26%" label="admin.visits.animal" />
            <HeadCell wide width="24%" label="admin.visits.reason" />
            <HeadCell width="21%" label="admin.requests.client" />
            <HeadCell label="admin.visits.papers" />
          </>
        }
      >
        {visits.map((visit) => (
          <VisitRow key={visit.uuid} visit={visit} search={search} />
        ))}
      </Table>
    </Panel>
  )
}

/** Number of animals in a row; a herd may have many. */
const SHOWN = 4

function VisitRow({ visit, search }: { visit: PracticeAppointment; search: PracticeVisitSearch }) {
  const intl = useIntl()
  const { uuid, start, reason, client, animals, status } = visit
  const isCancelled = status === 'CANCELLED'
  return (
    <tr>
      <LeadCell>
        <Link
          to="/admin/visits/$appointmentId"
          params={{ appointmentId: uuid }}
          state={{ visits: search }}
          className={isCancelled ? styles.cancelled : undefined}
        >
          <strong className={styles.time}>
            <Moment at={start} timeZone={ZONE} hour="2-digit" minute="2-digit" />
          </strong>{' '}
          {animals.length > 0 ? (
            intl.formatList(animals.slice(0, SHOWN).map(({ name }) => name))
          ) : (
            <FormattedMessage id="admin.visits.noAnimal" />
          )}
          {animals.length > SHOWN && (
            <>
              {' '}
              <FormattedMessage id="admin.sheet.moreAnimals" values={{ count: animals.length - SHOWN }} />
            </>
          )}
        </Link>
      </LeadCell>
      <WideCell>{reason}</WideCell>
      <ClientCell record={{ clientUuid: client.uuid, clientName: client.name }}>
        <NarrowOnly> · {reason}</NarrowOnly>
      </ClientCell>
      <StateCell className={styles.state}>
        <div className={styles.marks}>
          {isCancelled ? (
            <Status tone="bad">
              <FormattedMessage id="client.appointments.status.CANCELLED" />
            </Status>
          ) : (
            <Papers visit={visit} />
          )}
          {visit.hasQuestions && (
            <Status icon={MessageCircleQuestion}>
              <FormattedMessage id="admin.visits.hasQuestions" />
            </Status>
          )}
        </div>
      </StateCell>
    </tr>
  )
}

/** How many forms are complete, and whether a consent was withdrawn; nothing without forms. */
function Papers({ visit: { openForms, completeForms, withdrawnForms } }: { visit: PracticeAppointment }) {
  const total = openForms + completeForms
  return (
    <>
      {withdrawnForms > 0 && (
        <Status tone="bad" icon={Undo2}>
          <FormattedMessage id="admin.forms.filter.withdrawn" />
        </Status>
      )}
      {total > 0 && (
        <Status tone={openForms > 0 ? 'warn' : 'ok'} icon={openForms > 0 ? FilePen : Check}>
          <FormattedMessage id="admin.visits.complete" values={{ complete: completeForms, total }} />
        </Status>
      )}
    </>
  )
}
