import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { LanguageSetting } from '#src/features/account/language-setting.tsx'
import { PasswordForm } from '#src/features/account/password-form.tsx'
import { PasskeysSetting } from '#src/features/account/passkeys.tsx'
import { IdentitiesSetting } from './settings/-parts/identities.tsx'
import { SecondFactorSetting } from './settings/-parts/second-factor.tsx'
import { SessionsSetting } from '#src/features/account/sessions.tsx'
import { Setting, SettingForm } from '#src/features/account/setting.tsx'
import { OfferList } from '#src/features/staff/offers.tsx'
import { Workplaces } from './settings/-parts/workplaces.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { useOffers } from '#src/api/offers.ts'
import { putOwnName } from '#src/api/account.ts'
import { type SignedInUser, userQueries } from '#src/api/user.ts'
import { useLanguage } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { shownFormError } from '#src/lib/problems.tsx'
import { draftOf } from '#src/session/drafts.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Form, type FormControls } from '#src/ui/forms/form.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

export const Route = createFileRoute('/admin/settings')({
  staticData: { title: 'client.nav.settings' },
  component: SettingsPage,
})

function SettingsPage() {
  const { practiceId } = Route.useRouteContext()
  const { data: user } = useQuery({ ...userQueries.me(), enabled: false })
  const offers = useOffers()
  const hasNames = useCan('staff')
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="client.nav.settings" />}
        lead={<FormattedMessage id="admin.settings.lead" />}
      />
      {offers.length > 0 && (
        <Setting id="offers" title={<FormattedMessage id="core.offers.title" />}>
          <OfferList offers={offers} />
        </Setting>
      )}
      {user?.workplaces && (
        <Setting id="workplace" title={<FormattedMessage id="client.settings.practice" />}>
          <p className="muted">
            <FormattedMessage id="admin.workplace.text" />
          </p>
          <Workplaces practiceId={practiceId} workplaces={user.workplaces} />
        </Setting>
      )}
      <Setting title={<FormattedMessage id="client.settings.account" />}>
        {user?.username && (
          <Facts>
            <Fact name={<FormattedMessage id="client.settings.username" />}>{user.username}</Fact>
          </Facts>
        )}
        {user && hasNames && <NameForm user={user} />}
      </Setting>
      <LanguageSetting />
      <Setting id="password" title={<FormattedMessage id="client.settings.password" />}>
        <SettingForm>
          <PasswordForm username={user?.username} />
        </SettingForm>
      </Setting>
      <SecondFactorSetting />
      <PasskeysSetting />
      <IdentitiesSetting />
      <SessionsSetting />
    </Page>
  )
}

const nameSchema = async () =>
  (await import('#contract/schemas/user.ts')).userChangeSchema.pick(['firstName', 'lastName'])

function NameForm({ user: { firstName = '', lastName = '' } }: { user: SignedInUser }) {
  const queryClient = useQueryClient()
  const language = useLanguage()

  async function save(names: { firstName: string; lastName: string }, { reset }: FormControls<typeof names>) {
    try {
      await putOwnName(queryClient, { language, ...names })
    } catch (error) {
      return shownFormError(error)
    }
    reset(names)
    showMessage('success', 'admin.settings.saved')
    return undefined
  }

  return (
    <SettingForm>
      <Form initialValues={{ firstName, lastName }} schema={nameSchema} onSubmit={save} draft={draftOf('own-name')}>
        <p className="muted">
          <FormattedMessage id="admin.settings.nameText" />
        </p>
        <TextField name="firstName" label={<FormattedMessage id="admin.staff.firstName" />} autoComplete="given-name" />
        <TextField name="lastName" label={<FormattedMessage id="admin.staff.lastName" />} autoComplete="family-name" />
        <SubmitButton>
          <FormattedMessage id="admin.settings.save" />
        </SubmitButton>
      </Form>
    </SettingForm>
  )
}
