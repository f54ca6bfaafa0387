import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

interface RadioProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** The text beside it. */
  children: ReactNode
}

/** One of a few that exclude each other: those with the same `name`. In a form they are a `RadioGroupField`. */
export function Radio({ children, ...rest }: RadioProps) {
  return (
    <label className={styles.checkbox}>
      <input {...rest} type="radio" />
      <span>{children}</span>
    </label>
  )
}
