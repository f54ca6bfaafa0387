import type { ReactNode } from 'react'
import { FormattedNumber } from 'react-intl'
import { classes } from '#src/ui/classes.ts'
import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  legend: string
  name: string
  options: readonly { value: Value; label: ReactNode; count?: number | undefined }[]
  value: Value
  onChange: (value: Value) => void
}

/** Segmented control made of native radio buttons. */
export function Segmented<Value extends string>({ legend, name, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <fieldset className={styles.segmented}>
      <legend className="hidden-text">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? styles.checked : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && (
            <span className={classes('num', styles.count)}>
              <FormattedNumber value={option.count} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
