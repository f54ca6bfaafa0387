import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  CSV_KINDS,
  type CsvKind,
  DATE_ORDERS,
  DECIMAL_MARKS,
  type DateOrder,
  type DecimalMark,
  missingCsvFields,
} from '#contract/csv-import.ts'
import type { CsvImport, CsvMapping } from '#contract/schemas/csv-import.ts'
import { csvImportMutations } from '#src/api/csv-imports.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button, LinkButton } from '#src/ui/forms/button.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import { NativeSelect } from '#src/ui/forms/select-input.tsx'
import { Panel, PanelFoot, PanelHead } from '#src/ui/layout/panel.tsx'
import { ColumnItem } from './column-item.tsx'
import { fieldName } from './field-names.ts'
import { FileFormat } from './file-format.tsx'
import { MappingPreview } from './mapping-preview.tsx'
import { mappingForKind, useMapping } from './use-mapping.ts'
import styles from './file.module.css'

interface MappingFormProps {
  practiceId: string
  file: CsvImport
  onChecked: () => void
  /** Returns to the result of the last dry run. */
  onCancel?: (() => void) | undefined
}

/** Form that assigns the columns of a file to fields, with the first rows as they would be read. */
export function MappingForm({ practiceId, file, onChecked, onCancel }: MappingFormProps) {
  const { mapping, isRestored, change, discard } = useMapping(practiceId, file)
  const { mutateAsync, isPending } = useMutation(csvImportMutations.check(practiceId, file.id))
  const missing = missingCsvFields(mapping.kind, new Set(mapping.columns.map(({ field }) => field)))

  async function check(event: FormEvent) {
    event.preventDefault()
    if (missing.length > 0 || isPending) return
    try {
      await mutateAsync(mapping)
      discard()
      onChecked()
    } catch (error) {
      reportUnforeseen(error)
    }
  }

  return (
    <form className={styles.split} onSubmit={(event) => void check(event)}>
      <Panel>
        <PanelHead>
          <p className="muted">
            <FormattedMessage id="admin.csvImport.mappingText" />{' '}
            {file.mappingOrigin === 'stored' && <FormattedMessage id="admin.csvImport.stored" />}
          </p>
        </PanelHead>
        {isRestored && (
          <div className={styles.restored}>
            <Message kind="info">
              <FormattedMessage id="core.text.restored" />{' '}
              <LinkButton onClick={discard}>
                <FormattedMessage id="core.buttons.discard" />
              </LinkButton>
            </Message>
          </div>
        )}
        <Settings
          mapping={mapping}
          onKind={(kind) => change(mappingForKind(file, kind, mapping))}
          onChange={(changed) => change({ ...mapping, ...changed })}
        />
        <FileFormat practiceId={practiceId} file={file} />
        <PanelHead>
          <h3>
            <FormattedMessage id="admin.csvImport.columns" />
          </h3>
        </PanelHead>
        <ul>
          {file.columns.map((column) => (
            <ColumnItem key={column.name} column={column} mapping={mapping} onChange={change} />
          ))}
        </ul>
        <Missing kind={mapping.kind} groups={missing} />
        <PanelFoot sticky>
          {onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              <FormattedMessage id="admin.csvImport.keepResult" />
            </Button>
          )}
          <Button variant="primary" type="submit" busy={isPending} disabled={missing.length > 0}>
            <FormattedMessage id="admin.csvImport.check" />
          </Button>
        </PanelFoot>
      </Panel>
      <MappingPreview practiceId={practiceId} file={file} mapping={mapping} isComplete={missing.length === 0} />
    </form>
  )
}

const DECIMAL_NAMES = { ',': 'comma', '.': 'point' } as const satisfies Record<DecimalMark, string>

interface SettingsProps {
  mapping: CsvMapping
  onKind: (kind: CsvKind) => void
  onChange: (changed: Partial<CsvMapping>) => void
}

/** Kind of record, order of dates and decimal mark. */
function Settings({ mapping: { kind, dateOrder, decimal }, onKind, onChange }: SettingsProps) {
  const { formatMessage } = useIntl()
  return (
    <div className={styles.settings}>
      <Field id="csv-kind" label={<FormattedMessage id="admin.csvImport.kind" />}>
        <NativeSelect
          {...fieldAttributes({ id: 'csv-kind' })}
          value={kind}
          options={CSV_KINDS.map((value) => ({ value, label: formatMessage({ id: `admin.imports.kinds.${value}` }) }))}
          onChange={(value) => onKind(CSV_KINDS.find((one) => one === value) ?? kind)}
        />
      </Field>
      <Field id="csv-dates" label={<FormattedMessage id="admin.csvImport.dateOrder" />}>
        <NativeSelect
          {...fieldAttributes({ id: 'csv-dates' })}
          value={dateOrder}
          options={DATE_ORDERS.map((value: DateOrder) => ({
            value,
            label: formatMessage({ id: `admin.csvImport.dateOrders.${value}` }),
          }))}
          onChange={(value) => onChange({ dateOrder: DATE_ORDERS.find((one) => one === value) ?? dateOrder })}
        />
      </Field>
      <Field id="csv-decimal" label={<FormattedMessage id="admin.csvImport.decimal" />}>
        <NativeSelect
          {...fieldAttributes({ id: 'csv-decimal' })}
          value={decimal}
          options={DECIMAL_MARKS.map((value) => ({
            value,
            label: formatMessage({ id: `admin.csvImport.decimals.${DECIMAL_NAMES[value]}` }),
          }))}
          onChange={(value) => onChange({ decimal: DECIMAL_MARKS.find((one) => one === value) ?? decimal })}
        />
      </Field>
    </div>
  )
}

/** Names the required fields that no column has. */
function Missing({ kind, groups }: { kind: CsvKind; groups: readonly (readonly string[])[] }) {
  const intl = useIntl()
  return (
    <div className={styles.missing} role="status">
      {groups.map((group) => (
        <Message key={group.join(' ')} kind="info">
          <FormattedMessage
            id="admin.csvImport.missing"
            values={{
              fields: intl.formatList(
                group.map((field) => fieldName(intl, kind, field)),
                { type: 'disjunction' },
              ),
            }}
          />
        </Message>
      ))}
    </div>
  )
}
