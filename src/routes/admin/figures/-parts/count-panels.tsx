import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { AnimalFigures, ClientFigures } from '#contract/schemas/figures.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { AmountCell, HeadCell, LeadCell, Table } from '#src/ui/data/table.tsx'
import { FigurePanel } from './figure-panel.tsx'
import styles from './figures.module.css'
import { type CountRow, animalRows, clientRows, shareText } from './figure-texts.ts'

export function AnimalsPanel({ animals }: { animals: AnimalFigures }) {
  const { alive, planned, without } = animals
  return (
    <FigurePanel
      title="admin.figures.animalShare"
      sub={<FormattedMessage id="admin.figures.alive" values={{ count: alive }} />}
      share={{ part: planned, full: planned, half: without, total: alive }}
      legend={[
        { kind: 'full', label: <FormattedMessage id="admin.figures.planned" /> },
        { kind: 'half', label: <FormattedMessage id="admin.figures.without" /> },
        { kind: 'none', label: <FormattedMessage id="admin.figures.past" /> },
      ]}
    >
      <CountTable label="admin.figures.animals" rows={animalRows(animals)} />
    </FigurePanel>
  )
}

/** Clients by whether and how the portal reaches them. */
export function ClientsPanel({ clients }: { clients: ClientFigures }) {
  const rows = clientRows(clients)
  const reached = clients.mailed + clients.activated
  const total = totalOf(rows)
  return (
    <FigurePanel
      title="admin.figures.clientShare"
      sub={<FormattedMessage id="admin.figures.clientCount" values={{ count: total }} />}
      share={{ part: reached, full: reached, total }}
    >
      <CountTable label="admin.figures.clients" rows={rows} />
    </FigurePanel>
  )
}

const totalOf = (rows: readonly CountRow[]) => rows.reduce((sum, [, count]) => sum + count, 0)

/** Table of counts, each with its share of the total. */
function CountTable({ label, rows }: { label: MessageId; rows: readonly CountRow[] }) {
  const intl = useIntl()
  return (
    <Table
      label={<FormattedMessage id={label} />}
      head={
        <>
          <HeadCell label={label} />
          <HeadCell amount label="admin.figures.count" />
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
            {` (${shareText(intl, count, totalOf(rows))})`}
          </AmountCell>
        </tr>
      ))}
    </Table>
  )
}
