import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'children' | 'ref'> {
  /** `mixed`: some of what it stands for. */
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  /** The text beside it; without one it needs an `aria-label`. */
  children?: ReactNode
}

export function Checkbox({ checked, onChange, children, ...rest }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input
        {...rest}
        // There is no attribute for it, and a press takes it away: so it is said at every render.
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
