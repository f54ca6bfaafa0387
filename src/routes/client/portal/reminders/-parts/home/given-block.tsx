import type { Practice } from '#contract/schemas/practice.ts'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { GivenItem } from '#src/features/medicines/given-item.tsx'
import { AskForMore } from '#src/features/requests/ask-for-more.tsx'
import { useTakes } from '#src/features/requests/use-takes.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Block } from '../block.tsx'
import { FoldedItems } from './folded-items.tsx'
import styles from './home.module.css'
import type { GivenPatient } from './use-home.ts'

interface GivenBlockProps {
  given: readonly GivenPatient[]
  practice: Practice
  today: IsoDate
}

/** The medicines that are given now, what ends first at the top. */
export function GivenBlock({ given, practice, today }: GivenBlockProps) {
  const canAsk = useTakes('REPEAT_MEDICINE')
  return (
    <Block title={<FormattedMessage id="client.given.title" />}>
      <FoldedItems
        rows={given.map(({ patient, line }, index) => (
          <GivenItem
            key={index}
            withTile
            given={line}
            practice={practice}
            ask={canAsk && <AskForMore medicine={line} patient={patient.uuid} />}
            today={today}
            title={
              <Link to="/client/patients/$patientId" params={{ patientId: patient.uuid }}>
                <span className={styles.sentence}>
                  <strong>{patient.name}</strong>: {line.product}
                </span>
              </Link>
            }
          />
        ))}
        more="client.given.more"
      />
    </Block>
  )
}
