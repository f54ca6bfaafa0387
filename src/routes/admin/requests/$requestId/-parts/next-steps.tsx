import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { FormattedMessage } from 'react-intl'
import { turnOf } from '#contract/request-turn.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { NO_REQUEST_SEARCH, type RequestSearch } from '#src/api/request-search.ts'
import { lastUuidOf, practiceRequestMutations, practiceRequestQueries } from '#src/api/requests.ts'
import { SILENT } from '#src/api/query-client.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { useRef, useState, type ReactNode } from 'react'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { focusMain } from '#src/ui/layout/shell.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { NEXT_KEYS, useNextKey } from './templates.tsx'
import styles from './request-page.module.css'

/** Ends a request in which the practice has written, without a further message. */
export function EndRequest({ practiceId, request }: { practiceId: string; request: PracticeRequest }) {
  const { mutateAsync, isPending } = useMutation(practiceRequestMutations.end(practiceId, request.uuid))
  const [failure, setFailure] = useState<ReactNode>()
  async function end() {
    setFailure(undefined)
    try {
      await mutateAsync(lastUuidOf(request))
      focusMain()
      showMessage('success', 'admin.requests.ended')
    } catch (error) {
      setFailure(formErrorOf(error, { conflict: { text: <FormattedMessage id="admin.requests.newMessage" /> } }).text)
    }
  }
  return (
    <>
      {failure && <Message kind="error">{failure}</Message>}
      <div>
        <Button variant="secondary" busy={isPending} onClick={() => void end()}>
          <FormattedMessage id="admin.requests.end" />
        </Button>
      </div>
    </>
  )
}

/** Link to the next request of the list that waits for the practice; hidden while this one waits, and if none does. */
export function NextRequest({ practiceId, request }: { practiceId: string; request: PracticeRequest }) {
  const search = useLocation({ select: ({ state }) => state.requests })
  const isDone = turnOf(request.state) !== 'practice'
  const link = useRef<HTMLAnchorElement>(null)
  useNextKey(() => link.current?.click())
  const { data } = useQuery({
    ...practiceRequestQueries.list(practiceId, waitingLike(search)),
    enabled: isDone,
    meta: SILENT,
  })
  const others = data?.content.filter(({ uuid }) => uuid !== request.uuid) ?? []
  const next = others.find(({ sentAt }) => sentAt > request.sentAt) ?? others[0]
  if (!isDone || !next) return null
  return (
    <Panel padded className={styles.next}>
      <p>
        <FormattedMessage id="admin.requests.nextOf" values={{ count: data?.page.totalElements ?? 0 }} />
      </p>
      <Link
        ref={link}
        to="/admin/requests/$requestId"
        params={{ requestId: next.uuid }}
        aria-keyshortcuts={NEXT_KEYS.aria}
        state={{ ...(search && { requests: search }) }}
        className={buttonClass({ variant: 'primary' })}
      >
        <FormattedMessage id="admin.requests.next" />
        <kbd aria-hidden="true">{NEXT_KEYS.shown}</kbd>
        <ArrowRight />
      </Link>
    </Panel>
  )
}

/** Returns the search for waiting requests with the filters of the list that the user came from. */
const waitingLike = (search: Partial<RequestSearch> | undefined): RequestSearch => ({
  ...NO_REQUEST_SEARCH,
  kind: search?.kind,
  patient: search?.patient ?? '',
  of: search?.of ?? '',
  search: search?.search ?? '',
})
