import { Download, Printer, Share2 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { LogbookEntry } from '#contract/logbook.ts'
import { showMessage } from '#src/lib/messages.ts'
import { saveFile } from '#src/lib/files/save.ts'
import { canShare, share } from '#src/lib/files/share.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { medicineFile } from './medicine-csv.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'

interface MedicineActionsProps {
  rows: readonly LogbookEntry[]
  /** The name of the animal. */
  patientName: string
  period: LogbookPeriod
  /** Nothing may leave. */
  busy: boolean
}

/** The ways out of the logbook: to somebody else where the device can share a file, to a spreadsheet, and to paper. */
export function MedicineActions({ rows, patientName, period, busy }: MedicineActionsProps) {
  const intl = useIntl()
  const fileOf = (entries: readonly LogbookEntry[]) => medicineFile(entries, { patientName, period, intl })
  const sharing = useAsyncAction(async () => {
    const title = `${intl.formatMessage({ id: 'client.logbook.medicine.title' })}: ${patientName}`
    const outcome = await share({ title, files: [fileOf(rows)] })
    if (outcome === 'shared') showMessage('success', 'client.logbook.medicine.shared', { name: patientName })
    if (outcome === 'failed') showMessage('error', 'client.logbook.medicine.shareFailed')
  })
  function save() {
    const file = fileOf(rows)
    saveFile(file.name, file)
  }
  return (
    <div className="row">
      {canShare(fileOf([])) && (
        <Button variant="secondary" icon={Share2} busy={busy || sharing.busy} onClick={sharing.run}>
          <FormattedMessage id="client.logbook.medicine.share" />
        </Button>
      )}
      <Button variant="secondary" icon={Download} busy={busy} onClick={save}>
        <FormattedMessage id="client.logbook.medicine.saveCsv" />
      </Button>
      <Button variant="secondary" icon={Printer} busy={busy} onClick={() => window.print()}>
        <FormattedMessage id="client.logbook.medicine.print" />
      </Button>
    </div>
  )
}
