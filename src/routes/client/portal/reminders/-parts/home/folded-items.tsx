import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { Items } from '#src/ui/data/items.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './home.module.css'

/** Further rows are folded, so that the next block is not far below. */
const MAX_SHOWN = 6

interface FoldedItemsProps {
  rows: readonly ReactNode[]
  /** Title of the fold, with the `count` of further rows. */
  more: Extract<MessageId, 'client.given.more' | 'client.home.newMore' | 'client.home.toDoMore'>
}

export function FoldedItems({ rows, more }: FoldedItemsProps) {
  const others = rows.slice(MAX_SHOWN)
  return (
    <>
      <div className={styles.items}>
        <Items>{rows.slice(0, MAX_SHOWN)}</Items>
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
