import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Estimate } from '#contract/schemas/estimate.ts'
import { openFile } from '#src/lib/files/open.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'

interface EstimateFileProps {
  estimate: Pick<Estimate, 'reason'>
  /** Fetches the URL of the PDF. */
  getFile: () => Promise<unknown>
}

/** Button that opens the PDF in a new tab; a link after the browser has blocked the tab. */
export function EstimateFile({ estimate: { reason }, getFile }: EstimateFileProps) {
  const intl = useIntl()
  const [url, setUrl] = useState<string | null>(null)
  const { busy, run } = useAsyncAction(async () => setUrl(await openFile(getFile, intl)))
  const name = intl.formatMessage({ id: 'core.estimates.fileOf' }, { reason })
  const text = <FormattedMessage id="core.estimates.file" />
  return url ? (
    <a
      className={buttonClass()}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={name}
      onClick={() => setUrl(null)}
    >
      <Download />
      <span>{text}</span>
    </a>
  ) : (
    <Button variant="secondary" icon={Download} busy={busy} aria-label={name} onClick={run}>
      {text}
    </Button>
  )
}
