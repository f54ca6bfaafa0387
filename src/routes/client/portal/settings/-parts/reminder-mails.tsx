import { useQueryClient } from '@tanstack/react-query'
import { FormattedDate, FormattedMessage } from 'react-intl'
import type { ReminderMails } from '#contract/schemas/reminder-mails.ts'
import { changeReminderMails } from '#src/api/mails.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { SettingText } from '#src/features/account/setting.tsx'

interface ReminderMailsChoiceProps {
  clientId: string
  mails: ReminderMails
  /** Name of the practice; `address` is the recipient's e-mail address. */
  practice: string
  address: string | undefined
}

/** Setting for a weekly mail with due reminders. */
export function ReminderMailsChoice({ clientId, mails, practice, address }: ReminderMailsChoiceProps) {
  const queryClient = useQueryClient()
  const { subscribed, since } = mails
  const changing = useAsyncAction(async () => {
    await changeReminderMails(queryClient, clientId, !subscribed)
    showMessage('success', subscribed ? 'client.reminderMails.turnedOff' : 'client.reminderMails.turnedOn')
  })
  return (
    <>
      <SettingText>
        <p>
          <FormattedMessage id="client.reminderMails.text" />
        </p>
        {address && (
          <p className="muted">
            <FormattedMessage id="client.reminderMails.address" values={{ address, practice }} />
          </p>
        )}
        {subscribed && since && (
          <p className="muted">
            <FormattedMessage
              id="client.reminderMails.since"
              values={{ date: <FormattedDate value={since} dateStyle="long" /> }}
            />
          </p>
        )}
      </SettingText>
      <Button variant="secondary" busy={changing.busy} onClick={changing.run}>
        <FormattedMessage id={subscribed ? 'client.reminderMails.turnOff' : 'client.reminderMails.turnOn'} />
      </Button>
    </>
  )
}
