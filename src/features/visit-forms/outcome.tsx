import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './outcome.module.css'

interface VisitAdviceProps {
  visit: VisitForm
  /** Name of the animal, if it is known. */
  patientName: string | undefined
  /** Whether the animal is alive and still a patient of this client; otherwise a future check-up is hidden. */
  isCurrent: boolean
  today: IsoDate
  /** Renders what follows the date of a future check-up, such as a button that requests an appointment. */
  renderAsk: (checkUp: Reminder) => ReactNode
}

/** Advice for the owner and the date of the next check-up. */
export function VisitAdvice({ visit, patientName, isCurrent, today, renderAsk }: VisitAdviceProps) {
  const intl = useIntl()
  const { uuid, patientUuid } = visit
  const followUpDate = isCurrent || (visit.followUpDate ?? '') < today ? visit.followUpDate : undefined
  const advice = visit.advice?.trim()
  if (!advice && !followUpDate) return null
  const checkUp = followUpDate && {
    uuid,
    date: followUpDate,
    active: true,
    description: intl.formatMessage({ id: 'client.visitForms.checkUp' }),
    ...(patientUuid && { patientUuid }),
    ...(patientName && { patientName }),
  }
  return (
    <Panel padded className={styles.texts}>
      {advice && (
        <section className={styles.text}>
          <h2>
            <FormattedMessage id="client.visitForms.advice" />
          </h2>
          <p>{advice}</p>
        </section>
      )}
      {checkUp && (
        <div className={styles.checkUp}>
          <strong>
            <FormattedMessage
              id="client.visitForms.followUpOn"
              values={{ date: <Day date={checkUp.date} day="numeric" month="long" year="numeric" /> }}
            />
          </strong>
          {isCurrent && checkUp.date >= today && <span className="no-print">{renderAsk(checkUp)}</span>}
        </div>
      )}
    </Panel>
  )
}

interface VisitMedicationProps {
  visit: Pick<VisitForm, 'medication'>
  /** Renders the link to a repeat request for a medicine; false if repeats are not accepted. */
  repeatOf: false | ((product: string) => ReactNode)
}

/** Prescribed medicines, with links to repeat those that may be repeated. */
export function VisitMedication({ visit: { medication }, repeatOf }: VisitMedicationProps) {
  const titleId = useId()
  const medicines = medication ?? []
  if (medicines.length === 0) return null
  return (
    <section className={styles.medication} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <FormattedMessage id="client.visitForms.medication" />
      </h2>
      <Items plain>
        {medicines.map(({ product, dosage, days, mayRepeat }, index) => (
          <Item
            key={index}
            title={product}
            sub={dosage}
            stacked
            when={
              (days != null || repeatOf) && (
                <>
                  {days != null && <FormattedMessage id="client.visitForms.days" values={{ days }} />}
                  {mayRepeat !== false && repeatOf && repeatOf(product)}
                </>
              )
            }
          />
        ))}
      </Items>
    </section>
  )
}
