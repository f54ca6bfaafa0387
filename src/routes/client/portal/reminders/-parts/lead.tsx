import { FormattedMessage } from 'react-intl'

interface LeadProps {
  active: boolean
  /** Undefined where it is not known. */
  count: number | undefined
  /** Of how many patients; 0: unknown. */
  patientCount: number
  /** Filtered by this patient. */
  patientName: string | undefined
}

/** What stands under the title: how much there is to do, or has been done. */
export function Lead({ active, count, patientCount, patientName }: LeadProps) {
  if (count === undefined)
    return patientName && <FormattedMessage id="client.reminders.leadOnly" values={{ animal: patientName }} />
  if (!active) return <FormattedMessage id="client.reminders.leadPast" values={{ count }} />
  if (patientName && count > 0)
    return <FormattedMessage id="client.reminders.leadAnimal" values={{ count, animal: patientName }} />
  return patientCount > 0 ? (
    <FormattedMessage id="client.reminders.leadAnimals" values={{ count, animals: patientCount }} />
  ) : (
    <FormattedMessage id="client.reminders.lead" values={{ count }} />
  )
}
