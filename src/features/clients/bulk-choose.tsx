import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import type { ListedClient } from '#src/api/disambiguate.ts'
import styles from './bulk-clients.module.css'

interface BulkChooseProps {
  /** The clients of the page. */
  clients: readonly ListedClient[]
  selected: ReadonlyMap<string, unknown>
  /** How many there are on all pages. */
  total: number
  disabled: boolean
  onPage: (on: boolean) => void
  onAll: () => void
  onNone: () => void
}

/** Selects many at once: the page, all pages, or none. */
export function BulkChoose({ clients, selected, total, disabled, onPage, onAll, onNone }: BulkChooseProps) {
  const chosen = clients.filter(({ uuid }) => selected.has(uuid)).length
  return (
    <div className={styles.choose}>
      <Checkbox
        // The button that was pressed has made room for this.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        checked={chosen === 0 ? false : chosen === clients.length || 'mixed'}
        disabled={disabled || clients.length === 0}
        onChange={onPage}
      >
        <FormattedMessage id="admin.bulk.page" />
      </Checkbox>
      <Button variant="ghost" disabled={disabled || total === 0} onClick={onAll}>
        <FormattedMessage id="admin.bulk.all" values={{ count: total }} />
      </Button>
      <Button variant="ghost" disabled={disabled || selected.size === 0} onClick={onNone}>
        <FormattedMessage id="admin.bulk.none" />
      </Button>
    </div>
  )
}
