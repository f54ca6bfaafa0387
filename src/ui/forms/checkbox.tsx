import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'children' | 'ref'> {
  /** `mixed` if only some of the represented items are selected. */
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  /** Adds a frame, for a row of short options. */
  chip?: boolean | undefined
  /** Text beside the checkbox; if absent, an `aria-label` is required. */
  children?: ReactNode
}

export function Checkbox({ checked, onChange, chip, children, ...rest }: CheckboxProps) {
  return (
    <label className={classes(styles.checkbox, chip && styles.chip, chip && checked === true && styles.chosen)}>
      <input
        {...rest}
        // `indeterminate` has no attribute, and a press clears it, so every render sets the property.
        ref={(box) => {
          if (box) box.indeterminate = checked === 'mixed'
        }}
        type="checkbox"
        checked={checked === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}
