import { useFormikContext } from 'formik'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_ANSWER_TEMPLATES, MAX_ANSWER_TEXT, REQUEST_KINDS } from '#contract/request.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { CHANGED_MEANWHILE } from '#src/ui/forms/form-draft.tsx'
import { Field, Notes, countOf, fieldAttributes } from '#src/ui/forms/field.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import input from '#src/ui/forms/input.module.css'
import styles from './settings.module.css'
import type { SettingsValues, TemplateValue } from './values.ts'

/** Answer templates, in display order. `hasKinds`: each may be for one kind of request. */
export function TemplatesField({ hasKinds }: { hasKinds: boolean }) {
  const { id: titleId, flag } = useFormField('templates')
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const { values, setFieldValue } = useFormikContext<SettingsValues>()
  const { templates } = values
  const change = (next: readonly TemplateValue[]) => setFieldValue('templates', next, false)

  function append() {
    const id = 1 + Math.max(-1, ...templates.map((template) => template.id))
    void change([...templates, { id, text: '', kind: '' }]).then(() =>
      list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus(),
    )
  }
  function remove({ id }: TemplateValue) {
    void change(templates.filter((template) => template.id !== id))
    // The pressed button is removed.
    add.current?.focus()
  }
  function move(from: number, to: number) {
    const moved = templates[from]
    const others = templates.filter((template) => template !== moved)
    if (moved && to >= 0 && to < templates.length) void change([...others.slice(0, to), moved, ...others.slice(to)])
  }

  return (
    <section className={styles.templates} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>
          <FormattedMessage id="admin.requestSettings.templates" />
        </h2>
        <p className="muted small">
          <FormattedMessage id="admin.requestSettings.templatesHint" />
        </p>
        {flag === CHANGED_MEANWHILE && <Notes id={titleId} flag={flag} />}
      </div>
      <ol ref={list}>
        {templates.map((template, index) => (
          <Template
            key={template.id}
            template={template}
            number={index + 1}
            isLast={index + 1 === templates.length}
            hasKinds={hasKinds}
            onChange={(part) =>
              void change(templates.map((other) => (other === template ? { ...other, ...part } : other)))
            }
            onMove={(by) => move(index, index + by)}
            onRemove={() => remove(template)}
          />
        ))}
      </ol>
      <div>
        <Button
          ref={add}
          variant="secondary"
          icon={Plus}
          aria-disabled={templates.length >= MAX_ANSWER_TEMPLATES}
          onClick={() => templates.length < MAX_ANSWER_TEMPLATES && append()}
        >
          <FormattedMessage id="admin.requestSettings.addTemplate" />
        </Button>
      </div>
    </section>
  )
}

interface TemplateProps {
  template: TemplateValue
  number: number
  isLast: boolean
  hasKinds: boolean
  onChange: (part: Partial<TemplateValue>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function Template({ template, number, isLast, hasKinds, onChange, onMove, onRemove }: TemplateProps) {
  const { formatMessage } = useIntl()
  const id = useId()
  const notes = countOf(template.text, MAX_ANSWER_TEXT, undefined)
  return (
    <li>
      <Field id={id} label={<FormattedMessage id="admin.requestSettings.template" values={{ number }} />} {...notes}>
        <textarea
          {...fieldAttributes({ id, ...notes })}
          className={input.input}
          value={template.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </Field>
      {/* `aria-disabled` instead of `disabled`, so that a button at the end of the list keeps the focus. */}
      <div className={styles.tools}>
        {hasKinds && (
          <SelectInput
            label={formatMessage({ id: 'admin.requestSettings.templateKind' }, { number })}
            value={template.kind}
            options={[
              { value: '', label: formatMessage({ id: 'admin.requestSettings.templateAny' }) },
              ...REQUEST_KINDS.map((kind) => ({
                value: kind,
                label: formatMessage({ id: `core.requests.kind.${kind}` }),
              })),
            ]}
            onChange={(wanted) => onChange({ kind: REQUEST_KINDS.find((kind) => kind === wanted) ?? '' })}
          />
        )}
        <IconButton
          icon={ArrowUp}
          label={formatMessage({ id: 'admin.requestSettings.up' }, { number })}
          aria-disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={formatMessage({ id: 'admin.requestSettings.down' }, { number })}
          aria-disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon={Trash2}
          danger
          label={formatMessage({ id: 'admin.requestSettings.remove' }, { number })}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
