import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

interface RadioProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** Text beside the radio button. */
  children: ReactNode
}

/** Radio button outside a form; inside a form use `RadioGroupField`. */
export function Radio({ children, ...rest }: RadioProps) {
  return (
    <label className={styles.checkbox}>
      <input {...rest} type="radio" />
      <span>{children}</span>
    </label>
  )
}
