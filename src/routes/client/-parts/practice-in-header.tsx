import type { Practice } from '#contract/schemas/practice.ts'
import { Link } from '@tanstack/react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { FormattedMessage } from 'react-intl'
import { InHeader } from '#src/ui/layout/in-header.tsx'
import styles from './practice-in-header.module.css'
import { displayName } from '#contract/names.ts'
import { otherChoice, useOwnClient, useOwnPractices } from '#src/api/own-client.ts'
import { PracticeTile } from '#src/features/practice/practice-tile.tsx'

interface PracticeInHeaderProps {
  practice: Practice
  viewedByStaff: boolean
}

/** The practice, and the client where the user has several there, with the link to another choice where there is one. */
export function PracticeInHeader({ practice, viewedByStaff }: PracticeInHeaderProps) {
  const practices = useOwnPractices()
  const other = otherChoice(practices)
  const own = useOwnClient(practice.id)
  const hasSeveral = practices?.some(({ id, clients }) => id === practice.id && clients)
  const client = hasSeveral && own ? displayName(own) : ''
  const face = (
    <>
      <PracticeTile practice={practice} />
      <span className="hidden-text">
        <FormattedMessage id="client.practiceIs" /> {[practice.name, client].filter(Boolean).join(', ')}
      </span>
      {/* A title would be read as well. */}
      {client ? (
        <span className={styles.both} title={`${practice.name}, ${client}`} aria-hidden="true">
          <span>{practice.name}</span>
          <small>{client}</small>
        </span>
      ) : (
        <span className={styles.name} title={practice.name} aria-hidden="true">
          {practice.name}
        </span>
      )}
    </>
  )
  return (
    <InHeader>
      {other && !viewedByStaff ? (
        <Link to="/auth/select-clinic" className={styles.practice}>
          {face}
          <span className="hidden-text">
            . <FormattedMessage id={other} />
          </span>
          <ChevronsUpDown />
        </Link>
      ) : (
        <div className={styles.practice}>{face}</div>
      )}
    </InHeader>
  )
}
