import { FormattedMessage, useIntl } from 'react-intl'
import type { ClientFigures } from '#contract/figures.ts'
import { ShareTiles } from '#src/ui/figures/share-tiles.tsx'
import { CountTable } from './count-table.tsx'
import { Figure, FigurePanel } from './figure-panel.tsx'
import { clientRows, shareText } from './words.ts'

/** Which owners the portal reaches, and by what. */
export function ClientsPanel({ clients }: { clients: ClientFigures }) {
  const intl = useIntl()
  const { mailed, activated, invited, notInvited = 0, locked, withEmail, withoutEmail } = clients
  const reached = mailed + activated
  const total = reached + invited + notInvited + locked + withEmail + withoutEmail
  const values = { share: shareText(intl, reached, total) }
  return (
    <FigurePanel
      title={<FormattedMessage id="admin.figures.clientShare" values={values} />}
      sub={<FormattedMessage id="admin.figures.clientCount" values={{ count: total }} />}
    >
      <Figure>
        <ShareTiles
          full={reached}
          total={total}
          label={intl.formatMessage({ id: 'admin.figures.clientShare' }, values)}
        />
      </Figure>
      <CountTable label="admin.figures.clients" rows={clientRows(clients)} />
    </FigurePanel>
  )
}
