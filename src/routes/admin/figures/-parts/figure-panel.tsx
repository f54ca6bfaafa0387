import { type ComponentProps, type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { Legend, LegendItem, ShareTiles } from '#src/ui/figures/share-tiles.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './figures.module.css'
import { shareText } from './figure-texts.ts'

interface FigurePanelProps {
  /** Message id of the title. With `share`, also the label of the tiles, and `share` is a value of the message. */
  title: MessageId
  sub: ReactNode
  choice?: ReactNode
  note?: ReactNode
  /** Absent if there is nothing to count. */
  share?: { part: number; full: number; half?: number; total: number } | undefined
  legend?: readonly ComponentProps<typeof LegendItem>[]
  /** Table of the numbers, or an empty state. */
  children: ReactNode
}

/** Panel with a share as tiles and a table of its numbers. */
export function FigurePanel({ title, sub, choice, note, share, legend, children }: FigurePanelProps) {
  const id = useId()
  const intl = useIntl()
  const values = { share: share && shareText(intl, share.part, share.total) }
  return (
    <Panel as="section" aria-labelledby={id}>
      <PanelHead>
        <div className={styles.head}>
          <h2 id={id}>
            <FormattedMessage id={title} values={values} />
          </h2>
          <p className="small muted">{sub}</p>
        </div>
        {choice}
      </PanelHead>
      {share && (
        <div className={styles.figure}>
          <ShareTiles {...share} label={intl.formatMessage({ id: title }, values)} />
          {legend && (
            <Legend>
              {legend.map((item) => (
                <LegendItem key={item.kind} {...item} />
              ))}
            </Legend>
          )}
        </div>
      )}
      {children}
      {note && <p className={`${styles.note} small muted`}>{note}</p>}
    </Panel>
  )
}
