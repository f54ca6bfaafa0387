import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { Fragment, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { medicineCells } from './medicine-cells.tsx'
import { type MedicineColumn, medicineColumns } from './medicine-rows.ts'
import styles from './medicine-table.module.css'

const HEADS = {
  date: 'client.logbook.medicine.date',
  product: 'client.logbook.medicine.product',
  use: 'client.logbook.medicine.use',
  amount: 'client.logbook.medicine.amount',
  batch: 'client.logbook.medicine.batch',
  animals: 'client.logbook.medicine.animals',
  vet: 'client.logbook.medicine.vet',
  meat: 'client.logbook.medicine.meat',
  milk: 'client.logbook.medicine.milk',
  eggs: 'client.logbook.medicine.eggs',
} as const satisfies Record<MedicineColumn, string>

interface MedicineTableProps<Entry extends LogbookEntry> {
  rows: readonly Entry[]
  /** Where they are of several animals: which one it was given to. */
  animalOf?: ((entry: Entry) => ReactNode) | undefined
}

/** What was given, a line each; when its own width is small, an item each with its details by name. */
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
                  <FormattedMessage id={HEADS[column]} />
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
                  <td className={styles[column]} data-label={intl.formatMessage({ id: HEADS[column] })}>
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
