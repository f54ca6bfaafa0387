import type { Reminder } from '#contract/schemas/reminder.ts'
import type { LucideIcon } from 'lucide-react'
import type { IsoDate } from '#contract/dates.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { isLate } from '#src/features/reminders/reminder.ts'

/** Species icon of a reminder's patient; undefined: unknown. */
export type IconOf = (reminder: Reminder) => LucideIcon | undefined

interface ReminderTileProps {
  reminder: Reminder
  iconOf: IconOf
  size?: 'large' | undefined
  /** Says what is late; left out of what is done. */
  today?: IsoDate | undefined
}

export function ReminderTile({ reminder, iconOf, size, today }: ReminderTileProps) {
  // By code point: half of a character is none.
  const initials = /^.{1,2}/su.exec(reminder.patientName ?? '')?.[0]
  const late = today !== undefined && isLate(reminder, today)
  return <Tile size={size} tone={late ? 'bad' : undefined} icon={iconOf(reminder)} initials={initials} />
}
