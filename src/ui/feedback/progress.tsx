import type { ComponentProps } from 'react'
import styles from './progress.module.css'

/** How far something is, of which that is known. Named by `aria-label` or `aria-labelledby`. */
export function Progress(props: Omit<ComponentProps<'progress'>, 'className'>) {
  return <progress {...props} className={styles.progress} />
}
