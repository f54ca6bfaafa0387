import styles from './checkbox-field.module.css'
import { Checkbox } from './checkbox.tsx'
import { Asterisk, type FieldText, Notes, fieldAttributes } from './field.tsx'
import { useFormField } from './use-form-field.ts'

interface CheckboxFieldProps extends FieldText {
  /** Field name in the API; the value is a boolean. */
  name: string
  disabled?: boolean | undefined
}

/** Checkbox with its label, inside a form. */
export function CheckboxField({ name, disabled, label, required, hint }: CheckboxFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField<boolean>(name)
  return (
    <div className={styles.field}>
      <Checkbox
        {...fieldAttributes({ id, required, hint, flag })}
        name={name}
        disabled={disabled}
        checked={value}
        onChange={change}
        onBlur={onBlur}
      >
        <span>
          <span>{label}</span>
          {required && <Asterisk />}
        </span>
      </Checkbox>
      <Notes id={id} required={required} hint={hint} flag={flag} />
    </div>
  )
}
