import { type ReactNode, useId } from 'react'
import { Field, fieldAttributes } from './field.tsx'
import styles from './input.module.css'

interface ConfirmInputProps {
  label: ReactNode
  value: string
  onChange: (value: string) => void
}

/** Input of a text that must be typed before a dialog can be confirmed. */
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
