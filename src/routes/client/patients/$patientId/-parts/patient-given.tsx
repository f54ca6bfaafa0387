import type { Patient } from '#contract/schemas/patient.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { practiceQueries } from '#src/api/practices.ts'
import { GivenItem } from '#src/features/medicines/given-item.tsx'
import { AskForMore } from '#src/features/requests/ask-for-more.tsx'
import { useTakes } from '#src/features/requests/use-takes.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Items } from '#src/ui/data/items.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { useBeingGiven } from './use-being-given.ts'
import styles from '#src/features/patients/patients.module.css'

interface PatientGivenProps {
  clientId: string
  practiceId: string
  patient: Patient
  today: IsoDate
}

/** The medicines that a patient is given now; not rendered where there are none, or none are known. */
export function PatientGiven({ clientId, practiceId, patient, today }: PatientGivenProps) {
  const titleId = useId()
  const given = useBeingGiven(clientId, patient, today)
  const canAsk = useTakes('REPEAT_MEDICINE')
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  if (given.length === 0) return null
  return (
    <Panel as="section" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id="client.given.title" />
        </h2>
      </PanelHead>
      <div className={styles.reminders}>
        <Items plain bare>
          {given.map((line, index) => (
            <GivenItem
              key={index}
              given={line}
              practice={practice}
              ask={canAsk && <AskForMore medicine={line} patient={patient.uuid} />}
              today={today}
              title={
                line.visitForm ? (
                  <Link to="/client/visit-forms" search={{ visit: line.visitForm }}>
                    {line.product}
                  </Link>
                ) : (
                  line.product
                )
              }
            />
          ))}
        </Items>
      </div>
    </Panel>
  )
}
