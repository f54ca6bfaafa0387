import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import type { PracticeEstimate } from '#contract/schemas/estimate.ts'
import type { EstimateSearch } from '#src/api/estimate-search.ts'
import { EstimateStatus } from '#src/features/estimates/estimate-texts.tsx'
import { Amount } from '#src/features/line-items.tsx'
import { ClientCell, LeadDetail } from '#src/features/sheet/record-list.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { AmountCell, HeadCell, LeadCell, StateCell, Table, WideCell } from '#src/ui/data/table.tsx'
import styles from './estimates.module.css'

interface EstimateTableProps {
  estimates: readonly PracticeEstimate[]
  search: EstimateSearch
}

export function EstimateTable({ estimates, search }: EstimateTableProps) {
  return (
    <Table
      label={<FormattedMessage id="client.nav.estimates" />}
      fixed
      head={
        <>
          <HeadCell width="26%" label="client.estimates.one" />
          <HeadCell width="21%" label="admin.requests.client" />
          <HeadCell wide width="15%" label="admin.estimates.validUntil" />
          <HeadCell amount width="14%" label="core.lines.amount" />
          <HeadCell label="admin.requests.state" />
        </>
      }
    >
      {estimates.map((estimate) => (
        <Row key={estimate.uuid} estimate={estimate} search={search} />
      ))}
    </Table>
  )
}

function Row({ estimate, search }: { estimate: PracticeEstimate; search: EstimateSearch }) {
  const { uuid, reason, patientName, validUntil, lines, currency, state } = estimate
  return (
    <tr>
      <LeadCell>
        <Link to="/admin/estimates/$estimateId" params={{ estimateId: uuid }} state={{ estimates: search }}>
          <strong>{reason}</strong>
        </Link>
        {patientName && <LeadDetail>{patientName}</LeadDetail>}
      </LeadCell>
      <ClientCell record={estimate} />
      <WideCell>
        <Day date={validUntil} day="numeric" month="short" year="numeric" />
      </WideCell>
      <AmountCell className={styles.amount}>
        <Amount lines={lines} currency={currency} />
      </AmountCell>
      <StateCell>
        <EstimateStatus state={state} />
      </StateCell>
    </tr>
  )
}
