import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import Link2Off from 'lucide-react/icons/link-2-off'
import { FormattedMessage } from 'react-intl'
import { shareLinkQueries } from '#src/api/share-links.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Page } from '#src/ui/layout/page.tsx'
import { Main } from '#src/ui/layout/shell.tsx'
import { SharedView } from './card/-parts/shared-view.tsx'

// The secret is in the URL fragment, which browsers do not send, so it reaches neither logs nor link previews.
export const Route = createFileRoute('/card')({
  staticData: { title: 'card.title' },
  loader: async ({ context: { queryClient }, location }) => {
    await queryClient.query(shareLinkQueries.opened(location.hash))
  },
  component: SharedViewPage,
})

/** Shared view of an animal, for anyone with the link. */
function SharedViewPage() {
  const secret = useLocation({ select: ({ hash }) => hash })
  const { data: card } = useSuspenseQuery(shareLinkQueries.opened(secret))
  return (
    <Main>
      <meta name="robots" content="noindex" />
      <Page>
        {card ? (
          <SharedView card={card} />
        ) : (
          <Notice title={<FormattedMessage id="card.endedTitle" />} icons={[Dog, undefined, Cat]} missing={Link2Off}>
            <FormattedMessage id="card.ended" />
          </Notice>
        )}
      </Page>
    </Main>
  )
}
