import { FormattedMessage, useIntl, FormattedNumber } from 'react-intl'
import type { AnimalFigures, ClientFigures } from '#contract/schemas/figures.ts'
import { Legend, LegendItem, ShareTiles } from '#src/ui/figures/share-tiles.tsx'
import { Figure, FigurePanel } from './figure-panel.tsx'
import { OF_ANIMALS, animalRows, shareText, clientRows, type CountRow } from './words.ts'
import type { MessageId } from '#src/lib/message-id.ts'
import { AmountCell, HeadCell, LeadCell, Table } from '#src/ui/data/table.tsx'
import styles from './figures.module.css'

/** Which animals the practice reminds of nothing. */
export function AnimalsPanel({ animals }: { animals: AnimalFigures }) {
  const intl = useIntl()
  const { alive, planned, without } = animals
  const values = { share: shareText(intl, planned, alive) }
  return (
    <FigurePanel
      title={<FormattedMessage id="admin.figures.animalShare" values={values} />}
      sub={<FormattedMessage id="admin.figures.alive" values={{ count: alive }} />}
    >
      <Figure>
        <ShareTiles
          full={planned}
          half={without}
          total={alive}
          label={intl.formatMessage({ id: 'admin.figures.animalShare' }, values)}
        />
        <Legend>
          <LegendItem kind="full" label={<FormattedMessage id={OF_ANIMALS.planned} />} />
          <LegendItem kind="half" label={<FormattedMessage id={OF_ANIMALS.without} />} />
          <LegendItem kind="none" label={<FormattedMessage id={OF_ANIMALS.past} />} />
        </Legend>
      </Figure>
      <CountTable label="admin.figures.animals" rows={animalRows(animals)} />
    </FigurePanel>
  )
}

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

interface CountTableProps {
  label: MessageId
  rows: readonly CountRow[]
}

/** Parts of a whole, each with its share of it. */
export function CountTable({ label, rows }: CountTableProps) {
  const intl = useIntl()
  const total = rows.reduce((sum, [, count]) => sum + count, 0)
  return (
    <Table
      label={<FormattedMessage id={label} />}
      head={
        <>
          <HeadCell>
            <FormattedMessage id={label} />
          </HeadCell>
          <HeadCell amount>
            <FormattedMessage id="admin.figures.count" />
          </HeadCell>
        </>
      }
    >
      {rows.map(([id, count]) => (
        <tr key={id}>
          <LeadCell>
            <FormattedMessage id={id} />
          </LeadCell>
          <AmountCell className={styles.count}>
            <FormattedNumber value={count} />
            {` (${shareText(intl, count, total)})`}
          </AmountCell>
        </tr>
      ))}
    </Table>
  )
}
