import { NativeSelect, type SelectOption } from './native-select.tsx'
import styles from './select-input.module.css'

interface SelectBoxProps {
  /** Not seen: what the choice is about stands beside it. */
  label: string
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
}

/** One of many, outside a form. */
export function SelectBox({ label, ...rest }: SelectBoxProps) {
  return (
    <div className={styles.box}>
      <NativeSelect {...rest} aria-label={label} />
    </div>
  )
}
