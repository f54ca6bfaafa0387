import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Legend, LegendItem, ShareTiles, tilesOf } from '#src/ui/figures/share-tiles.tsx'
import styles from './dashboard.module.css'

interface ShareProps {
  registered: number
  unregistered: number
  /** Of the registered ones; 0 where it is not known as well. */
  locked: number
}

/** Share of registered clients in hundredths; rounded to 0 or 100 only where it is none or all. */
export function Share({ registered, unregistered, locked }: ShareProps) {
  const intl = useIntl()
  const total = registered + unregistered
  if (total === 0) {
    return (
      <Panel>
        <Empty title={<FormattedMessage id="admin.dashboard.noClients" />}>
          <FormattedMessage id="admin.dashboard.noClientsText" />
        </Empty>
      </Panel>
    )
  }
  const share = tilesOf({ full: registered, half: 0, total }).filter((tile) => tile === 'full').length
  // Counted a moment later, they may be more. One tile cannot be both: the locked ones have theirs where there are two, or
  // where there is nobody else.
  const half = share > 1 || locked >= registered ? Math.min(locked, registered) : 0
  const tiles = { full: registered - half, half, total }
  const lockedTiles = tilesOf(tiles).filter((tile) => tile === 'half').length
  return (
    <Panel padded>
      <div className={styles.shareHead}>
        <h2>
          <FormattedMessage id="admin.dashboard.share" values={{ share }} />
        </h2>
        <span className="muted small">
          <FormattedMessage id="admin.dashboard.tile" />
        </span>
      </div>
      <div className={styles.stack}>
        <ShareTiles
          {...tiles}
          label={intl.formatMessage(
            { id: lockedTiles > 0 ? 'admin.dashboard.tilesLocked' : 'admin.dashboard.tiles' },
            { share, locked: lockedTiles },
          )}
        />
        <Legend>
          <LegendItem
            kind="full"
            label={<FormattedMessage id={half > 0 ? 'admin.dashboard.active' : 'admin.clients.registered'} />}
            value={<FormattedNumber value={registered - half} />}
          />
          {half > 0 && (
            <LegendItem
              kind="half"
              label={<FormattedMessage id="admin.clients.locked" />}
              value={<FormattedNumber value={half} />}
            />
          )}
          <LegendItem
            kind="none"
            label={<FormattedMessage id="admin.clients.unregistered" />}
            value={<FormattedNumber value={unregistered} />}
          />
        </Legend>
      </div>
    </Panel>
  )
}
