import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { csvImportQueries } from '#src/api/csv-imports.ts'
import { FileState } from './file-state.tsx'
import { KindName } from '#src/features/imports/kind-name.tsx'
import { RemoveFile } from '#src/features/imports/remove-file.tsx'
import { Moment } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import styles from './import.module.css'

/** Uploaded files of the practice, latest first. */
export function EarlierFiles({ practiceId }: { practiceId: string }) {
  const query = useQuery(csvImportQueries.list(practiceId))
  const { data: files } = query
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section className="stack" aria-labelledby="csv-earlier">
      <h2 id="csv-earlier" ref={title} tabIndex={-1}>
        <FormattedMessage id="admin.csvImport.earlier" />
      </h2>
      <LoadFailure query={query}>
        <FormattedMessage id="admin.csvImport.listFailed" />
      </LoadFailure>
      {files?.length === 0 && (
        <p className="muted">
          <FormattedMessage id="admin.csvImport.none" />
        </p>
      )}
      {files && files.length > 0 && (
        <Items plain>
          {files.map((file) => (
            <Item
              key={file.id}
              stacked
              title={
                <Link to="/admin/practice/import/$importId" params={{ importId: file.id }}>
                  {file.fileName}
                </Link>
              }
              sub={
                <>
                  <KindName kind={file.kind} />
                  {' · '}
                  <FormattedMessage
                    id="admin.csvImport.uploaded"
                    values={{ day: <Moment at={file.uploadedAt} day="numeric" month="long" />, name: file.uploadedBy }}
                  />
                  {' · '}
                  {file.counts && (
                    <>
                      <FormattedMessage id="admin.csvImport.rows" values={{ rows: file.counts.rows }} />
                      {' · '}
                    </>
                  )}
                  <FormattedMessage
                    id="admin.csvImport.kept"
                    values={{ day: <Moment at={file.expiresAt} day="numeric" month="long" /> }}
                  />
                </>
              }
              when={
                <div className={styles.actions}>
                  <FileState state={file.state} />
                  <RemoveFile practiceId={practiceId} file={file} onRemoved={() => title.current?.focus()} />
                </div>
              }
            />
          ))}
        </Items>
      )}
    </section>
  )
}
