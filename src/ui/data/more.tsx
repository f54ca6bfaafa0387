import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import styles from './more.module.css'

/** Rows of an unpaged list that are rendered at a time. */
const BATCH_SIZE = 200

/** Returns the rendered part of an unpaged list, and a button that extends it. Print shows the whole list. */
export function useMore<T>(rows: readonly T[]) {
  const [limit, setLimit] = useState(BATCH_SIZE)
  const [isPrinted, setPrinted] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isLong = rows.length > BATCH_SIZE
  // The browser prints the current DOM, so the whole list is rendered synchronously in `beforeprint`.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinted(true)), isLong)
  useWindowEvent('afterprint', () => setPrinted(false), isLong)
  const shown = isPrinted ? rows : rows.slice(0, limit)
  const count = Math.min(rows.length - shown.length, BATCH_SIZE)

  function add() {
    // The last press removes the button, and the focus with it.
    if (count === rows.length - shown.length) place.current?.focus()
    setLimit(limit + BATCH_SIZE)
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
