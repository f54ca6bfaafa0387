import type { Reminder } from '#contract/schemas/reminder.ts'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { type AppointmentOf, subjectOf, waysToAppointment } from './appointment.ts'

const AppointmentDialog = createLazyModule(async () => (await import('./appointment-dialog.tsx')).AppointmentDialog)

/** For a list of reminders: a button for each that asks for an appointment, and what the button opens. */
export function useAppointment(of: Omit<AppointmentOf, 'reminders'>) {
  const intl = useIntl()
  const canContact = useCan('practice-contact')
  const [asked, setAsked] = useState<readonly Reminder[] | null>(null)

  function buttonFor(...reminders: Reminder[]): ReactNode {
    const { booking, phone, mail } = waysToAppointment({ ...of, reminders }, intl)
    if (!canContact || !(booking || phone || mail)) return null
    return (
      <Button
        variant="secondary"
        icon={CalendarCheck}
        aria-label={intl.formatMessage({ id: 'client.reminders.askFor' }, { name: subjectOf(reminders, intl) })}
        onClick={() => void AppointmentDialog.openAfterImport(() => setAsked(reminders))}
      >
        <FormattedMessage id="client.reminders.ask" />
      </Button>
    )
  }

  const dialog = asked && <AppointmentDialog {...of} reminders={asked} onClose={() => setAsked(null)} />
  return { buttonFor, dialog }
}
