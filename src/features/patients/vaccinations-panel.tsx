import Check from 'lucide-react/icons/check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Syringe from 'lucide-react/icons/syringe'
import styles from './vaccinations-panel.module.css'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { HeadCell, LeadCell, NarrowOnly, StateCell, Table, WideCell } from '#src/ui/data/table.tsx'
import { fullDayText } from './patient-texts.ts'
import type { Vaccination } from '#contract/vaccination.ts'

interface VaccinationsPanelProps {
  vaccinations: readonly Vaccination[]
  name: string
  today: IsoDate
}

/** Vaccinations of a patient, each with its end of validity. */
export function VaccinationsPanel({ vaccinations, name, today }: VaccinationsPanelProps) {
  return (
    <Panel className={styles.panel}>
      <PanelHead>
        <h2>
          <FormattedMessage id="client.card.vaccinations" />
        </h2>
      </PanelHead>
      {vaccinations.length > 0 ? (
        <Table label={<FormattedMessage id="client.card.vaccinations" />} head={<Heads />}>
          {vaccinations.map((vaccination) => (
            <Row key={vaccination.what ?? ''} vaccination={vaccination} today={today} />
          ))}
        </Table>
      ) : (
        <Empty title={<FormattedMessage id="client.card.none" />} icon={Syringe}>
          <FormattedMessage id="client.card.noneText" values={{ name }} />
        </Empty>
      )}
    </Panel>
  )
}

function Heads() {
  return (
    <>
      <HeadCell label="client.card.what" />
      <HeadCell wide label="client.card.lastGiven" />
      <HeadCell wide label="client.card.next" />
      <HeadCell label="client.card.state" />
    </>
  )
}

interface RowProps {
  vaccination: Vaccination
  today: IsoDate
}

function Row({ vaccination, today }: RowProps) {
  const intl = useIntl()
  const { lastGiven, next, productName, batchNumber, state } = vaccination
  const batch = batchNumber && intl.formatMessage({ id: 'client.card.batch' }, { batch: batchNumber })
  const product = [productName, batch].filter(Boolean).join(', ')
  const unknown = (text: string) => <span className="muted">{text}</span>
  return (
    <tr>
      <LeadCell>
        <span>{vaccinationName(vaccination, intl)}</span>
        {product && <span className={styles.product}>{product}</span>}
        <NarrowOnly>
          <span className={styles.product}>{vaccinationText(vaccination, intl)}</span>
        </NarrowOnly>
      </LeadCell>
      <WideCell>
        {lastGiven ? fullDayText(lastGiven, intl) : unknown(intl.formatMessage({ id: 'client.card.neverGiven' }))}
      </WideCell>
      <WideCell>
        {state === 'never'
          ? unknown(dueText(vaccination, intl))
          : next
            ? fullDayText(next, intl)
            : unknown(intl.formatMessage({ id: 'client.card.unknownUntil' }))}
      </WideCell>
      <StateCell>
        <State vaccination={vaccination} today={today} />
      </StateCell>
    </tr>
  )
}

function State({ vaccination: { state, next }, today }: RowProps) {
  switch (state) {
    case 'expired':
      return (
        <Status tone="bad" icon={CircleX}>
          <FormattedMessage id="client.card.expired" />
        </Status>
      )
    case 'never':
      return (
        <Status tone={next && next < today ? 'bad' : undefined} icon={CircleSlash}>
          <FormattedMessage id="client.card.never" />
        </Status>
      )
    case 'soon':
      return (
        <Status tone="warn" icon={Clock}>
          <FormattedMessage id="client.card.soon" values={{ days: daysBetween(today, next ?? today) }} />
        </Status>
      )
    case 'valid':
      return (
        <Status tone="ok" icon={Check}>
          <FormattedMessage id="client.card.valid" />
        </Status>
      )
    default:
      return null
  }
}

export const vaccinationName = ({ what }: Vaccination, intl: IntlShape): string =>
  what ?? intl.formatMessage({ id: 'client.card.what' })

/** Text such as `te geven op 2 januari 2027`, for a vaccination that was never given and so has no end of validity. */
function dueText({ next }: Vaccination, intl: IntlShape): string {
  return next ? intl.formatMessage({ id: 'client.card.dueOn' }, { date: fullDayText(next, intl) }) : ''
}

/** Text such as `gegeven op 2 januari 2026, geldig t/m 2 januari 2027`. */
export function vaccinationText(vaccination: Vaccination, intl: IntlShape): string {
  const { lastGiven, next, state } = vaccination
  if (!lastGiven) {
    const never = intl.formatMessage({ id: 'client.card.neverGiven' })
    return [never, dueText(vaccination, intl)].filter(Boolean).join(', ')
  }
  const given = intl.formatMessage({ id: 'client.card.givenOn' }, { date: fullDayText(lastGiven, intl) })
  if (!next) return `${given}, ${intl.formatMessage({ id: 'client.card.unknownUntil' })}`
  const id = state === 'expired' ? 'client.card.expiredOn' : 'client.card.validUntil'
  return `${given}, ${intl.formatMessage({ id }, { date: fullDayText(next, intl) })}`
}
