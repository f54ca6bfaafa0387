import { type ReactNode, useId } from 'react'
import { Field, fieldAttributes } from './field.tsx'
import styles from './input.module.css'

interface ConfirmInputProps {
  label: ReactNode
  value: string
  onChange: (value: string) => void
}

/** In a dialog: what must be typed before it can be confirmed. */
export function ConfirmInput({ label, value, onChange }: ConfirmInputProps) {
  const id = useId()
  return (
    <Field id={id} label={label}>
      <input
        {...fieldAttributes({ id })}
        type="text"
        className={styles.input}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
