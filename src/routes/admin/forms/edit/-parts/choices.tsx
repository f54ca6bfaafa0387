import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_CHOICES } from '#contract/form.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Notes, fieldAttributes } from '#src/ui/forms/field.tsx'
import input from '#src/ui/forms/input.module.css'
import styles from './form-editor.module.css'
import { type ChoiceValue, emptyChoice } from './form-values.ts'
import { type QuestionPartProps, useFlags } from './question-cells.tsx'

/** Options of a question, each in two languages. */
export function Choices({ question, index, onChange }: QuestionPartProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const flag = useFlags(index).of('choices')
  const { choices } = question
  function append() {
    if (choices.length >= MAX_CHOICES) return
    onChange({ choices: [...choices, emptyChoice()] })
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <div role="group" aria-labelledby={id} className={styles.choices}>
      <span id={id} className={styles.label}>
        <FormattedMessage id="admin.forms.choices" />
      </span>
      {flag && <Notes id={id} flag={flag} />}
      <ul ref={list}>
        {choices.map((choice, at) => (
          <Choice
            key={choice.id}
            choice={choice}
            index={index}
            at={at}
            onChange={(changed) =>
              onChange({ choices: choices.map((other) => (other === choice ? { ...choice, ...changed } : other)) })
            }
            onRemove={() => {
              onChange({ choices: choices.filter((other) => other !== choice) })
              // The pressed button is removed.
              add.current?.focus()
            }}
          />
        ))}
      </ul>
      <div>
        <Button
          ref={add}
          variant="secondary"
          icon={Plus}
          name={`questions.${index}.choices`}
          aria-disabled={choices.length >= MAX_CHOICES}
          onClick={append}
        >
          <FormattedMessage id="admin.forms.addChoice" />
        </Button>
      </div>
    </div>
  )
}

interface ChoiceProps {
  choice: ChoiceValue
  index: number
  at: number
  onChange: (changed: Partial<ChoiceValue>) => void
  onRemove: () => void
}

function Choice({ choice, index, at, onChange, onRemove }: ChoiceProps) {
  const { formatMessage } = useIntl()
  const flags = useFlags(index)
  const id = useId()
  const number = at + 1
  return (
    <li>
      {(['nl', 'en'] as const).map((language) => {
        const part = `choices.${at}.label.${language}`
        const state = { id: `${id}-${language}`, required: language === 'nl', flag: flags.of(part) }
        const label = formatMessage({ id: `admin.forms.choice.${language}` }, { number })
        return (
          <div key={language}>
            <input
              {...fieldAttributes(state)}
              className={input.input}
              name={`questions.${index}.${part}`}
              aria-label={label}
              placeholder={label}
              autoComplete="off"
              value={choice[language]}
              onChange={({ target }) => onChange({ [language]: target.value })}
            />
            <Notes {...state} />
          </div>
        )
      })}
      <IconButton
        icon={Trash2}
        danger
        label={formatMessage({ id: 'admin.forms.removeChoice' }, { number })}
        onClick={onRemove}
      />
    </li>
  )
}
