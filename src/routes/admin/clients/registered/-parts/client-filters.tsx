import { useIntl } from 'react-intl'
import { INVITATION_STATES, type InvitationState } from '#contract/invitation.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { FilterRoom } from './filter-room.tsx'
import { STATES, isState } from '#src/features/clients/invitation.tsx'
import { LockedFilter } from './locked-filter.tsx'
import styles from './client-filters.module.css'

interface ClientFiltersProps {
  search: ClientSearch
  /** All are listed, whatever the search says. */
  isUnfiltered: boolean | undefined
  onChange: (changed: Partial<ClientSearch>) => void
}

/** What narrows the list of registered clients, beside the search. */
export function ClientFilters({ search: { locked, state }, isUnfiltered, onChange }: ClientFiltersProps) {
  return (
    <>
      {locked && !isUnfiltered && <LockedFilter onRemove={() => onChange({ locked: undefined })} />}
      <StateFilter value={state} onChange={(changed) => onChange({ state: changed })} />
    </>
  )
}

interface StateFilterProps {
  value: string | undefined
  onChange: (state: InvitationState | undefined) => void
}

function StateFilter({ value, onChange }: StateFilterProps) {
  const { formatMessage } = useIntl()
  if (!useCan('invitations')) return <FilterRoom />
  const options = [
    { value: '', label: formatMessage({ id: 'admin.invitations.all' }) },
    ...INVITATION_STATES.map((state) => ({ value: state, label: formatMessage({ id: STATES[state] }) })),
  ]
  return (
    <div className={styles.filter}>
      <SelectInput
        label={formatMessage({ id: 'admin.invitations.filter' })}
        value={isState(value) ? value : ''}
        options={options}
        onChange={(word) => onChange(isState(word) ? word : undefined)}
      />
    </div>
  )
}
