import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { classes } from '#src/ui/classes.ts'
import input from './input.module.css'
import styles from './select-input.module.css'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean | undefined
}

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children' | 'className'> {
  options: readonly SelectOption[]
  onChange: (value: string) => void
}

/** Control of `SelectInput` and `SelectField`, without a label. */
export function NativeSelect({ options, onChange, ...rest }: NativeSelectProps) {
  return (
    <span className={styles.select}>
      <select
        {...rest}
        className={classes(input.input, styles.input)}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ label, ...option }) => (
          <option key={option.value} {...option}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown />
    </span>
  )
}

interface SelectInputProps {
  /** Visually hidden, because the context is visible beside the control. */
  label: string
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
}

/** Select of one option, outside a form. */
export function SelectInput({ label, ...rest }: SelectInputProps) {
  return (
    <div className={styles.box}>
      <NativeSelect {...rest} aria-label={label} />
    </div>
  )
}
