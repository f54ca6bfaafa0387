import { useFormikContext } from 'formik'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CONDITION_KINDS } from '#contract/form.ts'
import { SPECIES } from '#contract/patient.ts'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { Notes } from '#src/ui/forms/field.tsx'
import { NativeSelect, type SelectOption } from '#src/ui/forms/select-input.tsx'
import styles from './form-editor.module.css'
import { type FormValues, earlierChoices } from './form-values.ts'
import { Cell, type QuestionPartProps, TextCell, useFlags } from './question-cells.tsx'

/** Condition on which a question is shown. */
export function Condition(part: QuestionPartProps) {
  const { formatMessage } = useIntl()
  const { question, onChange } = part
  const { shownBy } = question
  return (
    <>
      <Cell {...part} part="shownIf.by" label="admin.forms.shown">
        {(attributes) => (
          <NativeSelect
            {...attributes}
            value={shownBy}
            options={(['always', ...CONDITION_KINDS] as const).map((by) => ({
              value: by,
              label: formatMessage({ id: `admin.forms.shownBy.${by}` }),
            }))}
            onChange={(chosen) =>
              onChange({ shownBy: CONDITION_KINDS.find((by) => by === chosen) ?? 'always', shownValues: [] })
            }
          />
        )}
      </Cell>
      {shownBy === 'species' && (
        <Values
          {...part}
          options={SPECIES.map((species) => ({
            value: species,
            label: formatMessage({ id: `client.patients.species.${species}` }),
          }))}
        />
      )}
      {shownBy === 'reason' && (
        <TextCell
          {...part}
          part="shownIf.values"
          field="shownWords"
          label="admin.forms.shownWords"
          hint="admin.forms.ruleReasonsHint"
          max={4000}
          required
        />
      )}
      {shownBy === 'answer' && <OnAnswer {...part} />}
    </>
  )
}

function OnAnswer(part: QuestionPartProps) {
  const { formatMessage } = useIntl()
  const { values } = useFormikContext<FormValues>()
  const { question, index, onChange } = part
  const earlier = earlierChoices(values.questions, index)
  const chosen = earlier.find(({ id }) => id === question.shownField)
  const nameOf = (label: string) => label.trim() || formatMessage({ id: 'admin.forms.noLabel' })
  return (
    <>
      <Cell {...part} part="shownIf.field" label="admin.forms.shownField" required>
        {(attributes) => (
          <NativeSelect
            {...attributes}
            value={chosen?.id ?? ''}
            options={[
              { value: '', label: formatMessage({ id: 'admin.forms.chooseQuestion' }), disabled: true },
              ...earlier.map(({ id, nl }) => ({
                value: id,
                label: `${values.questions.findIndex((each) => each.id === id) + 1}. ${nameOf(nl)}`,
              })),
            ]}
            onChange={(shownField) => onChange({ shownField, shownValues: [] })}
          />
        )}
      </Cell>
      {chosen && <Values {...part} options={chosen.choices.map(({ id, nl }) => ({ value: id, label: nameOf(nl) }))} />}
    </>
  )
}

interface ValuesProps extends QuestionPartProps {
  options: readonly SelectOption[]
}

/** Values of a condition, of which one must match. */
function Values({ question, index, options, onChange }: ValuesProps) {
  const id = useId()
  const flag = useFlags(index).of('shownIf.values')
  const { shownValues } = question
  return (
    <fieldset
      className={styles.values}
      aria-describedby={flag && `${id}-${flag === 'required' ? 'required' : 'error'}`}
    >
      <legend className={styles.label}>
        <FormattedMessage id="admin.forms.shownValues" />
      </legend>
      <div className={styles.chips}>
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            chip
            name={`questions.${index}.shownIf.values`}
            aria-invalid={Boolean(flag)}
            checked={shownValues.includes(value)}
            onChange={(checked) =>
              onChange({
                shownValues: options
                  .map((option) => option.value)
                  .filter((each) => (each === value ? checked : shownValues.includes(each))),
              })
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
      {flag && <Notes id={id} flag={flag} />}
    </fieldset>
  )
}
