import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'children' | 'ref'> {
  /** `mixed` if only some of the represented items are selected. */
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  /** Text beside the checkbox; if absent, an `aria-label` is required. */
  children?: ReactNode
}

export function Checkbox({ checked, onChange, children, ...rest }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
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
