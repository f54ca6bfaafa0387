import { FormattedMessage } from 'react-intl'
import { CSV_KINDS, type CsvKind } from '#contract/csv-import.ts'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './import.module.css'

/** Kinds of record that a file can contain, in the order in which a practice loads them. */
export const KindsInOrder = ({ current }: { current: CsvKind | undefined }) => (
  <Panel as="section" aria-labelledby="csv-order">
    <PanelHead>
      <div>
        <h2 id="csv-order">
          <FormattedMessage id="admin.csvImport.order" />
        </h2>
        <p className="muted small">
          <FormattedMessage id="admin.csvImport.orderText" />
        </p>
      </div>
    </PanelHead>
    <ol className={styles.kinds}>
      {CSV_KINDS.map((kind) => (
        <li key={kind} aria-current={kind === current ? 'step' : undefined}>
          <b>
            <FormattedMessage id={`admin.imports.kinds.${kind}`} />
          </b>
          <p className="muted small">
            <FormattedMessage id={`admin.csvImport.about.${kind}`} />
          </p>
        </li>
      ))}
    </ol>
  </Panel>
)
