import { useState } from 'react'
import { useIntl } from 'react-intl'
import { PROGRESS_DELAY_MS } from '#src/lib/constants.ts'
import { useTimeout } from '#src/ui/use-timeout.ts'
import styles from './progress-bar.module.css'

/** Indeterminate progress bar, shown only after a delay. */
export function ProgressBar({ active }: { active: boolean }) {
  return active && <Lasting />
}

function Lasting() {
  const intl = useIntl()
  const [late, setLate] = useState(false)
  useTimeout(() => setLate(true), PROGRESS_DELAY_MS, undefined)
  if (!late) return null
  return (
    <div className={styles.progress} role="progressbar" aria-label={intl.formatMessage({ id: 'core.text.loading' })} />
  )
}
