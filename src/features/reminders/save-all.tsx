import { CalendarPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Practice } from '#contract/practice.ts'
import type { Reminder } from '#contract/reminder.ts'
import { CallError, CalledOff } from '#src/lib/http.ts'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/button.tsx'
import { allReminders } from './all-reminders.ts'
import styles from './save-all.module.css'
import { saveReminders } from './save-reminders.ts'

interface SaveAllProps {
  clientId: string
  patientId: string | undefined
  /** Null where only a part of them is here. */
  reminders: readonly Reminder[] | null
  practice: Practice
}

/** All active reminders for the own calendar. */
export function SaveAll({ clientId, patientId, reminders, practice }: SaveAllProps) {
  const intl = useIntl()
  const [saving, setSaving] = useState(false)
  const controller = useRef<AbortController>(null)
  // Whoever leaves does not wait for it any more.
  useEffect(() => () => controller.current?.abort(), [])

  async function save() {
    const { signal } = (controller.current = new AbortController())
    setSaving(true)
    try {
      const all = reminders ?? (await allReminders({ clientId, patientId, signal }))
      saveReminders(all, { name: practice.name, practice, intl })
    } catch (error) {
      // A call that failed was shown.
      if (!(error instanceof CallError || error instanceof CalledOff)) showMessage('error', 'core.errors.generalError')
    } finally {
      setSaving(false)
    }
  }

  return (
    <Button variant="ghost" className={styles.all} icon={CalendarPlus} busy={saving} onClick={() => void save()}>
      <FormattedMessage id="client.reminders.saveAll" />
    </Button>
  )
}
