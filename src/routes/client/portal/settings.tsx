import type { Practice } from '#contract/schemas/practice.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { usePortal } from '#src/lib/store.ts'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { displayName } from '#contract/names.ts'
import { CalendarFeed } from './settings/-parts/calendar/calendar-feed.tsx'
import { ContactCard } from './settings/-parts/contact-card.tsx'
import { MyData } from './settings/-parts/my-data.tsx'
import { ReminderMailsChoice } from './settings/-parts/reminder-mails.tsx'
import { PasswordForm } from '#src/features/account/password-form.tsx'
import styles from './settings/-parts/settings-index.module.css'
import { ReadOffline } from './settings/-parts/read-offline.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { useOffers } from '#src/api/offers.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { reminderMailQueries } from '#src/api/mails.ts'
import { userQueries } from '#src/api/user.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { LanguageSetting } from '#src/features/account/language-setting.tsx'
import { PasskeysSetting } from '#src/features/account/passkeys.tsx'
import { SessionsSetting } from '#src/features/account/sessions.tsx'
import { Setting, SettingForm } from '#src/features/account/setting.tsx'
import { PricesLink } from '#src/features/prices/prices-link.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { OtherPractice } from '#src/features/shell/leave-links.tsx'
import { OfferList } from '#src/features/staff/offers.tsx'
import { ClientAccessLog } from '#src/features/clients/client-access-log.tsx'
import { useOwner } from '#src/api/own-client.ts'

export const Route = createFileRoute('/client/portal/settings')({
  staticData: { title: 'client.nav.settings' },
  loader: async ({ context: { queryClient, clientId, practiceId, viewedByStaff } }) => {
    // The page is usable without the setting for reminder mails.
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
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: user } = useQuery({ ...userQueries.me(), enabled: false })
  const offers = useOffers(!viewedByStaff)
  const hasCalendar = useCan('calendar')
  const canEndLinks = useCan('end-links')
  // Nothing is stored on the device of a user whom the API does not identify.
  const isKnown = usePortal(({ session }) => session?.userId != null)
  const { data: mails } = useQuery({ ...reminderMailQueries.ofClient(clientId), enabled: !viewedByStaff })
  const { data: practiceMails } = useQuery({ ...reminderMailQueries.ofPractice(practiceId), enabled: viewedByStaff })
  const canHavePasskeys = useCan('passkeys')
  const canListSessions = useCan('sessions')
  const hasMails = Boolean(mails?.offered || practiceMails?.enabled)
  const keepsOffline = !viewedByStaff && isKnown

  return (
    <>
      <PageHead
        title={<FormattedMessage id="client.nav.settings" />}
        lead={<FormattedMessage id="client.settings.lead" />}
      />
      <SettingsIndex
        entries={[
          offers.length > 0 && ['offers', 'core.offers.title'],
          ['language', 'client.settings.language'],
          hasCalendar && ['calendar', 'client.calendar.title'],
          hasMails && ['reminder-mails', 'client.reminderMails.title'],
          ['password', 'client.settings.password'],
          canHavePasskeys && !viewedByStaff && ['passkeys', 'client.passkeys.title'],
          canListSessions && !viewedByStaff && ['sessions', 'client.sessions.title'],
          keepsOffline && ['offline', 'client.offline.title'],
          ['details', 'client.settings.details'],
        ]}
      />
      {offers.length > 0 && (
        <Setting id="offers" title={<FormattedMessage id="core.offers.title" />}>
          <OfferList offers={offers} />
        </Setting>
      )}
      <LanguageSetting />
      {hasCalendar && (
        <Setting id="calendar" title={<FormattedMessage id="client.calendar.title" />}>
          {viewedByStaff ? <NotYours id="client.calendar.notYours" /> : <CalendarFeed clientId={clientId} />}
        </Setting>
      )}
      {hasMails && (
        <Setting id="reminder-mails" title={<FormattedMessage id="client.reminderMails.title" />}>
          {mails ? (
            <ReminderMailsChoice clientId={clientId} mails={mails} practice={practice.name} address={user?.username} />
          ) : (
            <NotYours id="client.reminderMails.notYours" />
          )}
        </Setting>
      )}
      <Setting id="password" title={<FormattedMessage id="client.settings.password" />}>
        {viewedByStaff ? (
          <NotYours id="client.settings.notYours" />
        ) : (
          <SettingForm>
            <PasswordForm username={user?.username} hasLinks={canEndLinks} />
          </SettingForm>
        )}
      </Setting>
      {!viewedByStaff && (
        <>
          <PasskeysSetting />
          <SessionsSetting />
        </>
      )}
      {keepsOffline && (
        <Setting id="offline" title={<FormattedMessage id="client.offline.title" />}>
          <ReadOffline />
        </Setting>
      )}
      <Details practice={practice} username={user?.username} />
    </>
  )
}

/** Details of the client at the practice, and the stored data. */
function Details({ practice, username }: { practice: Practice; username: string | undefined }) {
  const { practiceId, clientId, viewedByStaff } = Route.useRouteContext()
  const showsContact = useCan('practice-contact')
  const owner = useOwner({ clientId, practiceId, viewedByStaff })
  return (
    <Setting id="details" title={<FormattedMessage id="client.settings.details" />}>
      {owner && showsContact && <ContactCard client={owner} practice={practice} />}
      <Facts>
        {owner && !showsContact && (
          <Fact name={<FormattedMessage id="client.settings.name" />}>
            {displayName(owner) || <FormattedMessage id="core.text.notAvailable" />}
          </Fact>
        )}
        {!viewedByStaff && username && (
          <Fact name={<FormattedMessage id="client.settings.username" />}>{username}</Fact>
        )}
        <Fact name={<FormattedMessage id="client.settings.practice" />}>{practice.name}</Fact>
      </Facts>
      <PricesLink practiceId={practiceId} className={linkButtonClass} />
      {!viewedByStaff && <OtherPractice />}
      {viewedByStaff ? (
        <NotYours id="client.myData.notYours" />
      ) : (
        <>
          <MyData clientId={clientId} practiceId={practiceId} />
          <ClientAccessLog clientId={clientId} own />
        </>
      )}
    </Setting>
  )
}

const NotYours = ({ id }: { id: MessageId }) => (
  <p className="muted">
    <FormattedMessage id={id} />
  </p>
)

interface SettingsIndexProps {
  /** Id and title of each `Setting` in order; false if it is absent. */
  entries: readonly (false | readonly [id: string, title: MessageId])[]
}

/** Links to the sections of the page. */
function SettingsIndex({ entries }: SettingsIndexProps) {
  const intl = useIntl()
  return (
    <nav aria-label={intl.formatMessage({ id: 'client.settings.index' })}>
      <ul className={styles.index}>
        {entries.map(
          (entry) =>
            entry && (
              <li key={entry[0]}>
                <Link to="/client/portal/settings" hash={entry[0]}>
                  <FormattedMessage id={entry[1]} />
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
