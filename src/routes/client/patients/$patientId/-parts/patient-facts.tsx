import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import { caretakerName } from '#contract/names.ts'
import type { Patient } from '#contract/patient.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { ageText, dayText, fullDayText, kilosText, sexText } from '#src/features/patients/texts.ts'
import { weightOf } from './weight.ts'
import { byThree, isFormer, isHerd, mayBeFood } from '#src/features/patients/words.ts'

interface PatientFactsProps {
  animal: Patient
  today: IsoDate
}

/** What the practice knows of the animal; no panel where that is nothing. */
export function PatientFacts({ animal, today }: PatientFactsProps) {
  const intl = useIntl()
  const facts = factsOf(animal, today, intl).filter(([, value]) => value)
  if (facts.length === 0) return null
  return (
    <Facts panel>
      {facts.map(([id, value]) => (
        <Fact key={id} name={<FormattedMessage id={id} />}>
          {value}
        </Fact>
      ))}
    </Facts>
  )
}

function factsOf(animal: Patient, today: IsoDate, intl: IntlShape): [MessageId, ReactNode][] {
  const herd = isHerd(animal)
  const food = animal.foodProducing
  const { company, policyNumber } = animal.insurance ?? {}
  const policy = policyNumber && intl.formatMessage({ id: 'client.patients.policy' }, { number: policyNumber })
  return [
    ['client.patients.fact.heads', typeof animal.headCount === 'number' && intl.formatNumber(animal.headCount)],
    ['client.patients.fact.born', !herd && bornText(animal, today, intl)],
    ['client.patients.fact.sex', !herd && sexText(animal, intl)],
    ['client.patients.fact.weight', weightText(animal, today, intl)],
    ['client.patients.fact.chip', animal.chipNumber && byThree(animal.chipNumber)],
    ['client.patients.fact.passport', animal.passportNumber],
    ['client.patients.fact.life', animal.lifeNumber],
    ['client.patients.fact.color', animal.color],
    ['client.patients.fact.coat', animal.coat],
    ['client.patients.fact.insurance', [company, policy].filter(Boolean).join(', ')],
    ['client.patients.fact.caretaker', caretakerName(animal)],
    [
      'client.patients.fact.food',
      typeof food === 'boolean' &&
        mayBeFood(animal) &&
        intl.formatMessage({ id: food ? 'client.patients.yes' : 'client.patients.no' }),
    ],
  ]
}

function bornText(animal: Patient, today: IsoDate, intl: IntlShape): string {
  const { birthDate } = animal
  if (!birthDate) return ''
  const date = fullDayText(birthDate, intl)
  const age = isFormer(animal) ? '' : ageText(birthDate, today, intl)
  return age ? intl.formatMessage({ id: 'client.patients.birth' }, { date, age }) : date
}

function weightText(animal: Patient, today: IsoDate, intl: IntlShape): ReactNode {
  const weight = weightOf(animal)
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
            // Grams of what weighs kilos say nothing.
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
