import type { Patient } from '#contract/schemas/patient.ts'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import { caretakerName } from '#contract/names.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { isFormer, mayBeFood } from '#contract/patient.ts'
import { ageText, byThree, dayText, fullDayText, isHerd, kilosText, sexText } from './patient-texts.ts'
import { weightOf } from './weight.ts'
import styles from './patient-facts.module.css'

interface PatientFactsProps {
  patient: Patient
  today: IsoDate
  /** Puts the facts into a disclosure that is closed at first. */
  folded?: boolean
  /** Follows the insurance. */
  claim?: ReactNode
}

/** Panel with the facts of a patient; nothing without facts. */
export function PatientFacts({ patient, today, folded, claim }: PatientFactsProps) {
  const intl = useIntl()
  const facts = factsOf(patient, { today, claim }, intl).filter(([, value]) => value)
  if (facts.length === 0) return null
  const list = (
    <Facts panel={!folded}>
      {facts.map(([id, value]) => (
        <Fact key={id} name={<FormattedMessage id={id} />}>
          {value}
        </Fact>
      ))}
    </Facts>
  )
  if (!folded) return list
  return (
    <Panel>
      <Fold title={<FormattedMessage id="client.patients.facts" values={{ name: patient.name }} />}>
        <div className={styles.folded}>{list}</div>
      </Fold>
    </Panel>
  )
}

function factsOf(
  patient: Patient,
  { today, claim }: { today: IsoDate; claim: ReactNode },
  intl: IntlShape,
): [MessageId, ReactNode][] {
  const herd = isHerd(patient)
  const food = patient.foodProducing
  const { company, policyNumber } = patient.insurance ?? {}
  const policy = policyNumber && intl.formatMessage({ id: 'client.patients.policy' }, { number: policyNumber })
  const insurance = [company, policy].filter(Boolean).join(', ')
  const insured = insurance && claim ? <InsuranceFact {...{ insurance, claim }} /> : insurance || claim
  return [
    ['client.patients.fact.heads', typeof patient.headCount === 'number' && intl.formatNumber(patient.headCount)],
    ['client.patients.fact.born', !herd && bornText(patient, today, intl)],
    ['client.patients.fact.sex', !herd && sexText(patient, intl)],
    ['client.patients.fact.weight', weightText(patient, today, intl)],
    ['client.patients.fact.chip', patient.chipNumber && byThree(patient.chipNumber)],
    ['client.patients.fact.passport', patient.passportNumber],
    ['client.patients.fact.life', patient.lifeNumber],
    ['client.patients.fact.color', patient.color],
    ['client.patients.fact.coat', patient.coat],
    ['client.patients.fact.insurance', insured],
    ['client.patients.fact.caretaker', caretakerName(patient)],
    [
      'client.patients.fact.food',
      typeof food === 'boolean' &&
        mayBeFood(patient) &&
        intl.formatMessage({ id: food ? 'client.patients.yes' : 'client.patients.no' }),
    ],
  ]
}

const InsuranceFact = ({ insurance, claim }: { insurance: string; claim: ReactNode }) => (
  <>
    {insurance}
    <div>{claim}</div>
  </>
)

function bornText(patient: Patient, today: IsoDate, intl: IntlShape): string {
  const { birthDate } = patient
  if (!birthDate) return ''
  const date = fullDayText(birthDate, intl)
  const age = isFormer(patient) ? '' : ageText(birthDate, today, intl)
  return age ? intl.formatMessage({ id: 'client.patients.birth' }, { date, age }) : date
}

function weightText(patient: Patient, today: IsoDate, intl: IntlShape): ReactNode {
  const weight = weightOf(patient)
  if (!weight) return null
  const kilos = kilosText(weight.kg, intl)
  const { since } = weight
  return (
    <>
      {weight.date
        ? intl.formatMessage(
            { id: 'client.patients.weightOn' },
            { weight: kilos, date: dayText(weight.date, today, intl) },
          )
        : kilos}
      {since && (
        <div className="small muted">
          {intl.formatMessage(
            { id: trendOf(since.kg) },
            // Grams are shown only below 1 kg.
            { weight: kilosText(Math.abs(since.kg), intl, weight.kg < 1), date: dayText(since.date, today, intl) },
          )}
        </div>
      )}
    </>
  )
}

function trendOf(kg: number): MessageId {
  if (kg === 0) return 'client.patients.trend.same'
  return kg > 0 ? 'client.patients.trend.more' : 'client.patients.trend.less'
}
