import { createFileRoute } from '@tanstack/react-router'
import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import Rabbit from 'lucide-react/icons/rabbit'
import { FormattedMessage } from 'react-intl'
import { Main } from '#src/ui/layout/shell.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { BackButton } from '#src/features/shell/leave-links.tsx'

export const Route = createFileRoute('/404')({
  staticData: { title: 'core.headers.pageNotFound' },
  component: PageNotFound,
})

function PageNotFound() {
  return (
    <Main>
      <Notice
        title={<FormattedMessage id="core.headers.pageNotFound" />}
        icons={[Dog, undefined, Cat, undefined, Rabbit, undefined]}
        actions={<BackButton />}
      >
        <FormattedMessage id="core.text.pageNotFound" />
      </Notice>
    </Main>
  )
}
