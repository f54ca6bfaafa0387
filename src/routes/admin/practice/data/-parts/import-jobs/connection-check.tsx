import { useMutation, useQueryClient } from '@tanstack/react-query'
import PlugZap from 'lucide-react/icons/plug-zap'
import { FormattedDate, FormattedMessage } from 'react-intl'
import type { ImportKey, ImportRun } from '#contract/schemas/imports.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { importQueries } from '#src/api/imports.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './import-jobs.module.css'

/** Asks the server when the system of each key last called, and what it sent. */
export function ConnectionCheck({ practiceId }: { practiceId: string }) {
  const queries = useQueryClient()
  const checking = useMutation({
    mutationFn: async () => {
      const fresh = { staleTime: 0 }
      const [keys, runs] = await Promise.all([
        queries.fetchQuery({ ...importQueries.keys(practiceId), ...fresh }),
        queries.fetchQuery({ ...importQueries.latest(practiceId, MAX_PAGE_SIZE), ...fresh }),
      ])
      return keys.map((key) => ({ key, latest: runs.content.find((run) => run.key === key.name) }))
    },
  })
  return (
    <div className={styles.check}>
      <Button variant="secondary" icon={PlugZap} busy={checking.isPending} onClick={() => checking.mutate()}>
        <FormattedMessage id="admin.imports.checkConnection" />
      </Button>
      <div role="status">
        {checking.data?.map(({ key, latest }) => (
          <p key={key.id}>
            <Connection shown={key} latest={latest} />
          </p>
        ))}
      </div>
      {checking.isError && (
        <Message kind="error">
          <FormattedMessage id="admin.imports.checkFailed" />
        </Message>
      )}
    </div>
  )
}

function Connection({ shown: { name, lastUsedAt, scopes }, latest }: { shown: ImportKey; latest?: ImportRun | undefined }) {
  if (latest)
    return (
      <FormattedMessage
        id="admin.imports.lastExport"
        values={{ name, sequence: String(latest.sequence), moment: <Moment at={latest.receivedAt} /> }}
      />
    )
  if (!lastUsedAt) return <FormattedMessage id="admin.imports.nothingReceived" values={{ name }} />
  return (
    <FormattedMessage
      id={scopes.includes('import:write') ? 'admin.imports.calledWithoutExport' : 'admin.imports.called'}
      values={{ name, moment: <Moment at={lastUsedAt} /> }}
    />
  )
}

const Moment = ({ at }: { at: string }) => (
  <FormattedDate value={at} day="numeric" month="long" year="numeric" hour="2-digit" minute="2-digit" />
)
