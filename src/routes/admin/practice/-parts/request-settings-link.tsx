import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './practice.module.css'

/** What clients may ask is set on a page of its own. */
export function RequestSettingsLink() {
  return (
    <Panel as="section" aria-labelledby="request-settings">
      <div className={styles.setting}>
        <div>
          <h2 id="request-settings">
            <FormattedMessage id="admin.requests.title" />
          </h2>
          <p className="muted small">
            <FormattedMessage id="admin.requestSettings.lead" />
          </p>
        </div>
        <Link to="/admin/requests/settings" className={buttonClass()}>
          <FormattedMessage id="client.nav.settings" />
        </Link>
      </div>
    </Panel>
  )
}
