import { Link } from '@tanstack/react-router'
import FileCheck from 'lucide-react/icons/file-check'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Estimate } from '#contract/schemas/estimate.ts'
import type { FormTask } from '#contract/schemas/form.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { FormItem } from '#src/features/forms/form-item.tsx'
import { KIND_ICONS, kindOf, nameOf } from '#src/features/requests/request-texts.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Item } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Block } from '#src/ui/layout/block.tsx'
import { FoldedItems } from '../block.tsx'

/** Tasks that the practice has given the owner. */
export interface Asked {
  /** Forms to complete. */
  forms: readonly FormTask[]
  /** Requests with a message that the owner has not read or answered. */
  requests: readonly PortalRequest[]
  /** Estimates to answer. */
  estimates: readonly Estimate[]
}

export const countAsked = ({ forms, requests, estimates }: Asked): number =>
  forms.length + requests.length + estimates.length

/** Forms, messages and estimates that wait for the owner, each with a link. */
export function AskedBlock({ forms, requests, estimates }: Asked) {
  return (
    <Block title={<FormattedMessage id="client.home.asked" />}>
      <FoldedItems
        rows={[
          ...forms.map((task) => <FormItem key={task.uuid} task={task} />),
          ...requests.map((request) => <RequestItem key={request.uuid} request={request} />),
          ...estimates.map((estimate) => <EstimateItem key={estimate.uuid} estimate={estimate} />),
        ]}
        more="client.home.toDoMore"
      />
    </Block>
  )
}

function RequestItem({ request }: { request: PortalRequest }) {
  const intl = useIntl()
  const { uuid, kind, state, patientName: name } = request
  const what = kindOf(request, intl)
  return (
    <Item
      tile={<Tile icon={KIND_ICONS[kind]} tone="warn" />}
      title={
        <Link to="/client/requests/$requestId" params={{ requestId: uuid }}>
          {name ? intl.formatMessage({ id: 'client.requests.titleOf' }, { kind: what, name }) : what}
        </Link>
      }
      sub={nameOf('state', state, intl)}
    />
  )
}

function EstimateItem({ estimate: { uuid, patientName, reason, validUntil } }: { estimate: Estimate }) {
  return (
    <Item
      tile={<Tile icon={FileCheck} tone="warn" />}
      title={
        <Link to="/client/estimates/$estimateId" params={{ estimateId: uuid }}>
          {patientName ? `${patientName}: ${reason}` : reason}
        </Link>
      }
      sub={
        <FormattedMessage
          id="client.home.answerBy"
          values={{ day: <Day key="day" date={validUntil} day="numeric" month="long" /> }}
        />
      }
    />
  )
}
