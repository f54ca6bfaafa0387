import { useId } from 'react'
import { NativeSelect, type SelectOption } from './native-select.tsx'
import styles from './select-box.module.css'

interface SelectBoxProps {
  label: string
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
  /** What the choice is about stands beside it. */
  hideLabel?: boolean | undefined
}

/** One of many, outside a form. */
export function SelectBox({ label, value, options, onChange, hideLabel }: SelectBoxProps) {
  const id = useId()
  return (
    <div className={styles.box}>
      <label className={hideLabel ? 'hidden-text' : styles.label} htmlFor={id}>
        {label}
      </label>
      <NativeSelect id={id} value={value} options={options} onChange={onChange} />
    </div>
  )
}
