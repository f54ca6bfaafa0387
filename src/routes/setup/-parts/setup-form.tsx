import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useFormikContext } from 'formik'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { deviceName } from '#contract/session.ts'
import type { Setup } from '#contract/schemas/setup.ts'
import { MAX_EMAIL, MAX_PHONE, MAX_URL } from '#contract/text.ts'
import { completeWebsite } from '#contract/website.ts'
import { replaceLogo } from '#src/api/practice-mutations.ts'
import { getSetupPasskeyOptions, isAlreadySetUp, isInvalidCode, setUp } from '#src/api/setup.ts'
import { NewPasswordFields } from '#src/features/account/new-password-fields.tsx'
import { passkeyProblem } from '#src/features/account/passkey-dialog.tsx'
import { useDeviceText } from '#src/features/account/sessions.tsx'
import { canSignedOut } from '#src/lib/api-root.ts'
import { useLanguage } from '#src/lib/intl.tsx'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { shownFormError } from '#src/lib/problems.tsx'
import { logUnforeseen } from '#src/lib/report-error.ts'
import { portalState } from '#src/lib/store.ts'
import { makePasskey } from '#src/lib/webauthn.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { RadioGroupField } from '#src/ui/forms/radio-group-field.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { LogoChoice } from './logo-choice.tsx'
import styles from './setup.module.css'

interface SetupFormProps {
  code: string
  /** Whether the server accepts the code. Otherwise the form asks for another one. */
  isValid: boolean
  /** Called if the portal has a practice by now. */
  onDone: () => void
}

const EMPTY = {
  name: '',
  phone: '',
  email: '',
  website: '',
  firstName: '',
  lastName: '',
  username: '',
  way: 'password',
  newPassword: '',
  confirmPassword: '',
}
type Values = typeof EMPTY & { code: string }

const schema = async () => (await import('#contract/schemas/setup.ts')).setupFormSchema

const hasPasskeys = () => 'PublicKeyCredential' in globalThis && canSignedOut('passkeys')

export function SetupForm({ code: given, isValid, onDone }: SetupFormProps) {
  const [isRefused, setIsRefused] = useState(!isValid && given !== '')
  const [logo, setLogo] = useState<File>()
  const enter = useEnter(logo)
  const register = useRegister()

  async function send(values: Values): Promise<FormError | undefined> {
    try {
      await enter(await register(values))
    } catch (error) {
      if (isAlreadySetUp(error)) onDone()
      if (!isInvalidCode(error)) return passkeyProblem(error) ?? shownFormError(error)
      setIsRefused(true)
      return { fields: { code: 'codeInvalid' } }
    }
    return undefined
  }

  return (
    <Form initialValues={{ ...EMPTY, code: isValid ? given : '' }} schema={schema} onSubmit={send}>
      {(isRefused || !isValid) && <CodeField isRefused={isRefused} />}
      <PracticeFields onLogo={setLogo} />
      <AdminFields />
      <SubmitButton block>
        <FormattedMessage id="admin.setup.submit" />
      </SubmitButton>
    </Form>
  )
}

/** Returns a function that makes the practice and its admin, with a new passkey if chosen, and returns a token. */
function useRegister() {
  const language = useLanguage()
  const device = useDeviceText(deviceName(navigator.userAgent))
  return async ({ code, way, newPassword, confirmPassword: _, ...fields }: Values): Promise<unknown> => {
    const setup: Setup = { ...fields, language }
    if (way === 'password') return await setUp(code, { ...setup, newPassword })
    const { username, firstName, lastName } = fields
    const options = await getSetupPasskeyOptions(code, { username, firstName, lastName })
    if (typeof options !== 'object' || options === null) throw new Error('No options to make a passkey')
    return await setUp(code, { ...setup, passkey: await makePasskey(options, device) })
  }
}

/** Returns a function that starts the session, uploads the logo, and opens the dashboard. */
function useEnter(logo: File | undefined) {
  const queryClient = useQueryClient()
  const { session } = useRouter().options.context
  return async (token: unknown) => {
    await session.signIn(token)
    const practiceId = portalState().session?.practiceId
    if (logo && practiceId)
      // The practice exists by now. A logo can be chosen again on its page.
      await replaceLogo(queryClient, practiceId, { file: logo, onProgress: () => {}, onRefused: () => {} }).catch(
        (error: unknown) => {
          logUnforeseen(error)
          showAfterNavigation('warning', 'admin.setup.logoFailed')
        },
      )
    await session.returnTo.open()
  }
}

function CodeField({ isRefused }: { isRefused: boolean }) {
  const intl = useIntl()
  return (
    <>
      <Message kind={isRefused ? 'warning' : 'info'}>
        <FormattedMessage id={isRefused ? 'core.problems.setup-code-invalid' : 'admin.setup.codeText'} />
      </Message>
      <TextField
        name="code"
        required
        label={intl.formatMessage({ id: 'admin.setup.code' })}
        hint={intl.formatMessage({ id: 'auth.letter.codeHint' })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </>
  )
}

function PracticeFields({ onLogo }: { onLogo: (logo: File) => void }) {
  const { name } = useFormikContext<Values>().values
  return (
    <section className={styles.part} aria-labelledby="setup-practice">
      <h2 id="setup-practice">
        <FormattedMessage id="admin.setup.practice" />
      </h2>
      <TextField name="name" required autoComplete="organization" label={<FormattedMessage id="admin.setup.name" />} />
      <TextField
        name="phone"
        max={MAX_PHONE}
        type="tel"
        autoComplete="tel"
        label={<FormattedMessage id="admin.practice.phone" />}
      />
      <TextField
        name="email"
        max={MAX_EMAIL}
        type="email"
        icon={Mail}
        autoComplete="off"
        label={<FormattedMessage id="admin.setup.email" />}
        hint={<FormattedMessage id="admin.practice.emailHint" />}
      />
      <TextField
        name="website"
        max={MAX_URL}
        type="url"
        complete={completeWebsite}
        icon={Globe}
        autoComplete="url"
        label={<FormattedMessage id="admin.practice.website" />}
      />
      <LogoChoice name={name} onLogo={onLogo} />
    </section>
  )
}

function AdminFields() {
  const intl = useIntl()
  const { way } = useFormikContext<Values>().values
  return (
    <section className={styles.part} aria-labelledby="setup-admin">
      <div>
        <h2 id="setup-admin">
          <FormattedMessage id="admin.setup.admin" />
        </h2>
        <p className="muted small">
          <FormattedMessage id="admin.setup.adminText" />
        </p>
      </div>
      <TextField name="firstName" autoComplete="given-name" label={<FormattedMessage id="admin.staff.firstName" />} />
      <TextField name="lastName" autoComplete="family-name" label={<FormattedMessage id="admin.staff.lastName" />} />
      <TextField
        name="username"
        max={MAX_EMAIL}
        type="email"
        autoComplete="username"
        required
        label={<FormattedMessage id="admin.setup.username" />}
        hint={<FormattedMessage id="admin.setup.usernameHint" />}
      />
      {hasPasskeys() && (
        <RadioGroupField
          name="way"
          label={<FormattedMessage id="admin.setup.way" />}
          hint={way === 'passkey' && <FormattedMessage id="client.passkeys.text" />}
          options={[
            { value: 'password', label: intl.formatMessage({ id: 'admin.setup.byPassword' }) },
            { value: 'passkey', label: intl.formatMessage({ id: 'admin.setup.byPasskey' }) },
          ]}
        />
      )}
      {way === 'password' && <NewPasswordFields />}
    </section>
  )
}
