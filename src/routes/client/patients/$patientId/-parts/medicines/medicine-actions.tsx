import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { showMessage } from '#src/lib/messages.ts'
import { saveFile, canShare, share, csvFile } from '#src/lib/files/save.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { LogbookPeriod } from '#src/api/logbook.ts'
import { MEDICINE_COLUMNS } from '#contract/medicine-csv.ts'

interface MedicineActionsProps {
  rows: readonly LogbookEntry[]
  patientName: string
  period: LogbookPeriod
  /** Disables exports. */
  busy: boolean
}

/** Exports of the logbook: share as a file if the device can, save as CSV, print. */
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

interface Of {
  patientName: string
  period: LogbookPeriod
  intl: IntlShape
}

/** Returns the rows as a CSV file with one column per field; a 0 is written as 0. */
function medicineFile(rows: readonly LogbookEntry[], { patientName, period, intl }: Of): File {
  const { formatMessage } = intl
  const title = formatMessage({ id: 'client.logbook.medicine.title' })
  const unknown = formatMessage({ id: 'client.logbook.medicine.unknown' })
  return csvFile(
    [title, patientName, period.startDate, period.endDate],
    [
      MEDICINE_COLUMNS.map(([id]) => formatMessage({ id })),
      ...rows.map((row) => MEDICINE_COLUMNS.map(([, cell]) => cell(row, unknown))),
    ],
  )
}
