import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { getClientExport } from '#src/api/clients.ts'
import { downloadFile } from '#src/lib/files/open.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './my-data.module.css'

/** Downloads all data of a client: the archive of our server, or one JSON file with the responses of another API. */
export function MyData({ clientId, practiceId }: { clientId: string; practiceId: string }) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const hasArchive = useCan('client-export')
  const { busy, run } = useAsyncAction(async (signal) => {
    if (hasArchive) {
      // The browser downloads the archive, so that it shows the progress and the tab does not keep the archive in memory.
      if (await downloadFile(() => getClientExport(clientId), '')) showMessage('success', 'client.myData.started')
      return
    }
    const { collectData } = await import('./collect-data.ts')
    const data = await collectData({ queryClient, clientId, practiceId, signal })
    signal.throwIfAborted()
    const name = fileName([
      intl.formatMessage({ id: 'client.myData.title' }),
      data.practice.name,
      data.asOf.slice(0, 10),
    ])
    saveFile(`${name}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    showMessage('success', 'client.myData.saved')
  })
  return (
    <>
      <div className={styles.text}>
        <p>
          <FormattedMessage id="client.myData.text" />
        </p>
        <p className="muted">
          <FormattedMessage id="client.myData.private" />
        </p>
      </div>
      <Button variant="secondary" icon={Download} busy={busy} onClick={run}>
        <FormattedMessage id="client.myData.download" />
      </Button>
    </>
  )
}
