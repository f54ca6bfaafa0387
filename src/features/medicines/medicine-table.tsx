import styles from './medicine-table.module.css'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { Fragment, type ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type MedicineColumn, medicineColumns, purposeOf } from './medicine-rows.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Day } from '#src/ui/data/day.tsx'
import { ChannelAbbr, amountOf, daysText, withdrawalOf } from './medicine-texts.tsx'

interface MedicineTableProps<Entry extends LogbookEntry> {
  rows: readonly Entry[]
  /** Whether to show the animal of each row, for lists of several animals. */
  animalOf?: ((entry: Entry) => ReactNode) | undefined
}

/** Table of medicines. In a narrow container, each row becomes an item with labelled values. */
export function MedicineTable<Entry extends LogbookEntry>({ rows, animalOf }: MedicineTableProps<Entry>) {
  const intl = useIntl()
  const columns = medicineColumns(rows)
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="hidden-text">
          <FormattedMessage id="client.logbook.medicine.title" />
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Fragment key={column}>
                <th scope="col" className={styles[column]}>
                  <FormattedMessage id={`client.logbook.medicine.${column}`} />
                </th>
                {column === 'date' && animalOf && (
                  <th scope="col" className={styles.patient}>
                    <FormattedMessage id="client.logbook.medicine.animal" />
                  </th>
                )}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((entry, index) => (
            <tr key={entry.uuid ?? index}>
              {columns.map((column) => (
                <Fragment key={column}>
                  <td
                    className={styles[column]}
                    data-label={intl.formatMessage({ id: `client.logbook.medicine.${column}` })}
                  >
                    {medicineCells[column](entry, intl)}
                  </td>
                  {column === 'date' && animalOf && (
                    <td
                      className={styles.patient}
                      data-label={intl.formatMessage({ id: 'client.logbook.medicine.animal' })}
                    >
                      {animalOf(entry)}
                    </td>
                  )}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// Cells without content stay empty, so that the print style sheet can add a dash.
const medicineCells: Readonly<Record<MedicineColumn, (entry: LogbookEntry, intl: IntlShape) => ReactNode>> = {
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
