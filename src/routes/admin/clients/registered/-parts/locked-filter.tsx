import X from 'lucide-react/icons/x'
import { FormattedMessage, useIntl } from 'react-intl'
import { focusMain } from '#src/ui/layout/shell.tsx'
import styles from './locked-filter.module.css'

/** Shows that the filter for locked clients is on, and clears it. */
export function LockedFilter({ onRemove }: { onRemove: () => void }) {
  const intl = useIntl()
  function remove() {
    // The button leaves by it.
    focusMain()
    onRemove()
  }
  return (
    <button
      type="button"
      className={styles.filter}
      aria-label={intl.formatMessage({ id: 'admin.clients.removeLockedOnly' })}
      onClick={remove}
    >
      <FormattedMessage id="admin.clients.lockedOnly" />
      <X />
    </button>
  )
}
