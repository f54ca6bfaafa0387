import { createFileRoute } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Main } from '#src/ui/shell.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { BackButton } from './-back-button.tsx'

export const Route = createFileRoute('/not-authorised')({
  staticData: { title: 'core.headers.notAuthorised' },
  component: NotAuthorised,
})

function NotAuthorised() {
  return (
    <Main>
      <Notice title={<FormattedMessage id="core.headers.notAuthorised" />} icons={[Lock]} actions={<BackButton />}>
        <FormattedMessage id="core.text.notAuthorised" />
      </Notice>
    </Main>
  )
}
