import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { CalendarFeed } from './settings/-parts/calendar/calendar-feed.tsx'
import { ContactCard } from './settings/-parts/contact-card.tsx'
import { MyData } from './settings/-parts/my-data/my-data.tsx'
import { PasswordForm } from './settings/-parts/password-form.tsx'
import { ReminderMailsChoice } from './settings/-parts/reminder-mails.tsx'
import { ReadOffline } from './settings/-parts/read-offline.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { reminderMailQueries } from '#src/api/reminder-mails.ts'
import { userQueries } from '#src/api/user.ts'
import { changeLanguage } from '#src/session/change-language.ts'
import { LANGUAGES, LANGUAGE_NAMES } from '#src/lib/constants.ts'
import { useLanguage } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Flag } from '#src/ui/navigation/language-switcher.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { OtherPractice } from '#src/features/practice/other-practice.tsx'
import { useOwner } from '#src/features/clients/use-owner.ts'
import styles from './settings/-parts/settings.module.css'

export const Route = createFileRoute('/client/portal/settings')({
  staticData: { title: 'client.nav.settings' },
  loader: async ({ context: { queryClient, clientId, practiceId, viewedByStaff } }) => {
    // The page stands without it.
    await (
      viewedByStaff
        ? queryClient.query(cachedFirst(reminderMailQueries.ofPractice(practiceId)))
        : queryClient.query(cachedFirst(reminderMailQueries.ofClient(clientId)))
    ).catch(() => {})
  },
  component: SettingsPage,
})

function SettingsPage() {
  const { practiceId, clientId, viewedByStaff } = Route.useRouteContext()
  const intl = useIntl()
  const language = useLanguage()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: user } = useQuery({ ...userQueries.me(), enabled: false })
  const hasCalendar = useCan('calendar')
  const showsContact = useCan('practice-contact')
  const { data: mails } = useQuery({ ...reminderMailQueries.ofClient(clientId), enabled: !viewedByStaff })
  const { data: practiceMails } = useQuery({ ...reminderMailQueries.ofPractice(practiceId), enabled: viewedByStaff })
  const owner = useOwner({ clientId, practiceId, viewedByStaff })

  async function choose(chosen: typeof language) {
    if (await changeLanguage(chosen)) showMessage('success', 'client.settings.languageSaved')
  }

  return (
    <>
      <PageHead
        title={<FormattedMessage id="client.nav.settings" />}
        lead={<FormattedMessage id="client.settings.lead" />}
      />
      <Setting title={<FormattedMessage id="client.settings.language" />}>
        <p className="muted">
          <FormattedMessage id="client.settings.languageText" />
        </p>
        <Segmented
          legend={intl.formatMessage({ id: 'client.settings.language' })}
          name="language"
          value={language}
          onChange={(chosen) => void choose(chosen).catch(reportUnforeseen)}
          options={LANGUAGES.map((value) => ({
            value,
            label: (
              <>
                <Flag language={value} />
                <span lang={value}>{LANGUAGE_NAMES[value]}</span>
              </>
            ),
          }))}
        />
      </Setting>
      {hasCalendar && (
        <Setting id="calendar" title={<FormattedMessage id="client.calendar.title" />}>
          {viewedByStaff ? (
            <p className="muted">
              <FormattedMessage id="client.calendar.notYours" />
            </p>
          ) : (
            <CalendarFeed clientId={clientId} />
          )}
        </Setting>
      )}
      {(mails?.offered || practiceMails?.enabled) && (
        <Setting title={<FormattedMessage id="client.reminderMails.title" />}>
          {mails ? (
            <ReminderMailsChoice clientId={clientId} mails={mails} practice={practice.name} address={user?.username} />
          ) : (
            <p className="muted">
              <FormattedMessage id="client.reminderMails.notYours" />
            </p>
          )}
        </Setting>
      )}
      <Setting title={<FormattedMessage id="client.settings.password" />}>
        {viewedByStaff ? (
          <p className="muted">
            <FormattedMessage id="client.settings.notYours" />
          </p>
        ) : (
          <div className={styles.form}>
            <PasswordForm username={user?.username} />
          </div>
        )}
      </Setting>
      <Setting title={<FormattedMessage id="client.settings.account" />}>
        <Facts>
          {owner && (
            <Fact name={<FormattedMessage id="client.settings.name" />}>
              {displayName(owner) || <FormattedMessage id="core.text.notAvailable" />}
            </Fact>
          )}
          {!viewedByStaff && user?.username && (
            <Fact name={<FormattedMessage id="client.settings.username" />}>{user.username}</Fact>
          )}
          <Fact name={<FormattedMessage id="client.settings.practice" />}>{practice.name}</Fact>
        </Facts>
        {!viewedByStaff && <OtherPractice />}
      </Setting>
      {owner && showsContact && (
        <Setting title={<FormattedMessage id="client.contact.title" />}>
          <ContactCard client={owner} practice={practice} />
        </Setting>
      )}
      {!viewedByStaff && (
        <Setting title={<FormattedMessage id="client.offline.title" />}>
          <ReadOffline />
        </Setting>
      )}
      <Setting title={<FormattedMessage id="client.myData.title" />}>
        {viewedByStaff ? (
          <p className="muted">
            <FormattedMessage id="client.myData.notYours" />
          </p>
        ) : (
          <MyData clientId={clientId} practiceId={practiceId} />
        )}
      </Setting>
    </>
  )
}

function Setting({ id, title, children }: { id?: string; title: ReactNode; children: ReactNode }) {
  return (
    <section id={id} className={styles.setting}>
      <h2>{title}</h2>
      <Panel padded className={styles.panel}>
        {children}
      </Panel>
    </section>
  )
}
