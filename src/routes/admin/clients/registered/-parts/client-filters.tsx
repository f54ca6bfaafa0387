import { useIntl } from 'react-intl'
import { LISTED_STATES, type ListedState } from '#contract/client.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import styles from './client-filters.module.css'

const LOCKED = 'locked'

interface ClientFiltersProps {
  search: ClientSearch
  /** Whether the API lacks the filter, so that all clients are listed. */
  isUnfiltered: boolean | undefined
  onChange: (changed: Partial<ClientSearch>) => void
}

export function ClientFilters({ search: { locked, state }, isUnfiltered, onChange }: ClientFiltersProps) {
  const { formatMessage } = useIntl()
  const [hasInvitations, hasLocked] = [useCan('invitations'), useCan('locked-filter')]
  const more = { unanswered: useCan('follow-up'), 'not-invited': useCan('not-invited') }
  const states = LISTED_STATES.filter((each) =>
    each === 'unanswered' || each === 'not-invited' ? more[each] : hasInvitations,
  )
  const mayHaveInvitations = useCan('invitations', true)
  // Placeholder with the size of the filter, so that no row moves when the capabilities arrive.
  if (states.length === 0 && !hasLocked) return mayHaveInvitations && <div className={styles.room} />
  const options = [
    { value: '', label: formatMessage({ id: 'admin.invitations.all' }) },
    ...states.map((each) => ({ value: each, label: formatMessage({ id: `admin.invitations.states.${each}` }) })),
    ...(hasLocked ? [{ value: LOCKED, label: formatMessage({ id: 'admin.clients.locked' }) }] : []),
  ]
  const value = isUnfiltered ? '' : locked ? LOCKED : isListed(state) ? state : ''
  return (
    <div className={styles.filter}>
      <SelectInput
        label={formatMessage({ id: 'admin.invitations.filter' })}
        value={value}
        options={options}
        onChange={(word) =>
          onChange({ locked: word === LOCKED || undefined, state: isListed(word) ? word : undefined })
        }
      />
    </div>
  )
}

const isListed = (word: string | undefined): word is ListedState => LISTED_STATES.some((state) => state === word)
