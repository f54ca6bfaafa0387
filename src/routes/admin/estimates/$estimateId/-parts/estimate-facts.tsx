import { FormattedMessage } from 'react-intl'
import type { PracticeEstimate } from '#contract/schemas/estimate.ts'
import { EstimateStatus, FullMoment, LongDay, ValidUntil } from '#src/features/estimates/estimate-texts.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'

export function EstimateFacts({ estimate }: { estimate: PracticeEstimate }) {
  const { state, number, clientNumber, date, sentAt, changedAt, withdrawnAt, fromSystem } = estimate
  return (
    <Facts panel>
      <Fact name={<FormattedMessage id="admin.requests.state" />}>
        <EstimateStatus state={state} />
      </Fact>
      <Fact name={<FormattedMessage id="admin.estimates.validUntil" />}>
        <ValidUntil estimate={estimate} />
      </Fact>
      {number && <Fact name={<FormattedMessage id="admin.estimates.number" />}>{number}</Fact>}
      {clientNumber && <Fact name={<FormattedMessage id="admin.csv.clientNumber" />}>{clientNumber}</Fact>}
      <Fact name={<FormattedMessage id="core.lines.date" />}>
        <LongDay date={date} />
      </Fact>
      <Fact name={<FormattedMessage id="admin.requests.sentAt" />}>
        <FullMoment at={sentAt} />
      </Fact>
      {changedAt && (
        <Fact name={<FormattedMessage id="admin.estimates.changedAt" />}>
          <FullMoment at={changedAt} />
        </Fact>
      )}
      {withdrawnAt && (
        <Fact name={<FormattedMessage id="core.estimates.state.withdrawn" />}>
          <FullMoment at={withdrawnAt} />
        </Fact>
      )}
      {fromSystem && (
        <Fact name={<FormattedMessage id="admin.estimates.origin" />}>
          <FormattedMessage id="admin.estimates.fromSystem" />
        </Fact>
      )}
    </Facts>
  )
}
