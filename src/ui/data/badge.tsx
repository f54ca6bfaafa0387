import { FormattedNumber } from 'react-intl'
import styles from './badge.module.css'

interface BadgeProps {
  count: number | undefined
  /** Accessible text instead of the bare number. */
  label?: string | undefined
}

/** Red count; renders nothing at 0. */
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
