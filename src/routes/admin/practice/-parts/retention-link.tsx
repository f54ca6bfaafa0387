import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './practice.module.css'

/** How long records are kept is set on a page of its own. */
export function RetentionLink() {
  return (
    <Panel as="section" aria-labelledby="retention">
      <div className={styles.setting}>
        <div>
          <h2 id="retention">
            <FormattedMessage id="admin.retention.title" />
          </h2>
          <p className="muted small">
            <FormattedMessage id="admin.retention.lead" />
          </p>
        </div>
        <Link to="/admin/retention" className={buttonClass()}>
          <FormattedMessage id="client.nav.settings" />
        </Link>
      </div>
    </Panel>
  )
}
