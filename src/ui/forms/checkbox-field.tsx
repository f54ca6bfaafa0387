import styles from './checkbox-field.module.css'
import { Checkbox } from './checkbox.tsx'
import { Asterisk, type FieldText, Notes, fieldAttributes } from './field.tsx'
import { useFormField } from './use-form-field.ts'

interface CheckboxFieldProps extends FieldText {
  /** The name on the wire; its value is true or false. */
  name: string
  disabled?: boolean | undefined
}

/** A checkbox in a form: what it says yes to stands beside it. */
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
