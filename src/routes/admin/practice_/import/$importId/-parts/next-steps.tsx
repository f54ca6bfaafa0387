import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { CSV_KINDS, type CsvKind } from '#contract/csv-import.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'

/** Links to the next file and to the invitation of clients, after a load. */
export function NextSteps({ kind }: { kind: CsvKind }) {
  const intl = useIntl()
  const next = CSV_KINDS[CSV_KINDS.indexOf(kind) + 1]
  return (
    <Panel as="section" padded className="stack" aria-labelledby="csv-next">
      <h2 id="csv-next">
        <FormattedMessage id="admin.csvImport.then" />
      </h2>
      <div className="row">
        <Link className={buttonClass({ variant: 'primary' })} to="/admin/practice/import" search={{ kind: next }}>
          {next ? (
            <FormattedMessage
              id="admin.csvImport.thenKind"
              values={{ kind: intl.formatMessage({ id: `admin.imports.kinds.${next}` }) }}
            />
          ) : (
            <FormattedMessage id="admin.csvImport.thenOther" />
          )}
        </Link>
        <Link className={buttonClass()} to="/admin/clients/unregistered">
          <FormattedMessage id="admin.csvImport.thenInvite" />
        </Link>
      </div>
    </Panel>
  )
}
