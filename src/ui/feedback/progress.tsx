import type { ComponentProps } from 'react'
import styles from './progress.module.css'

/** Progress bar of a measurable task. Needs an `aria-label` or `aria-labelledby`. */
export function Progress(props: Omit<ComponentProps<'progress'>, 'className'>) {
  return <progress {...props} className={styles.progress} />
}
