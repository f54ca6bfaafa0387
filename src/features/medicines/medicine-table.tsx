import { FormattedMessage, useIntl } from 'react-intl'
import type { LogbookEntry } from '#contract/logbook.ts'
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

/** What was given, a line each; when its own width is small, an item each with its details by name. */
export function MedicineTable({ rows }: { rows: readonly LogbookEntry[] }) {
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
              <th key={column} scope="col" className={styles[column]}>
                <FormattedMessage id={HEADS[column]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((entry, index) => (
            <tr key={entry.uuid ?? index}>
              {columns.map((column) => (
                <td key={column} className={styles[column]} data-label={intl.formatMessage({ id: HEADS[column] })}>
                  {medicineCells[column](entry, intl)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
