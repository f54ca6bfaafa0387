import { FormattedMessage } from 'react-intl'

interface LeadProps {
  active: boolean
  /** Undefined where it is not known. */
  count: number | undefined
  /** Of how many animals they are; 0 where that is not known. */
  animals: number
  /** Of which animal only. */
  animal: string | undefined
}

/** What stands under the title: how much there is to do, or has been done. */
export function Lead({ active, count, animals, animal }: LeadProps) {
  if (count === undefined) return animal && <FormattedMessage id="client.reminders.leadOnly" values={{ animal }} />
  if (!active) return <FormattedMessage id="client.reminders.leadPast" values={{ count }} />
  if (animal && count > 0) return <FormattedMessage id="client.reminders.leadAnimal" values={{ count, animal }} />
  return animals > 0 ? (
    <FormattedMessage id="client.reminders.leadAnimals" values={{ count, animals }} />
  ) : (
    <FormattedMessage id="client.reminders.lead" values={{ count }} />
  )
}
