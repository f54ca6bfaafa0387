import { useQueryClient } from '@tanstack/react-query'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { PracticeReminderMails } from '#contract/schemas/reminder-mails.ts'
import { REMINDER_MAIL_WEEKS } from '#contract/mail.ts'
import { changePracticeReminderMails } from '#src/api/mails.ts'
import { asDate } from '#src/lib/dates.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SettingPanel } from '#src/features/practice/setting-panel.tsx'
import styles from './reminder-mails.module.css'

interface ReminderMailsProps {
  practiceId: string
  mails: PracticeReminderMails
}

/** Setting for weekly reminder mails, with the number of subscribers and the delivery results. */
export function ReminderMails({ practiceId, mails }: ReminderMailsProps) {
  const queryClient = useQueryClient()
  const { enabled, subscribers, latest, sent, givenUp } = mails
  const changing = useAsyncAction(async () => {
    await changePracticeReminderMails(queryClient, practiceId, !enabled)
    showMessage('success', enabled ? 'admin.reminderMails.turnedOff' : 'admin.reminderMails.turnedOn')
  })
  return (
    <SettingPanel
      title={<FormattedMessage id="admin.reminderMails.title" />}
      texts={[
        <FormattedMessage key="text" id="admin.reminderMails.text" />,
        !enabled && <FormattedMessage key="off" id="admin.reminderMails.off" />,
      ]}
      action={
        <Button variant="secondary" busy={changing.busy} onClick={changing.run}>
          <FormattedMessage id={enabled ? 'admin.reminderMails.turnOff' : 'admin.reminderMails.turnOn'} />
        </Button>
      }
    >
      {(enabled || subscribers > 0 || latest) && (
        <div className={styles.figures}>
          <Facts>
            <Fact name={<FormattedMessage id="admin.reminderMails.subscribers" />}>
              <FormattedMessage id="admin.reminderMails.clients" values={{ count: subscribers }} />
            </Fact>
            {latest && (
              <Fact name={<FormattedMessage id="admin.reminderMails.latest" />}>
                <FormattedMessage
                  id="admin.reminderMails.latestSent"
                  values={{
                    sent: latest.sent,
                    date: <FormattedDate value={asDate(latest.week)} day="numeric" month="long" />,
                  }}
                />
              </Fact>
            )}
            <Fact name={<FormattedMessage id="admin.reminderMails.weeks" values={{ weeks: REMINDER_MAIL_WEEKS }} />}>
              <FormattedMessage id="admin.reminderMails.sent" values={{ count: sent }} />
            </Fact>
            <Fact name={<FormattedMessage id="admin.reminderMails.givenUp" />}>
              <GivenUp {...givenUp} />
            </Fact>
          </Facts>
        </div>
      )}
    </SettingPanel>
  )
}

function GivenUp({ count, latest }: PracticeReminderMails['givenUp']) {
  const intl = useIntl()
  const names = intl.formatList(
    latest.map(({ client }) => client?.name || intl.formatMessage({ id: 'core.text.notAvailable' })),
  )
  return count > 0 && names ? (
    <FormattedMessage id="admin.reminderMails.givenUpNames" values={{ count, names }} />
  ) : (
    <FormattedMessage id="admin.reminderMails.givenUpCount" values={{ count }} />
  )
}
