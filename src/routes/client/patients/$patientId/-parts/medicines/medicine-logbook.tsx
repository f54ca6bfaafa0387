import type { Practice } from '#contract/schemas/practice.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import Pill from 'lucide-react/icons/pill'
import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import type { IsoDate } from '#contract/dates.ts'
import { runningWithdrawals } from '#contract/withdrawal.ts'
import { classes } from '#src/ui/classes.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { useMore } from '#src/ui/data/more.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { MedicineActions } from './medicine-actions.tsx'
import styles from './medicine-logbook.module.css'
import { PrintFoot, PrintHead, PrintedPatient } from '#src/features/medicines/medicine-print.tsx'
import print from '#src/features/medicines/medicine-print.module.css'
import { channelsIn, medicineRows } from '#src/features/medicines/medicine-rows.ts'
import { MedicineTable } from '#src/features/medicines/medicine-table.tsx'
import { ChannelLegend } from '#src/features/medicines/medicine-texts.tsx'
import type { LogbookPeriod } from '#src/api/logbook.ts'
import { WithdrawalBanner } from '#src/features/medicines/withdrawal-banner.tsx'

interface MedicineLogbookProps {
  entries: readonly LogbookEntry[]
  /** Entries until today, far enough back for every withdrawal period. Undefined: not loaded. */
  recent?: readonly LogbookEntry[] | undefined
  /** Set if `recent` failed to load. */
  recentUnknown?: ComponentProps<typeof WithdrawalBanner>['unknown']
  period: LogbookPeriod
  /** Whether the entries still belong to another period, which disables exports. */
  busy: boolean
  today: IsoDate
  patient: Patient
  /** Species and breed in words. */
  kind?: string | undefined
  owner: Client | undefined
  practice: Practice
  /** Actions of the empty state. */
  emptyActions?: ReactNode
}

/** Medicines of a patient over a period, with its exports. */
export function MedicineLogbook(props: MedicineLogbookProps) {
  const { entries, recent, recentUnknown, period, busy, today, patient, kind, owner, practice, emptyActions } = props
  const rows = medicineRows(entries)
  const channels = channelsIn(rows)
  const { shown, more } = useMore(rows)
  return (
    <section className={classes(styles.logbook, print.sheet)}>
      <PrintHead
        animals={<PrintedPatient patient={patient} kind={kind} />}
        owner={owner}
        practice={practice}
        period={period}
      />
      <WithdrawalBanner
        withdrawals={runningWithdrawals(recent ?? entries, today)}
        notForFood={patient.foodProducing === false}
        unknown={recentUnknown}
      />
      <Panel className={styles.panel}>
        {rows.length > 0 && (
          <div className="no-print">
            <PanelHead>
              <h2>
                <FormattedMessage id="client.logbook.medicine.title" />
              </h2>
              <MedicineActions rows={rows} patientName={patient.name} period={period} busy={busy} />
            </PanelHead>
          </div>
        )}
        {rows.length > 0 ? (
          <>
            <MedicineTable rows={shown} />
            {more}
          </>
        ) : (
          <Empty title={<FormattedMessage id="client.logbook.medicine.none" />} icon={Pill} actions={emptyActions}>
            <FormattedMessage id="client.logbook.medicine.noneText" />
          </Empty>
        )}
        {channels.length > 0 && (
          <p className={styles.legend}>
            <ChannelLegend channels={channels} />
          </p>
        )}
      </Panel>
      <PrintFoot today={today} />
    </section>
  )
}
