import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import styles from './more.module.css'

/** So many rows of a list without pages are drawn at once. */
const AT_ONCE = 200

/** Of a list without pages, what is drawn, and the button under it that adds to that. On paper stands all of it. */
export function useMore<T>(rows: readonly T[]) {
  const [most, setMost] = useState(AT_ONCE)
  const [isPrinted, setPrinted] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isLong = rows.length > AT_ONCE
  // Only the browser knows when it prints, and then it takes the page as it stands.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinted(true)), isLong)
  useWindowEvent('afterprint', () => setPrinted(false), isLong)
  const shown = isPrinted ? rows : rows.slice(0, most)
  const count = Math.min(rows.length - shown.length, AT_ONCE)

  function add() {
    // The button leaves by its last press.
    if (count === rows.length - shown.length) place.current?.focus()
    setMost(most + AT_ONCE)
  }

  return {
    shown,
    more: isLong && (
      <div ref={place} tabIndex={-1} className={styles.more}>
        {count > 0 && (
          <Button variant="secondary" onClick={add}>
            <FormattedMessage id="core.buttons.more" values={{ count }} />
          </Button>
        )}
      </div>
    ),
  }
}
