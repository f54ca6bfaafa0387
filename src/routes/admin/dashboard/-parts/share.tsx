import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { LoadClientsText } from '#src/features/clients/no-clients.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Legend, LegendItem, ShareTiles, tilesOf } from '#src/ui/figures/share-tiles.tsx'
import styles from './dashboard.module.css'

interface ShareProps {
  registered: number
  unregistered: number
}

/** Percentage of registered clients; 0 and 100 are shown only for exactly none and all. */
export function Share({ registered, unregistered }: ShareProps) {
  const intl = useIntl()
  const total = registered + unregistered
  if (total === 0) {
    return (
      <Panel>
        <Empty title={<FormattedMessage id="admin.dashboard.noClients" />}>
          <LoadClientsText />
        </Empty>
      </Panel>
    )
  }
  const tiles = { full: registered, half: 0, total }
  const share = tilesOf(tiles).filter((tile) => tile === 'full').length
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
        <ShareTiles {...tiles} label={intl.formatMessage({ id: 'admin.dashboard.tiles' }, { share })} />
        <Legend>
          <LegendItem
            kind="full"
            label={<FormattedMessage id="admin.clients.registered" />}
            value={<FormattedNumber value={registered} />}
          />
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
