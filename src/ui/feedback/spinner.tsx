import styles from './spinner.module.css'

/** Says nothing by itself: `aria-busy` or a text beside it does. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
