import { FormattedMessage, useIntl } from 'react-intl'
import { Progress } from '#src/ui/feedback/progress.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'

interface ReadingProgressProps {
  state: 'checking' | 'loading'
  progress: number
}

/** Progress of a dry run or a load. */
export function ReadingProgress({ state, progress }: ReadingProgressProps) {
  const intl = useIntl()
  return (
    <Panel padded className="stack">
      <p role="status">
        <FormattedMessage id={state === 'checking' ? 'admin.csvImport.checkingText' : 'admin.csvImport.loadingText'} />
      </p>
      <Progress aria-label={intl.formatMessage({ id: 'admin.csvImport.progress' })} value={progress} max={100} />
      <p className="muted small num">{intl.formatNumber(progress / 100, { style: 'percent' })}</p>
    </Panel>
  )
}
