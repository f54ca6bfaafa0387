import { useMutation } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { CSV_DELIMITERS, CSV_ENCODINGS, type CsvDelimiter, type CsvEncoding } from '#contract/csv-import.ts'
import type { CsvFormat, CsvImport } from '#contract/schemas/csv-import.ts'
import { csvImportMutations } from '#src/api/csv-imports.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import { NativeSelect } from '#src/ui/forms/select-input.tsx'
import styles from './file.module.css'

interface FileFormatProps {
  practiceId: string
  file: CsvImport
}

export const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16 (LE)',
  'utf-16be': 'UTF-16 (BE)',
} satisfies Record<CsvEncoding, string>

export const DELIMITER_NAMES = { ';': 'semicolon', ',': 'comma', '\t': 'tab' } as const satisfies Record<
  CsvDelimiter,
  string
>

/** Value of the option that recognises the encoding or the delimiter from the file. */
const AUTOMATIC = ''

/** Encoding and delimiter of a file, which a person may change, with the first rows as they are then read. */
export function FileFormat({ practiceId, file }: FileFormatProps) {
  const intl = useIntl()
  const { mutateAsync, isPending, isError } = useMutation(csvImportMutations.setFormat(practiceId, file.id))
  const { format = {}, encoding, delimiter } = file
  const delimiterName = (one: CsvDelimiter) =>
    intl.formatMessage({ id: `admin.csvImport.delimiters.${DELIMITER_NAMES[one]}` })
  const automatic = (chosen: string | undefined, recognised: string) => ({
    value: AUTOMATIC,
    label:
      chosen === undefined
        ? intl.formatMessage({ id: 'admin.csvImport.recognisedAs' }, { value: recognised })
        : intl.formatMessage({ id: 'admin.csvImport.asIs' }),
  })

  async function change(changed: CsvFormat) {
    try {
      await mutateAsync({ ...format, ...changed })
    } catch (error) {
      reportUnforeseen(error)
    }
  }

  return (
    <>
      <div className={styles.settings}>
        <Field id="csv-encoding" label={<FormattedMessage id="admin.csvImport.encoding" />}>
          <NativeSelect
            {...fieldAttributes({ id: 'csv-encoding' })}
            value={format.encoding ?? AUTOMATIC}
            disabled={isPending}
            options={[
              automatic(format.encoding, ENCODING_NAMES[encoding]),
              ...CSV_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] })),
            ]}
            onChange={(value) => void change({ encoding: CSV_ENCODINGS.find((one) => one === value) })}
          />
        </Field>
        <Field id="csv-delimiter" label={<FormattedMessage id="admin.csvImport.delimiter" />}>
          <NativeSelect
            {...fieldAttributes({ id: 'csv-delimiter' })}
            value={format.delimiter ?? AUTOMATIC}
            disabled={isPending}
            options={[
              automatic(format.delimiter, delimiterName(delimiter)),
              ...CSV_DELIMITERS.map((value) => ({ value, label: delimiterName(value) })),
            ]}
            onChange={(value) => void change({ delimiter: CSV_DELIMITERS.find((one) => one === value) })}
          />
        </Field>
        {isError && (
          <div className={styles.wide}>
            <Message kind="error">
              <FormattedMessage id="admin.csvImport.formatRefused" />
            </Message>
          </div>
        )}
      </div>
      <FirstRows file={file} />
    </>
  )
}

const SHOWN_ROWS = 3
const BEYOND_ASCII = /[^\0-\x7f]/

/** First rows of a file as they are. Rows with an accented letter come first, because they show a wrong encoding. */
function FirstRows({ file: { columns, rows } }: Pick<FileFormatProps, 'file'>) {
  const intl = useIntl()
  const isAccented = ({ cells }: (typeof rows)[number]) => cells.some((cell) => BEYOND_ASCII.test(cell))
  const shown = [...rows.filter(isAccented), ...rows.filter((row) => !isAccented(row))].slice(0, SHOWN_ROWS)
  return (
    <div
      className={styles.rows}
      role="region"
      aria-label={intl.formatMessage({ id: 'admin.csvImport.firstRows' })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll the focused region
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage id="admin.csvImport.line" />
            </th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, cells }) => (
            <tr key={line}>
              <th scope="row" className="num">
                {line}
              </th>
              {columns.map(({ name }, at) => (
                <td key={name}>{cells[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
