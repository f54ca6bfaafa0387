import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { getFormTaskFile } from '#src/api/practice-forms.ts'
import { openFile } from '#src/lib/files/open.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'

/** Button that opens the stored PDF in a new tab; a link after the browser has blocked the tab. */
export function StoredFile({ practiceId, taskId }: { practiceId: string; taskId: string }) {
  const intl = useIntl()
  const [url, setUrl] = useState<string | null>(null)
  const { busy, run } = useAsyncAction(async () =>
    setUrl(await openFile(() => getFormTaskFile(practiceId, taskId), intl)),
  )
  const text = <FormattedMessage id="client.forms.file" />
  return url ? (
    <a className={buttonClass()} href={url} target="_blank" rel="noopener noreferrer" onClick={() => setUrl(null)}>
      <Download />
      <span>{text}</span>
    </a>
  ) : (
    <Button variant="secondary" icon={Download} busy={busy} onClick={run}>
      {text}
    </Button>
  )
}
