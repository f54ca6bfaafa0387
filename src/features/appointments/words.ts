import type { IntlShape } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'

const STATUS_NAMES: Partial<Record<string, MessageId>> = {
  BOOKED: 'client.appointments.status.BOOKED',
  DONE: 'client.appointments.status.DONE',
  CANCELLED: 'client.appointments.status.CANCELLED',
}

/** Name of a status; an unknown status of another API is shown as received. */
export function appointmentStatusText(status: string, { formatMessage }: IntlShape): string {
  const id = STATUS_NAMES[status]
  return id ? formatMessage({ id }) : status
}
