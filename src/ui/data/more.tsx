import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import styles from './more.module.css'

/** Rows of an unpaged list that are rendered at a time. */
const AT_ONCE = 200

/** Returns the rendered part of an unpaged list, and a button that extends it. Print shows the whole list. */
export function useMore<T>(rows: readonly T[]) {
  const [most, setMost] = useState(AT_ONCE)
  const [isPrinted, setPrinted] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isLong = rows.length > AT_ONCE
  // The browser prints the current DOM, so the whole list is rendered synchronously in `beforeprint`.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinted(true)), isLong)
  useWindowEvent('afterprint', () => setPrinted(false), isLong)
  const shown = isPrinted ? rows : rows.slice(0, most)
  const count = Math.min(rows.length - shown.length, AT_ONCE)

  function add() {
    // The last press removes the button, and the focus with it.
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
