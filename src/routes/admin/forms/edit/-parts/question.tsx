import { useFormikContext } from 'formik'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { FormattedMessage, useIntl } from 'react-intl'
import { FIELD_TYPES, FORM_FACTS, MAX_FIELD_HELP, MAX_FIELD_LABEL, MAX_UNIT } from '#contract/form.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { NativeSelect } from '#src/ui/forms/select-input.tsx'
import { Choices } from './choices.tsx'
import { Condition } from './condition.tsx'
import styles from './form-editor.module.css'
import { type FormValues, hasChoices, mayShowFact } from './form-values.ts'
import { Cell, type QuestionPartProps, TextCell, useFlags } from './question-cells.tsx'

interface QuestionProps extends QuestionPartProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** Question of the editor: a row with its label and buttons, and its parts while it is open. */
export function Question({ isOpen, onOpen, onMove, onRemove, ...part }: QuestionProps) {
  const { formatMessage } = useIntl()
  const { values } = useFormikContext<FormValues>()
  const { question, index } = part
  const hasError = useFlags(index).has
  const isShown = isOpen || hasError
  const number = index + 1
  const { type, nl, required, shownBy } = question
  return (
    <li className={styles.question} data-question={question.id}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isShown}
          data-printed
          onClick={() => onOpen(!isOpen)}
        >
          {isShown ? <ChevronUp /> : <ChevronDown />}
          <span>
            <strong>
              {number}. {nl.trim() || formatMessage({ id: 'admin.forms.noLabel' })}
            </strong>
            <span className={styles.about}>
              {[
                formatMessage({ id: `admin.forms.types.${type}` }),
                required && formatMessage({ id: 'admin.forms.required' }),
                shownBy !== 'always' && formatMessage({ id: 'admin.forms.conditional' }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </button>
        {/* `aria-disabled` instead of `disabled`, so that a button at the end of the list keeps the focus. */}
        <span className={styles.tools}>
          <IconButton
            icon={ArrowUp}
            label={formatMessage({ id: 'admin.forms.up' }, { number })}
            aria-disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={formatMessage({ id: 'admin.forms.down' }, { number })}
            aria-disabled={number === values.questions.length}
            onClick={() => onMove(1)}
          />
          <IconButton
            icon={Trash2}
            danger
            label={formatMessage({ id: 'admin.forms.removeQuestion' }, { number })}
            onClick={onRemove}
          />
        </span>
      </div>
      {isShown && (
        <div
          role="group"
          aria-label={formatMessage({ id: 'admin.forms.question' }, { number })}
          className={styles.parts}
        >
          <Parts {...part} />
          {!hasError && (
            <div>
              <Button variant="ghost" icon={ChevronUp} onClick={() => onOpen(false)}>
                <FormattedMessage id="admin.forms.close" />
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

function Parts(part: QuestionPartProps) {
  const { formatMessage } = useIntl()
  const { question, onChange } = part
  return (
    <>
      <div className={styles.pair}>
        <Cell {...part} part="type" label="admin.forms.type">
          {(attributes) => (
            <NativeSelect
              {...attributes}
              value={question.type}
              options={FIELD_TYPES.map((type) => ({
                value: type,
                label: formatMessage({ id: `admin.forms.types.${type}` }),
              }))}
              onChange={(chosen) => onChange({ type: FIELD_TYPES.find((type) => type === chosen) ?? 'text' })}
            />
          )}
        </Cell>
        {mayShowFact(question) && <Fact {...part} />}
      </div>
      <div className={styles.pair}>
        <TextCell {...part} part="label.nl" field="nl" label="admin.forms.labelNl" max={MAX_FIELD_LABEL} required />
        <TextCell {...part} part="label.en" field="en" label="admin.forms.labelEn" max={MAX_FIELD_LABEL} />
        <TextCell {...part} part="help.nl" field="helpNl" label="admin.forms.helpNl" max={MAX_FIELD_HELP} />
        <TextCell {...part} part="help.en" field="helpEn" label="admin.forms.helpEn" max={MAX_FIELD_HELP} />
      </div>
      {hasChoices(question) && <Choices {...part} />}
      {question.type === 'number' && (
        <div className={styles.three}>
          <TextCell {...part} part="unit" field="unit" label="admin.forms.unit" max={MAX_UNIT} />
          <TextCell {...part} part="min" field="min" label="admin.forms.min" max={20} inputMode="decimal" />
          <TextCell {...part} part="max" field="max" label="admin.forms.max" max={20} inputMode="decimal" />
        </div>
      )}
      <Checkbox checked={question.required} onChange={(required) => onChange({ required })}>
        <FormattedMessage id="admin.forms.isRequired" />
      </Checkbox>
      <Condition {...part} />
    </>
  )
}

function Fact(part: QuestionPartProps) {
  const { formatMessage } = useIntl()
  const { question, onChange } = part
  return (
    <Cell {...part} part="fact" label="admin.forms.fact" hint="admin.forms.factHint">
      {(attributes) => (
        <NativeSelect
          {...attributes}
          value={question.fact}
          options={[
            { value: '', label: formatMessage({ id: 'admin.forms.noFact' }) },
            ...FORM_FACTS.map((fact) => ({ value: fact, label: formatMessage({ id: `admin.forms.facts.${fact}` }) })),
          ]}
          onChange={(chosen) => onChange({ fact: FORM_FACTS.find((fact) => fact === chosen) ?? '' })}
        />
      )}
    </Cell>
  )
}
