import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { PROGRESS_DELAY_MS } from '#src/lib/constants.ts'
import styles from './progress-bar.module.css'

/** Shows that something lasts; what is over before the delay never shows. */
export function ProgressBar({ active }: { active: boolean }) {
  const intl = useIntl()
  const [late, setLate] = useState(false)
  // Time passes, and nothing else tells of it.
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLate(true), PROGRESS_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [active])
  if (!active || !late) return null
  return (
    <div className={styles.progress} role="progressbar" aria-label={intl.formatMessage({ id: 'core.text.loading' })} />
  )
}
