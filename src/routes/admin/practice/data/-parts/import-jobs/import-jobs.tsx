import { FormattedMessage } from 'react-intl'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './import-jobs.module.css'
import { ImportHistory } from './import-history.tsx'
import { ImportKeys } from './import-keys.tsx'

/** Import keys of other systems and the history of their exports; for clinic admins. */
export function ImportJobs({ practiceId }: { practiceId: string }) {
  return (
    <Panel as="section" className={styles.panel} aria-labelledby="import-feed">
      <div>
        <h2 id="import-feed">
          <FormattedMessage id="admin.imports.title" />
        </h2>
        <p className="muted small">
          <FormattedMessage id="admin.imports.text" />
        </p>
      </div>
      <ImportKeys practiceId={practiceId} />
      <ImportHistory practiceId={practiceId} />
    </Panel>
  )
}
