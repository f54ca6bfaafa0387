import { createFileRoute, redirect, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readLetterCode, formatLetterCode } from '#contract/letter.ts'
import { MAX_LETTER_CODE } from '#contract/text.ts'
import { canSignedOut } from '#src/lib/api-root.ts'
import { submitLetterCode, confirmLetter } from '#src/api/letters.ts'
import { EmailField } from '#src/features/account/email-field.tsx'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'
import { SignInLink, ToLogin } from '#src/features/account/to-login.tsx'
import { shownFormError } from '#src/lib/problems.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

// The code of the letter and the token of the e-mail are in the URL fragment, which browsers do not send.
export const Route = createFileRoute('/auth/letter')({
  staticData: { title: 'auth.letter.title' },
  beforeLoad: () => {
    if (!canSignedOut('letters')) throw redirect({ to: '/404', replace: true })
  },
  component: LetterPage,
})

const CONFIRM = 'confirm='
/** Prefix of the confirmation of a practice's e-mail address, which gives no access. */
const MAILBOX = 'mailbox='

function LetterPage() {
  const hash = useLocation({ select: (location) => location.hash })
  const prefix = [CONFIRM, MAILBOX].find((each) => hash.startsWith(each))
  return prefix !== undefined ? (
    <Confirm key={hash} token={hash.slice(prefix.length)} isMailbox={prefix === MAILBOX} />
  ) : (
    <LetterForm key={hash} code={readLetterCode(hash) ?? ''} />
  )
}

const schema = async () => (await import('#contract/schemas/letter.ts')).letterFormSchema

/** Form for the code of a letter and an e-mail address. */
function LetterForm({ code: initialCode }: { code: string }) {
  const intl = useIntl()
  const [sent, setSent] = useState({ code: formatLetterCode(initialCode), email: '' })
  const [isSent, setIsSent] = useState(false)

  async function send({ code, email }: { code: string; email: string }): Promise<FormError | undefined> {
    try {
      await submitLetterCode(code, email)
    } catch (error) {
      return shownFormError(error)
    }
    setSent({ code, email })
    setIsSent(true)
    return undefined
  }

  if (isSent) {
    return (
      <SignInCard title="auth.letter.sentTitle">
        <p role="status">
          <FormattedMessage id="auth.letter.sent" values={{ email: <strong>{sent.email}</strong> }} />
        </p>
        <p>
          <LinkButton onClick={() => setIsSent(false)}>
            <FormattedMessage id="auth.letter.other" />
          </LinkButton>
        </p>
      </SignInCard>
    )
  }
  return (
    <SignInCard title="auth.letter.title" lead="auth.letter.lead">
      <Form initialValues={sent} schema={schema} onSubmit={send}>
        <TextField
          name="code"
          max={MAX_LETTER_CODE}
          label={intl.formatMessage({ id: 'auth.letter.code' })}
          hint={intl.formatMessage({ id: 'auth.letter.codeHint' })}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <EmailField />
        <SubmitButton block>
          <FormattedMessage id="auth.letter.submit" />
        </SubmitButton>
        <ToLogin />
      </Form>
    </SignInCard>
  )
}

const NOTHING = {}
const emptySchema = async () => (await import('#contract/schemas/fields.ts')).object({})

/** Confirms by a button, because mail scanners open links but press no buttons. */
function Confirm({ token, isMailbox }: { token: string; isMailbox: boolean }) {
  const router = useRouter()
  const { resetLink } = Route.useRouteContext().session
  const [practice, setPractice] = useState<string>()

  async function confirm(): Promise<FormError | undefined> {
    try {
      const { practiceName, username, token: link } = await confirmLetter(token)
      if (link === undefined) setPractice(practiceName)
      else {
        resetLink.arrived({ token: link }, String(new URLSearchParams({ username })))
        await router.navigate({ to: '/auth/reset-password', replace: true })
      }
    } catch (error) {
      return shownFormError(error)
    }
    return undefined
  }

  if (practice !== undefined) {
    return (
      <SignInCard title={isMailbox ? 'auth.letter.mailboxDoneTitle' : 'auth.letter.doneTitle'}>
        <p role="status">
          <FormattedMessage id={isMailbox ? 'auth.letter.mailboxDone' : 'auth.letter.done'} values={{ practice }} />
        </p>
        <SignInLink />
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title="auth.letter.confirmTitle"
      lead={isMailbox ? 'auth.letter.mailboxLead' : 'auth.letter.confirmLead'}
    >
      <Form initialValues={NOTHING} schema={emptySchema} onSubmit={confirm}>
        <SubmitButton block>
          <FormattedMessage id="auth.letter.confirm" />
        </SubmitButton>
      </Form>
    </SignInCard>
  )
}
