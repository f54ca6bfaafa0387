import styles from './block.module.css'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { Items } from '#src/ui/data/items.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { ListedPatient } from '#contract/schemas/patient.ts'
import type { IsoDate } from '#contract/dates.ts'
import { PatientTile } from '#src/features/patients/patient-tile.tsx'
import { isLate } from '#contract/reminder.ts'

interface FoldedItemsProps {
  rows: readonly ReactNode[]
  /** Title of the fold, with the `count` of further rows. */
  more: Extract<
    MessageId,
    'client.given.more' | 'client.home.newMore' | 'client.home.toDoMore' | 'client.withdrawals.more'
  >
  /** Number of rows before the fold, so that the next block is not far below. */
  max?: number
}

export function FoldedItems({ rows, more, max = 6 }: FoldedItemsProps) {
  const others = rows.slice(max)
  return (
    <>
      <div className={styles.items}>
        <Items>{rows.slice(0, max)}</Items>
      </div>
      {others.length > 0 && (
        <Panel>
          <Fold title={<FormattedMessage id={more} values={{ count: others.length }} />}>
            <Items bare>{others}</Items>
          </Fold>
        </Panel>
      )}
    </>
  )
}

/** Patient of a reminder; undefined: unknown. */
export type PatientOf = (reminder: Reminder) => ListedPatient | undefined

interface ReminderTileProps {
  reminder: Reminder
  patientOf: PatientOf
  /** Needed to mark late reminders; omitted for past ones. */
  today?: IsoDate | undefined
  /** Shows the species instead of the photo. */
  withoutPhoto?: boolean
}

/** Photo or species of a reminder's patient. */
export function ReminderTile({ reminder, patientOf, today, withoutPhoto = false }: ReminderTileProps) {
  const { name = reminder.patientName ?? '', species, photoUrl } = patientOf(reminder) ?? {}
  const late = today !== undefined && isLate(reminder, today)
  return (
    <PatientTile
      patient={{ name, species, photoUrl: withoutPhoto ? undefined : photoUrl }}
      tone={late ? 'bad' : undefined}
    />
  )
}
