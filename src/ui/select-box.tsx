import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { classes } from './classes.ts'
import input from './input.module.css'
import styles from './select-box.module.css'

interface SelectBoxProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
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
      <span className={styles.select}>
        <select
          id={id}
          className={classes(input.input, styles.input)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown />
      </span>
    </div>
  )
}
