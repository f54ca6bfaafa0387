import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import { type MedicineColumn, purposeOf } from './medicine-rows.ts'
import styles from './medicine-table.module.css'
import { ChannelAbbr, amountOf, daysText, withdrawalOf } from './medicine-words.tsx'

// A cell without content is empty, so that the print style sheet can put a dash in it.
export const medicineCells: Readonly<Record<MedicineColumn, (entry: LogbookEntry, intl: IntlShape) => ReactNode>> = {
  date: ({ date }) => date && <ShortDay date={date} />,
  product: ({ productName, description, registrationNumber, channel }) => (
    <>
      <strong>{productName || description}</strong>
      {(registrationNumber || channel) && (
        <span className={styles.minor}>
          {registrationNumber} {channel && <ChannelAbbr channel={channel} />}
        </span>
      )}
    </>
  ),
  use: (entry, intl) => {
    const { dosage, route, durationDays } = entry
    const how = [dosage, route, typeof durationDays === 'number' && daysText(durationDays, intl)]
    return <Lines lead={purposeOf(entry)} minor={how.filter(Boolean).join(', ')} />
  },
  amount: amountOf,
  batch: ({ batchNumber, expiryDate }) => (
    <Lines
      lead={batchNumber}
      minor={
        expiryDate && (
          <FormattedMessage id="client.logbook.medicine.expiry" values={{ date: <ShortDay date={expiryDate} /> }} />
        )
      }
    />
  ),
  animals: ({ animals, location }) => <Lines lead={animals} minor={location} />,
  vet: ({ veterinarian, supplier }) => <Lines lead={veterinarian} minor={supplier} />,
  meat: (entry, intl) => withdrawalOf(entry, 'meat', intl),
  milk: (entry, intl) => withdrawalOf(entry, 'milk', intl),
  eggs: (entry, intl) => withdrawalOf(entry, 'eggs', intl),
}

function Lines({ lead, minor }: { lead: ReactNode; minor: ReactNode }) {
  return (
    <>
      {lead && <span>{lead}</span>}
      {minor && <span className={styles.minor}>{minor}</span>}
    </>
  )
}

const ShortDay = ({ date }: { date: IsoDate }) => <Day date={date} day="numeric" month="short" year="numeric" />
