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
import { dayCell, numberCell } from '#contract/csv.ts'

interface MedicineActionsProps {
  rows: readonly LogbookEntry[]
  patientName: string
  period: LogbookPeriod
  /** Nothing may leave. */
  busy: boolean
}

/** Exports of the logbook: share a file where the device can, save for a spreadsheet, print. */
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
  /** Its name. */
  patientName: string
  period: LogbookPeriod
  intl: IntlShape
}

/** The rows as a file for a spreadsheet: a field a column, a 0 as 0. */
function medicineFile(rows: readonly LogbookEntry[], { patientName, period, intl }: Of): File {
  const title = intl.formatMessage({ id: 'client.logbook.medicine.title' })
  const table = [headings(intl), ...rows.map((row) => cells(row, intl))]
  return csvFile([title, patientName, period.startDate, period.endDate], table)
}

function headings({ formatMessage }: IntlShape): string[] {
  return [
    formatMessage({ id: 'client.logbook.medicine.date' }),
    formatMessage({ id: 'client.logbook.medicine.product' }),
    formatMessage({ id: 'client.logbook.medicine.registration' }),
    formatMessage({ id: 'client.logbook.medicine.channel' }),
    formatMessage({ id: 'client.logbook.medicine.description' }),
    formatMessage({ id: 'client.logbook.medicine.indication' }),
    formatMessage({ id: 'client.logbook.medicine.dosage' }),
    formatMessage({ id: 'client.logbook.medicine.route' }),
    formatMessage({ id: 'client.logbook.medicine.duration' }),
    formatMessage({ id: 'client.logbook.medicine.amount' }),
    formatMessage({ id: 'client.logbook.medicine.unit' }),
    formatMessage({ id: 'client.logbook.medicine.batch' }),
    formatMessage({ id: 'client.logbook.medicine.expiryDate' }),
    formatMessage({ id: 'client.logbook.medicine.animalsOnly' }),
    formatMessage({ id: 'client.logbook.medicine.location' }),
    formatMessage({ id: 'client.logbook.medicine.vetOnly' }),
    formatMessage({ id: 'client.logbook.medicine.supplier' }),
    formatMessage({ id: 'client.logbook.medicine.meatDays' }),
    formatMessage({ id: 'client.logbook.medicine.milkDays' }),
    formatMessage({ id: 'client.logbook.medicine.milkHours' }),
    formatMessage({ id: 'client.logbook.medicine.eggDays' }),
  ]
}

function cells(row: LogbookEntry, { formatMessage }: IntlShape) {
  // What the practice does not know is told apart from what it did not say.
  const period = (value: number | null | undefined) =>
    value === null ? formatMessage({ id: 'client.logbook.medicine.unknown' }) : numberCell(value)
  return [
    dayCell(row.date),
    row.productName,
    row.registrationNumber,
    row.channel,
    row.description,
    row.indication,
    row.dosage,
    row.route,
    numberCell(row.durationDays),
    numberCell(row.quantity),
    row.unit,
    row.batchNumber,
    dayCell(row.expiryDate),
    row.animals,
    row.location,
    row.veterinarian,
    row.supplier,
    period(row.withdrawalMeatDays),
    period(row.withdrawalMilkDays),
    period(row.withdrawalMilkHours),
    period(row.withdrawalEggDays),
  ]
}
