import type { Reminder } from '#contract/schemas/reminder.ts'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { AskLink } from './ask-link.tsx'
import { useTakes } from './use-takes.ts'

/** The way to a request for what is to be done; undefined where the practice takes none. */
export function useAskAppointment(): ((reminder: Reminder) => ReactNode) | undefined {
  if (!useTakes('APPOINTMENT')) return undefined
  return (reminder) => (
    <AskLink kind="APPOINTMENT" variant="primary" reminder={reminder.uuid} patient={reminder.patientUuid}>
      <FormattedMessage id="client.requests.askAppointment" />
    </AskLink>
  )
}
