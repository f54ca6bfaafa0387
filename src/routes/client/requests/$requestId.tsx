import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { type Turn, actionsOf } from '#contract/request-turn.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { useCan } from '#src/api/capabilities.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { lastUuidOf, requestMutations, requestQueries } from '#src/api/requests.ts'
import { AnsweredAppointment } from '#src/features/appointments/appointments.tsx'
import { RequestCard } from '#src/features/requests/request-card.tsx'
import { now as serverNow } from '#src/lib/dates.ts'
import { MessageForm } from './$requestId/-parts/message-form.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'

export const Route = createFileRoute('/client/requests/$requestId')({
  staticData: { title: 'client.requests.one' },
  loader: async ({ context: { queryClient, clientId }, params: { requestId }, ...loader }) => {
    await queryClient.query(cachedFirst(requestQueries.one(clientId, requestId), loader))
  },
  component: OneRequest,
})

const NO_TURN: Turn = { state: 'withdrawn' }

/** Marks unread messages as read once they are shown. */
function useReadMessages(clientId: string, request: PortalRequest | null): void {
  const { mutate: read } = useMutation(requestMutations.read(clientId, request?.uuid ?? ''))
  const lastUuid = request?.unread ? lastUuidOf(request) : undefined
  // Not in the loader, which also runs when the page is only prefetched.
  useEffect(() => {
    if (lastUuid !== undefined) read(lastUuid)
  }, [lastUuid, read])
}

function OneRequest() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const { requestId } = Route.useParams()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: request } = useSuspenseQuery(requestQueries.one(clientId, requestId))
  const hasMessages = useCan('request-messages')
  const [now] = useState(serverNow)
  const actions = actionsOf(request && hasMessages && !viewedByStaff ? request : NO_TURN, 'owner', now)
  useReadMessages(clientId, viewedByStaff ? null : request)
  if (!request) {
    return (
      <Page>
        <Notice
          title={<FormattedMessage id="client.requests.notFoundTitle" />}
          icons={[MessageCircle]}
          actions={
            <Link to="/client/requests" className={buttonClass({ variant: 'primary' })}>
              <FormattedMessage id="client.requests.all" />
            </Link>
          }
        >
          <FormattedMessage id="client.requests.notFound" />
        </Notice>
      </Page>
    )
  }
  return (
    <Page>
      <BackLink to="/client/requests" activeOptions={{ exact: true }}>
        <FormattedMessage id="client.requests.all" />
      </BackLink>
      <PageHead title={<FormattedMessage id="client.requests.one" />} />
      <RequestCard
        {...{ clientId, request, practice, viewedByStaff }}
        isConversation={hasMessages}
        appointment={<AnsweredAppointment withLink request={request} practice={practice} />}
      >
        {(actions.has('write') || actions.has('reopen')) && (
          <MessageForm clientId={clientId} requestId={requestId} reopens={actions.has('reopen')} />
        )}
      </RequestCard>
    </Page>
  )
}
