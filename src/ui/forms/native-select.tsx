import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '#src/ui/classes.ts'
import input from './input.module.css'
import styles from './native-select.module.css'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean | undefined
}

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children' | 'className'> {
  options: readonly SelectOption[]
  onChange: (value: string) => void
}

/** The control of `SelectBox` and of `Select`, without a label. */
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
