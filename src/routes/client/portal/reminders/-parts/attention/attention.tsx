import type { Reminder } from '#contract/schemas/reminder.ts'
import Check from 'lucide-react/icons/check'
import { FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#src/lib/dates.ts'
import { classes } from '#src/ui/classes.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import styles from './attention.module.css'
import { DocumentRow, LateRow, ToPayRow, WithheldRow } from './rows.tsx'
import { useAttention } from './use-attention.ts'

/** So many rows have their place on a phone, before anybody knows what stands in them. */
const ROWS = 3

interface AttentionProps {
  clientId: string
  today: IsoDate
  /** Undefined: not known yet. Null: none, or what is next up says it. */
  late: { reminders: readonly Reminder[]; isOnPage: boolean } | null | undefined
}

/** What else asks for attention, in a room that is kept for it: nothing moves when it arrives. */
export function Attention({ clientId, today, late }: AttentionProps) {
  const intl = useIntl()
  const { withheld, toPay, documents, arrived, isKnown } = useAttention(clientId, today)
  const shows = { money: late !== undefined && arrived !== 'none', documents: late !== undefined && arrived === 'all' }
  const figures = [late, toPay, withheld.length > 0].filter(Boolean).length
  const count = figures + documents.length
  const isShort = shows.documents && isKnown && count < ROWS
  if (shows.documents && count === 0 && !isKnown) return null
  return (
    <Panel
      as="ul"
      className={classes(
        styles.attention,
        (!shows.documents || isShort) && styles.kept,
        shows.documents && figures === 3 && documents.length > 0 && styles.fourColumns,
      )}
      aria-label={intl.formatMessage({ id: 'client.home.attention' })}
      aria-busy={!shows.documents}
    >
      {late && <LateRow {...late} />}
      {shows.money && toPay && <ToPayRow toPay={toPay} />}
      {shows.documents && withheld.length > 0 && <WithheldRow clientId={clientId} withheld={withheld} today={today} />}
      {shows.documents &&
        documents.map((document) => (
          <DocumentRow key={document.uuid} document={document} of={documents.length} today={today} />
        ))}
      {isShort && (
        <li className={styles.rest}>
          <Tile size="small" icon={Check} />
          <p>
            <FormattedMessage id={count === 0 ? 'client.home.nothing' : 'client.home.nothingElse'} />
          </p>
        </li>
      )}
    </Panel>
  )
}
