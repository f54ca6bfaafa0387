import styles from './spinner.module.css'

/** Decorative: `aria-busy` or a text beside it informs screen readers. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
