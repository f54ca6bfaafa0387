import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { useCan } from '#src/api/capabilities.ts'
import { showIfSlow } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { appointmentEvent } from '#src/features/appointments/calendar.ts'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { usePatients, withDistinctPatientNames } from '#src/features/patients/distinct-names.ts'
import { saveReminders } from '#src/features/reminders/reminder.ts'
import { getAllActiveReminders } from '#src/api/reminders.ts'
import styles from './save-all.module.css'

interface SaveAllProps {
  clientId: string
  patientId: string | undefined
  /** All active reminders; null if only a part is loaded. */
  reminders: readonly Reminder[] | null
  practice: Practice
  today: IsoDate
}

/** Button that saves all active reminders and future appointments as a calendar file. */
export function SaveAll({ clientId, patientId, reminders, practice, today }: SaveAllProps) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const appointments = useAppointments(clientId, patientId)
  const patients = usePatients(clientId) ?? []
  const { busy, run } = useAsyncAction(async (signal) => {
    const getAll = () => getAllActiveReminders({ queryClient, clientId, patientId, signal })
    const all = reminders ?? withDistinctPatientNames(await showIfSlow(getAll), patients)
    const more = appointments.map((one) => appointmentEvent(one, { patients, practice, intl }))
    saveReminders(all, { name: practice.name, practice, today, more, intl })
  })
  return (
    <div className={styles.all}>
      <Button variant="ghost" icon={CalendarPlus} busy={busy} onClick={run}>
        <FormattedMessage id="client.reminders.saveAll" />
      </Button>
      {useCan('calendar') && (
        <Link className="small" to="/client/portal/settings" hash="calendar">
          <FormattedMessage id="client.reminders.subscribe" />
        </Link>
      )}
    </div>
  )
}
