import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'children' | 'ref'> {
  /** `mixed`: some of what it stands for. */
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  /** The text beside it; without one it needs an `aria-label`. */
  children?: ReactNode
}

export function Checkbox({ checked, onChange, children, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  const mixed = checked === 'mixed'
  // There is no attribute for it.
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={styles.checkbox}>
      <input
        {...rest}
        ref={box}
        type="checkbox"
        checked={checked === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}
