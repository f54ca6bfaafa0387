import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RecordClient } from './client-link.tsx'
import { DetailCell } from '#src/ui/data/table.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterRow } from '#src/ui/forms/filter-row.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import styles from './record-list.module.css'

interface RecordFiltersProps {
  /** Field for a text of the records, where the list can be searched. */
  search?: { label: string; value: string; onSearch: (text: string) => void }
  children: ReactNode
}

/** Filters above a list of records of the practice's clients. */
export function RecordFilters({ search, children }: RecordFiltersProps) {
  return (
    <div className={styles.filters}>
      {search && <SearchBar {...search} />}
      <FilterRow>{children}</FilterRow>
    </div>
  )
}

interface LinkFilterProps {
  text?: 'admin.requests.ofClient' | 'admin.requests.ofAnimal'
  /** Undefined if no shown row has the name. */
  name: string | undefined
  onClear: () => void
}

/** Filter that a link has set, with a button that removes it. */
export function LinkFilter({ text = 'admin.requests.ofClient', name, onClear }: LinkFilterProps) {
  const { formatMessage } = useIntl()
  return (
    <Button variant="ghost" icon={X} onClick={onClear}>
      <FormattedMessage id={text} values={{ name: name ?? formatMessage({ id: 'core.text.notAvailable' }) }} />
    </Button>
  )
}

/** Second line of the first cell of a row, such as the name of the animal. */
export const LeadDetail = ({ children }: { children: ReactNode }) => <span className={styles.detail}>{children}</span>

interface ClientCellProps {
  record: { clientUuid: string; clientName: string }
  /** Links of the client, if more than the client's name. */
  links?: ReactNode
  children?: ReactNode
}

/** Cell with the client of a record, which opens the client's sheet. */
export function ClientCell({ record, links, children }: ClientCellProps) {
  return (
    <DetailCell>
      <span className={styles.client}>{links ?? <RecordClient record={record} />}</span>
      {children}
    </DetailCell>
  )
}
