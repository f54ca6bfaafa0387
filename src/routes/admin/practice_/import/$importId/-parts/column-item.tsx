import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { csvFieldValues } from '#contract/csv-import.ts'
import type { CsvImport, CsvMapping } from '#contract/schemas/csv-import.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { NativeSelect } from '#src/ui/forms/select-input.tsx'
import { fieldName, fieldsOf, valueName } from './field-names.ts'
import styles from './file.module.css'

const SHOWN_SAMPLES = 3
/** Options beside the permitted values, which contain no such sign. */
const [AS_IS, EMPTY] = ['*', '-']

interface ColumnItemProps {
  column: CsvImport['columns'][number]
  mapping: CsvMapping
  onChange: (mapping: CsvMapping) => void
}

/** Column of a file with its first values, its field, and the meaning of its words. */
export function ColumnItem({ column: { name, samples }, mapping, onChange }: ColumnItemProps) {
  const intl = useIntl()
  const id = useId()
  const { kind, columns } = mapping
  const field = columns.find(({ column }) => column === name)?.field ?? ''
  const isShared = field !== '' && columns.filter((one) => one.field === field).length > 1
  function assign(chosen: string) {
    const others = columns.filter(({ column }) => column !== name)
    onChange({ ...mapping, columns: chosen === '' ? others : [...others, { column: name, field: chosen }] })
  }
  return (
    <li className={styles.column}>
      <div>
        <b>{name}</b>
        <p className={`muted small ${styles.samples}`} id={id}>
          {samples.length > 0 ? (
            samples.slice(0, SHOWN_SAMPLES).join(' · ')
          ) : (
            <FormattedMessage id="admin.csvImport.noSamples" />
          )}
        </p>
      </div>
      <div>
        <NativeSelect
          aria-label={intl.formatMessage({ id: 'admin.csvImport.fieldOf' }, { column: name })}
          aria-describedby={id}
          value={field}
          options={[
            { value: '', label: intl.formatMessage({ id: 'admin.csvImport.noField' }) },
            ...fieldsOf(kind).map((value) => ({ value, label: fieldName(intl, kind, value) })),
          ]}
          onChange={assign}
        />
        {isShared && (
          <p className="muted small">
            <FormattedMessage id="admin.csvImport.joined" />
          </p>
        )}
      </div>
      {csvFieldValues(kind, field).length > 0 && samples.length > 0 && (
        <Words column={name} field={field} words={samples} mapping={mapping} onChange={onChange} />
      )}
    </li>
  )
}

interface WordsProps extends Pick<ColumnItemProps, 'mapping' | 'onChange'> {
  column: string
  field: string
  words: readonly string[]
}

/** Words of a column, each with the value of the portal that it stands for. */
function Words({ column, field, words, mapping, onChange }: WordsProps) {
  const intl = useIntl()
  const { kind, values } = mapping
  const isOf = (word: string) => (one: CsvMapping['values'][number]) =>
    one.field === field && one.from.toLowerCase() === word.toLowerCase()
  const meaningOf = (word: string) => values.find(isOf(word))?.to
  function assign(word: string, to: string) {
    const others = values.filter((one) => !isOf(word)(one))
    const entry = { field, from: word, to: to === EMPTY ? '' : to }
    onChange({ ...mapping, values: to === AS_IS ? others : [...others, entry] })
  }
  return (
    <div className={styles.meanings}>
      <Fold isInline title={<FormattedMessage id="admin.csvImport.words" values={{ count: words.length }} />}>
        <ul className={styles.words}>
          {words.map((word) => (
            <li key={word}>
              <span>{word}</span>
              <NativeSelect
                aria-label={intl.formatMessage({ id: 'admin.csvImport.wordOf' }, { word, column })}
                value={optionOf(meaningOf(word))}
                options={[
                  { value: AS_IS, label: intl.formatMessage({ id: 'admin.csvImport.asIs' }) },
                  { value: EMPTY, label: intl.formatMessage({ id: 'admin.csvImport.noValue' }) },
                  ...csvFieldValues(kind, field).map((value) => ({ value, label: valueName(intl, field, value) })),
                ]}
                onChange={(to) => assign(word, to)}
              />
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  )
}

const optionOf = (meaning: string | undefined) => (meaning === undefined ? AS_IS : meaning || EMPTY)
