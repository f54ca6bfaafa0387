import type { Patient } from '#contract/schemas/patient.ts'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fullDayText, kilosText } from './patient-texts.ts'
import { asDate } from '#src/lib/dates.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { HeadCell, LeadCell, StateCell, Table } from '#src/ui/data/table.tsx'
import { Curve } from '#src/ui/figures/curve.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { weightsOf } from './weight.ts'
import styles from './weight-panel.module.css'

/** Weights of a patient as a chart and a table; nothing with fewer than two weights. */
export function WeightPanel({ patient }: { patient: Patient }) {
  const intl = useIntl()
  const titleId = useId()
  const weights = weightsOf(patient)
  const [first, ...others] = weights
  const last = others.at(-1)
  if (!first || !last) return null
  const label = intl.formatMessage(
    { id: 'client.patients.weights.summary' },
    {
      name: patient.name,
      count: weights.length,
      from: kilosText(first.kg, intl),
      fromDate: fullDayText(first.date, intl),
      to: kilosText(last.kg, intl),
      toDate: fullDayText(last.date, intl),
    },
  )
  return (
    <Panel as="section" aria-labelledby={titleId} className="no-print">
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id="client.patients.weights.title" />
        </h2>
      </PanelHead>
      <div className={styles.curve}>
        <Curve
          label={label}
          points={weights.map(({ date, kg }) => ({ at: asDate(date).getTime(), value: kg }))}
          valueText={(kg) => kilosText(kg, intl, false)}
          timeText={(at) => intl.formatDate(at, { month: 'short', year: 'numeric' })}
        />
      </div>
      <Fold title={<FormattedMessage id="client.patients.weights.all" values={{ count: weights.length }} />}>
        <Table
          label={<FormattedMessage id="client.patients.weights.title" />}
          head={
            <>
              <HeadCell label="client.patients.weights.day" />
              <HeadCell label="client.patients.fact.weight" />
            </>
          }
        >
          {[...weights].reverse().map(({ date, kg }) => (
            <tr key={date}>
              <LeadCell>
                <time dateTime={date}>{fullDayText(date, intl)}</time>
              </LeadCell>
              <StateCell className="num">{kilosText(kg, intl)}</StateCell>
            </tr>
          ))}
        </Table>
      </Fold>
    </Panel>
  )
}
