import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { checkSetupCode } from '#src/api/setup.ts'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'
import { SignInLink } from '#src/features/account/to-login.tsx'
import { canSignedOut } from '#src/lib/api-root.ts'
import { SetupForm } from './setup/-parts/setup-form.tsx'

// The code is in the URL fragment, which browsers do not send, so it reaches neither logs nor link previews.
export const Route = createFileRoute('/setup')({
  staticData: { title: 'admin.setup.title' },
  beforeLoad: () => {
    if (!canSignedOut('setup')) throw redirect({ to: '/404', replace: true })
  },
  // A new address may differ by its code only.
  shouldReload: true,
  loader: async ({ location: { hash } }) => ({ code: hash, state: await checkSetupCode(hash) }),
  component: SetupPage,
})

/** Page that creates the first practice of a portal, and its admin. */
function SetupPage() {
  const router = useRouter()
  const { code, state } = Route.useLoaderData()
  return (
    <>
      <meta name="robots" content="noindex" />
      {state === 'done' ? (
        <SignInCard title="admin.setup.doneTitle">
          <p>
            <FormattedMessage id="admin.setup.done" />
          </p>
          <SignInLink />
        </SignInCard>
      ) : (
        <SignInCard title="admin.setup.title" lead="admin.setup.lead">
          <SetupForm key={code} code={code} isValid={state === 'valid'} onDone={() => void router.invalidate()} />
        </SignInCard>
      )}
    </>
  )
}
