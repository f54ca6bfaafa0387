import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { Items } from '#src/ui/data/items.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './home.module.css'

/** So many are seen at once; the others are folded away, or what else is to be done would be far below. */
const AT_ONCE = 6

interface FoldedItemsProps {
  rows: readonly ReactNode[]
  /** What is said of a `count` of others. */
  more: Extract<MessageId, 'client.given.more' | 'client.home.toDoMore'>
}

export function FoldedItems({ rows, more }: FoldedItemsProps) {
  const others = rows.slice(AT_ONCE)
  return (
    <>
      <div className={styles.items}>
        <Items>{rows.slice(0, AT_ONCE)}</Items>
      </div>
      {others.length > 0 && (
        <Panel>
          <Fold title={<FormattedMessage id={more} values={{ count: others.length }} />}>
            <Items bare>{others}</Items>
          </Fold>
        </Panel>
      )}
    </>
  )
}
