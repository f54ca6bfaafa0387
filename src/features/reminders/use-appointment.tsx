import type { Reminder } from '#contract/schemas/reminder.ts'
import { Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import { type AppointmentOf, waysToAppointment } from './appointment.ts'
import { nameOf } from './reminder.ts'

const AppointmentDialog = createLazyModule(async () => (await import('./appointment-dialog.tsx')).AppointmentDialog)

/** For a list of reminders: a button for each that asks for an appointment, and what the button opens. */
export function useAppointment(of: Omit<AppointmentOf, 'reminder'>) {
  const intl = useIntl()
  const canContact = useCan('practice-contact')
  const [asked, setAsked] = useState<Reminder | null>(null)

  function buttonFor(reminder: Reminder): ReactNode {
    const { booking, phone, mail } = waysToAppointment({ ...of, reminder }, intl)
    if (!canContact || !(booking || phone || mail)) return null
    const label = intl.formatMessage({ id: 'client.reminders.askFor' }, { name: nameOf(reminder, intl) })
    return (
      <IconButton
        icon={Phone}
        label={label}
        onClick={() => void AppointmentDialog.openAfterImport(() => setAsked(reminder))}
      />
    )
  }

  const dialog = asked && <AppointmentDialog {...of} reminder={asked} onClose={() => setAsked(null)} />
  return { buttonFor, dialog }
}
