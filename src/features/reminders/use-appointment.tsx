import type { IsoDate } from '#contract/dates.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { type ReactNode, useState } from 'react'
import { useIntl } from 'react-intl'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { type AppointmentOf, subjectOf, appointmentChannels } from './reminder.ts'
import { isBooked, isDue } from '#contract/reminder.ts'
import type { AppointmentDialogProps } from './appointment-dialog.tsx'

const AppointmentDialog = createLazyModule(async () => (await import('./appointment-dialog.tsx')).AppointmentDialog)

/** Returns, for a list of reminders, a button for each that requests an appointment, and the dialog that it opens. */
export function useAppointment({
  ask,
  askAtVisit,
  openNow,
  ...of
}: Omit<AppointmentOf, 'reminders'> & Pick<AppointmentDialogProps, 'ask' | 'askAtVisit' | 'openNow'>) {
  const intl = useIntl()
  const [selected, setSelected] = useState<readonly Reminder[] | null>(null)

  /** `all` are the reminders in which further due ones of the same animal are found. */
  function buttonFor(
    pressed: readonly Reminder[],
    look: 'short' | 'whole' = 'short',
    all: readonly Reminder[] = [],
  ): ReactNode {
    if (pressed.every(isBooked)) return null
    const reminders = [...pressed, ...alsoDue(pressed, all, of.today)]
    const ways = appointmentChannels({ ...of, reminders }, ask !== undefined, intl)
    if (!ask && !Object.values(ways).some(Boolean)) return null
    return (
      <Button
        variant="secondary"
        aria-label={intl.formatMessage({ id: 'client.reminders.askFor' }, { name: subjectOf(pressed, intl) })}
        onClick={() => void AppointmentDialog.openAfterImport(() => setSelected(reminders))}
      >
        {intl.formatMessage({ id: look === 'short' ? 'client.reminders.ask' : 'client.reminders.askTitle' })}
      </Button>
    )
  }

  const dialog = selected && (
    <AppointmentDialog
      {...of}
      ask={ask}
      askAtVisit={askAtVisit}
      openNow={openNow}
      reminders={selected}
      onClose={() => setSelected(null)}
    />
  )
  return { buttonFor, dialog }
}

/** Returns the other due reminders of the same animal, because one appointment covers them all. */
function alsoDue(pressed: readonly Reminder[], all: readonly Reminder[], today: IsoDate): Reminder[] {
  const patients = pressed.flatMap((one) => (isDue(one, today) ? (one.patientUuid ?? []) : []))
  return all.filter(
    (one) =>
      one.patientUuid !== undefined &&
      patients.includes(one.patientUuid) &&
      isDue(one, today) &&
      !pressed.includes(one),
  )
}
