import type { PracticeRequest, RequestSettings } from '#contract/schemas/request.ts'
import { actionsOf } from '#contract/request-turn.ts'
import { isOpen } from '#contract/request.ts'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lastUuidOf, practiceRequestMutations, practiceRequestQueries } from '#src/api/requests.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { useCan } from '#src/api/capabilities.ts'
import { now as serverNow } from '#src/lib/dates.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead, Split, Stack } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { AnswerForm } from './$requestId/-parts/answer-form.tsx'
import { AnswerPanel, RequestPanel, RequestFacts } from './$requestId/-parts/panels.tsx'
import { EndRequest, NextRequest } from './$requestId/-parts/next-steps.tsx'
import { NotSent } from './$requestId/-parts/not-sent.tsx'
import { capableOnly } from '#src/session/guards.ts'
import { kindOf } from '#src/features/requests/request-texts.ts'
import { RequestClient } from '#src/features/sheet/client-link.tsx'

export const Route = createFileRoute('/admin/requests/$requestId')({
  staticData: { title: 'admin.requests.title' },
  beforeLoad: capableOnly('requests'),
  loader: async ({ context: { queryClient, practiceId }, params: { requestId }, ...loader }) => {
    // The settings contain the answer templates, which are optional.
    const settings = queryClient.query(practiceRequestQueries.settings(practiceId)).catch(() => {})
    await queryClient.query({ ...practiceRequestQueries.one(practiceId, requestId), meta: ofLoader(loader) })
    await settings
  },
  component: RequestPage,
})

/** Returns the saved replies for the kind of a request. */
function templatesFor({ kind }: PracticeRequest, settings: RequestSettings | undefined): string[] {
  const ofKind = settings?.answerTemplates?.filter((template) => template.kind === undefined || template.kind === kind)
  return ofKind?.map(({ text }) => text) ?? settings?.templates ?? []
}

function RequestPage() {
  const { requestId } = Route.useParams()
  return (
    <Page>
      <Back />
      {/* The key discards all state of another request. */}
      <OneRequest key={requestId} requestId={requestId} />
    </Page>
  )
}

/** Link back to the list with its previous search. */
function Back() {
  const search = useLocation({ select: ({ state }) => state.requests })
  return (
    <BackLink to="/admin/requests" search={search ?? {}}>
      <FormattedMessage id="admin.requests.back" />
    </BackLink>
  )
}

function OneRequest({ requestId }: { requestId: string }) {
  const { practiceId } = Route.useRouteContext()
  const intl = useIntl()
  const { data: request } = useSuspenseQuery(practiceRequestQueries.one(practiceId, requestId))
  const { data: settings } = useQuery(practiceRequestQueries.settings(practiceId))
  const hasMessages = useCan('request-messages')
  const [now] = useState(serverNow)
  const canEnd = hasMessages && request !== null && actionsOf(request, 'practice', now).has('end')
  const { mutate: see } = useMutation(practiceRequestMutations.see(practiceId, requestId))
  // A later message makes an open request unseen again.
  const unseen = request?.state === 'sent' ? lastUuidOf(request) : undefined
  const sent = useRef<string>(undefined)
  useEffect(() => {
    // Not in the loader, which also runs when the page is only prefetched.
    if (unseen === undefined || sent.current === unseen) return
    sent.current = unseen
    see()
  }, [unseen, see])
  if (!request) {
    return (
      <>
        <Panel>
          <Empty icon={Inbox} title={<FormattedMessage id="admin.requests.goneTitle" />}>
            <FormattedMessage id="admin.requests.gone" />
          </Empty>
        </Panel>
        <NotSent practiceId={practiceId} requestId={requestId} />
      </>
    )
  }
  return (
    <>
      <PageHead title={kindOf(request, intl)} lead={<RequestClient request={request} />} />
      <Split>
        <Stack>
          {hasMessages && <NextRequest practiceId={practiceId} request={request} />}
          <RequestPanel request={request}>
            {canEnd && <EndRequest practiceId={practiceId} request={request} />}
          </RequestPanel>
          {isOpen(request.state) ? (
            <AnswerForm practiceId={practiceId} request={request} templates={templatesFor(request, settings)} />
          ) : (
            <>
              <AnswerPanel request={request} />
              <NotSent practiceId={practiceId} requestId={requestId} answer={request.answer?.text} />
            </>
          )}
        </Stack>
        <RequestFacts request={request} seenWithinDays={settings?.seenWithinDays} />
      </Split>
    </>
  )
}
