import type { Reminder } from '#contract/schemas/reminder.ts'
import { type ReactNode, useState } from 'react'
import { useIntl } from 'react-intl'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { isBooked } from './reminder.ts'
import type { AppointmentDialogProps } from './appointment-dialog.tsx'
import { type AppointmentOf, subjectOf, waysToAppointment } from './appointment.ts'

const AppointmentDialog = createLazyModule(async () => (await import('./appointment-dialog.tsx')).AppointmentDialog)

/** For a list of reminders: a button for each that asks for an appointment, and what the button opens. */
export function useAppointment({ ask, ...of }: Omit<AppointmentOf, 'reminders'> & Pick<AppointmentDialogProps, 'ask'>) {
  const intl = useIntl()
  const [asked, setAsked] = useState<readonly Reminder[] | null>(null)

  function buttonFor(reminders: readonly Reminder[], look: 'short' | 'whole' = 'short'): ReactNode {
    if (reminders.every(isBooked)) return null
    const ways = waysToAppointment({ ...of, reminders }, intl)
    if (!ask && !Object.values(ways).some(Boolean)) return null
    return (
      <Button
        variant="secondary"
        aria-label={intl.formatMessage({ id: 'client.reminders.askFor' }, { name: subjectOf(reminders, intl) })}
        onClick={() => void AppointmentDialog.openAfterImport(() => setAsked(reminders))}
      >
        {intl.formatMessage({ id: look === 'short' ? 'client.reminders.ask' : 'client.reminders.askTitle' })}
      </Button>
    )
  }

  const dialog = asked && <AppointmentDialog {...of} ask={ask} reminders={asked} onClose={() => setAsked(null)} />
  return { buttonFor, dialog }
}
