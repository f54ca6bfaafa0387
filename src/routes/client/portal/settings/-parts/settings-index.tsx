import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import styles from './settings-index.module.css'

interface SettingsIndexProps {
  /** The id and the title of each `Setting`, in their order; false: it is not there. */
  entries: readonly (false | readonly [id: string, title: MessageId])[]
}

/** What can be set, each with the way to it: the page is long. */
export function SettingsIndex({ entries }: SettingsIndexProps) {
  const intl = useIntl()
  return (
    <nav aria-label={intl.formatMessage({ id: 'client.settings.index' })}>
      <ul className={styles.index}>
        {entries.map(
          (entry) =>
            entry && (
              <li key={entry[0]}>
                <Link to="/client/portal/settings" hash={entry[0]}>
                  <FormattedMessage id={entry[1]} />
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
