import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Check from 'lucide-react/icons/check'
import Pencil from 'lucide-react/icons/pencil'
import Phone from 'lucide-react/icons/phone'
import { FormattedMessage, useIntl } from 'react-intl'
import { reminderUuidsOf } from '#contract/appointment.ts'
import { addressOfVisit } from '#contract/place.ts'
import { doneAtVisits } from '#contract/reminder.ts'
import { isOpen } from '#contract/request.ts'
import type { FormTask } from '#contract/schemas/form.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { listedFormsQuery } from '#src/api/listed-forms.ts'
import { SILENT } from '#src/api/query-client.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { requestQueries } from '#src/api/requests.ts'
import { nameOfAppointment, saveAppointment } from '#src/features/appointments/calendar.ts'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { FormItem } from '#src/features/forms/form-item.tsx'
import { FormStatus } from '#src/features/forms/form-status.tsx'
import { withDistinctPatientNames } from '#src/features/patients/distinct-names.ts'
import { MapLink } from '#src/features/practice/map-link.tsx'
import { namesAtVisit } from '#src/features/reminders/reminder.ts'
import { RequestLink, appointmentLinks } from '#src/features/requests/request-links.tsx'
import { KIND_ICONS, kindOf, nameOf } from '#src/features/requests/request-texts.ts'
import { aboutOf } from '#src/features/requests/use-appointment-request-links.tsx'
import { classes } from '#src/ui/classes.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Block } from '#src/ui/layout/block.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import type { VisitProps } from './visit-props.ts'
import styles from './visit.module.css'

/** Tasks of the owner before a visit: its preparation and its forms. */
export function ToDo({ clientId, visit, viewedByStaff }: VisitProps) {
  const { data, isSuccess } = useQuery({ ...listedFormsQuery(clientId), retryOnMount: false })
  const forms = data?.content.filter(({ appointment }) => appointment?.uuid === visit.uuid) ?? []
  const open = forms.filter(({ state }) => state === 'asked')
  const { preparation } = visit
  const isReady = isSuccess && open.length === 0 && (forms.length > 0 || !preparation)
  if (!preparation && !isReady && open.length === 0) return null
  return (
    <Block title={<FormattedMessage id="client.visits.toDo" />}>
      <Panel padded className={styles.toDo}>
        {open.length > 0 && (
          <p className={styles.ready}>
            <Pencil />
            <FormattedMessage id="client.visits.openForms" values={{ count: open.length }} />
          </p>
        )}
        {isReady && (
          <p className={classes(styles.ready, styles.done)}>
            <Check />
            <FormattedMessage id={preparation ? 'client.visits.formsDone' : 'client.visits.ready'} />
          </p>
        )}
        {preparation && (
          <p className={styles.text}>
            <strong>
              <FormattedMessage id="client.appointments.before" />
            </strong>{' '}
            {preparation}
          </p>
        )}
      </Panel>
      {forms.length > 0 && (
        <Items>
          {[...open, ...forms.filter((task) => !open.includes(task))].map((task) => (
            <FormItem key={task.uuid} withoutVisit task={task} when={<FormAction {...{ task, viewedByStaff }} />} />
          ))}
        </Items>
      )}
    </Block>
  )
}

function FormAction({ task: { uuid, state }, viewedByStaff }: { task: FormTask; viewedByStaff: boolean }) {
  return (
    <>
      <FormStatus state={state} />
      {state === 'asked' && !viewedByStaff && (
        <Link
          to="/client/forms/$taskId"
          params={{ taskId: uuid }}
          className={classes('no-print', buttonClass({ variant: 'primary' }))}
        >
          <FormattedMessage id="client.visits.fillIn" />
        </Link>
      )}
    </>
  )
}

/** Returns the requests about a visit that have not ended. */
function useOpenRequests(clientId: string, appointmentId: string): PortalRequest[] {
  const { data } = useQuery({ ...requestQueries.list(clientId, { page: 1 }), retryOnMount: false, meta: SILENT })
  return data?.content.filter(({ state, appointmentUuid }) => isOpen(state) && appointmentUuid === appointmentId) ?? []
}

/** Calendar, changes of the appointment, map and telephone. */
export function Practical({ clientId, visit, practice, patients }: VisitProps) {
  const intl = useIntl()
  const requests = useOpenRequests(clientId, visit.uuid)
  const isChanging = requests.some(({ wish }) => wish === 'MOVE' || wish === 'CANCEL')
  const address = addressOfVisit(visit.place, practice)
  return (
    <Block title={<FormattedMessage id="client.visits.practical" />}>
      {requests.length > 0 && (
        <Items>
          {requests.map((request) => (
            <Item
              key={request.uuid}
              tile={<Tile icon={KIND_ICONS[request.kind]} />}
              title={
                <Link to="/client/requests/$requestId" params={{ requestId: request.uuid }}>
                  {kindOf(request, intl)}
                </Link>
              }
              sub={request.reminders?.flatMap(({ description }) => description || []).join(', ')}
              when={<Status tone="warn">{nameOf('state', request.state, intl)}</Status>}
            />
          ))}
        </Items>
      )}
      <div className={classes('row', 'no-print')}>
        <Button
          variant="secondary"
          icon={CalendarPlus}
          onClick={() => saveAppointment(visit, { patients, practice, intl })}
        >
          <FormattedMessage id="client.reminders.saveThis" />
        </Button>
        {!isChanging && appointmentLinks(visit, nameOfAppointment(visit, patients, intl))}
        {address && (
          <MapLink address={address} className={buttonClass()}>
            <FormattedMessage id="client.visits.map" />
          </MapLink>
        )}
        <CallButton practice={practice} />
      </div>
    </Block>
  )
}

export function CallButton({ practice: { phone } }: Pick<VisitProps, 'practice'>) {
  if (!phone) return null
  return (
    <PhoneLink phone={phone} className={buttonClass()}>
      <Phone />
      <span>{phone}</span>
    </PhoneLink>
  )
}

/** Reminders that can be done at a visit too, with a link to ask for each animal. */
export function AlsoPossible({ clientId, visit, patients }: VisitProps) {
  const intl = useIntl()
  const appointments = useAppointments(clientId)
  const whole = reminderQueries.whole(clientId, { active: true })
  const { data } = useQuery({ ...whole, retryOnMount: false, meta: SILENT })
  const asked = useOpenRequests(clientId, visit.uuid).flatMap(reminderUuidsOf)
  const reminders = withDistinctPatientNames(data?.content ?? [], patients)
  const groups = doneAtVisits(appointments, reminders).get(visit.uuid) ?? []
  if (groups.length === 0) return null
  return (
    <Block title={<FormattedMessage id="client.visits.alsoPossible" />}>
      <Items plain>
        {groups.map((group) => {
          const what = namesAtVisit(group, visit, intl)
          return (
            <Item
              key={group[0]?.uuid}
              stacked
              title={what}
              when={
                group.every(({ uuid }) => asked.includes(uuid)) ? (
                  <Status>
                    <FormattedMessage id="client.visits.asked" />
                  </Status>
                ) : (
                  <span className="no-print">
                    <RequestLink
                      {...aboutOf(group)}
                      appointment={visit.uuid}
                      label={intl.formatMessage({ id: 'client.home.atVisit' }, { what })}
                    >
                      <FormattedMessage id="client.visits.askAlso" />
                    </RequestLink>
                  </span>
                )
              }
            />
          )
        })}
      </Items>
    </Block>
  )
}
