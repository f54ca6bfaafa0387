import { FormattedNumber } from 'react-intl'
import styles from './badge.module.css'

interface BadgeProps {
  count: number | undefined
  /** Read out in place of the bare number. */
  label?: string | undefined
}

/** A red count; nothing where there is nothing to count. */
export function Badge({ count, label }: BadgeProps) {
  if (!count) return null
  return (
    <>
      <span className={styles.badge} aria-hidden={label ? true : undefined}>
        <FormattedNumber value={count} />
      </span>
      {label && <span className="hidden-text">, {label}</span>}
    </>
  )
}
