import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { CSV_TYPES } from '#contract/csv-import.ts'
import { IMPORT_REASONS } from '#contract/imports.ts'
import type { PriceCsv, PriceItem } from '#contract/schemas/price-list.ts'
import { readPricesOf } from '#src/api/prices.ts'
import { Reason } from '#src/features/imports/reason.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { FileInput } from '#src/ui/forms/file-input.tsx'
import styles from './prices.module.css'

const ACCEPT = ['.csv', '.txt', ...CSV_TYPES].join(',')

/** Reads the items of a CSV file into the form, and names the rows that were left out. */
export function PricesFromCsv({
  practiceId,
  onItems,
}: {
  practiceId: string
  onItems: (items: readonly PriceItem[]) => void
}) {
  const [read, setRead] = useState<PriceCsv>()
  const [error, setError] = useState<ReactNode>()
  async function load(file: File) {
    setRead(undefined)
    setError(undefined)
    try {
      const csv = await readPricesOf(practiceId, file)
      setRead(csv)
      if (csv.items.length > 0) onItems(csv.items)
    } catch (cause) {
      if (!(cause instanceof CallError)) return
      const code = IMPORT_REASONS.find((reason) => Object.values(cause.fields).includes(reason))
      setError(
        code === undefined || code === 'otherColumns' ? (
          <FormattedMessage id="admin.prices.unreadable" />
        ) : (
          <Reason code={code} reason={code} isCsv />
        ),
      )
    }
  }
  return (
    <>
      <FileInput
        label={<FormattedMessage id="admin.prices.file" />}
        hint={<FormattedMessage id="admin.prices.fileHint" />}
        accept={ACCEPT}
        preview={<Tile icon={FileSpreadsheet} />}
        buttonLabel={<FormattedMessage id="admin.csvImport.choose" />}
        error={error}
        onFile={(file) => void load(file)}
      />
      {read && (
        <Message kind={read.problems.length > 0 ? 'warning' : 'success'}>
          <FormattedMessage id="admin.prices.read" values={{ count: read.items.length, left: read.problems.length }} />
        </Message>
      )}
      {read && read.problems.length > 0 && (
        <ul className={styles.problems}>
          {read.problems.map((one) => (
            <li key={one.line}>
              <FormattedMessage
                id="admin.prices.problem"
                values={{ line: one.line, column: one.column ?? '', reason: <Reason {...one} isCsv /> }}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
