import type { LucideIcon } from 'lucide-react'
import type { Reminder } from '#contract/reminder.ts'
import { Tile } from '#src/ui/tile.tsx'

/** The picture of a reminder's animal, where its kind is known. */
export type IconOf = (reminder: Reminder) => LucideIcon | undefined

interface ReminderTileProps {
  reminder: Reminder
  iconOf: IconOf
  size?: 'large' | undefined
  late?: boolean | undefined
}

export function ReminderTile({ reminder, iconOf, size, late }: ReminderTileProps) {
  const initials = reminder.patientName?.slice(0, 2) ?? ''
  return <Tile size={size} tone={late ? 'bad' : undefined} icon={iconOf(reminder)} initials={initials} />
}
