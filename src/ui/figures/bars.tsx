import type { CSSProperties } from 'react'
import styles from './bars.module.css'
import { classes } from '#src/ui/classes.ts'

export interface Bar {
  key: string
  name: string
  value: number
  /** Unpaid part of the amount. */
  open: number
  /** Text alternative of the figure. */
  text: string
}

/** Bar chart of amounts. An amount of 0 or less has a line instead of a bar. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const max = Math.max(...bars.map(({ value }) => value))
  return (
    <ol className={styles.bars} aria-label={label}>
      {bars.map(({ key, name, value, open, text }) => (
        <li key={key}>
          <span
            className={classes(styles.bar, value <= 0 && styles.none)}
            style={value > 0 ? heights(value / max, open / value) : undefined}
          />
          <span aria-hidden="true">{name}</span>
          <span className="hidden-text">{text}</span>
        </li>
      ))}
    </ol>
  )
}

const percent = (share: number) => `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%`

const heights = (height: number, open: number): CSSProperties => ({
  '--height': percent(height),
  '--open': percent(open),
})

declare module 'react' {
  interface CSSProperties {
    '--height'?: string
    '--open'?: string
  }
}
