import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import styles from './option.module.css'
import { Spinner } from '#src/ui/feedback/spinner.tsx'

/** A list of `OptionButton`s, one of which the user chooses. */
export function Options({ children }: { children: ReactNode }) {
  return <ul className="stack">{children}</ul>
}

interface OptionButtonProps {
  /** A `Tile`. */
  tile: ReactNode
  title: ReactNode
  sub?: ReactNode
  /** A `Status` instead of the arrow. */
  state?: ReactNode
  disabled?: boolean | undefined
  busy?: boolean | undefined
  onClick: () => void
}

export function OptionButton({ tile, title, sub, state, disabled, busy = false, onClick }: OptionButtonProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.option}
        disabled={disabled}
        aria-busy={busy || undefined}
        onClick={() => {
          if (!busy) onClick()
        }}
      >
        {tile}
        <span>
          <strong>{title}</strong>
          {sub && <small className={styles.sub}>{sub}</small>}
        </span>
        {busy ? <Spinner /> : state ? <span className={styles.state}>{state}</span> : <ChevronRight />}
      </button>
    </li>
  )
}
