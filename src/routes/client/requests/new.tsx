import styles from './new/-parts/new.module.css'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, type SearchSchemaInput, createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isFormer } from '#contract/patient.ts'
import { isRecord } from '#contract/values.ts'
import { APPOINTMENT_WISHES, MAX_REMINDERS, REQUEST_KINDS, type RequestKind } from '#contract/request.ts'
import { estimateQueries } from '#src/api/estimates.ts'
import { patientQueries } from '#src/api/patients.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { SILENT, cachedFirst } from '#src/api/query-client.ts'
import { type NewRequestSearch, requestTermQueries } from '#src/api/request-terms.ts'
import { requestQueries, sendPhoto } from '#src/api/requests.ts'
import { useOwner } from '#src/api/own-client.ts'
import { usePatients } from '#src/features/patients/distinct-names.ts'
import { AboutEstimate, Former, Urgent } from './new/-parts/notices.tsx'
import { usePhotos } from '#src/features/requests/photos.ts'
import { KIND_ICONS } from '#src/features/requests/request-texts.ts'
import { RequestNotAccepted } from '#src/features/requests/request-not-accepted.tsx'
import { readText, readUuid } from '#src/lib/search.ts'
import { draftsOf } from '#src/session/drafts.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { RequestForm, requestDraft } from './new/-parts/request-form.tsx'

function readUuids(value: unknown): string[] | undefined {
  const found = Array.isArray(value) ? value.flatMap((each) => readUuid(each) ?? []).slice(0, MAX_REMINDERS) : []
  return found.length > 0 ? found : undefined
}

const readNewRequest = (search: Readonly<Partial<Record<keyof NewRequestSearch, unknown>>>): NewRequestSearch => ({
  kind: REQUEST_KINDS.find((kind) => kind === search.kind),
  patient: readUuid(search.patient),
  reminder: readUuid(search.reminder),
  reminders: readUuids(search.reminders),
  visitForm: readUuid(search.visitForm),
  entry: readUuid(search.entry),
  product: readText(search.product, 200) || undefined,
  appointment: readUuid(search.appointment),
  wish: APPOINTMENT_WISHES.find((wish) => wish === search.wish),
  estimate: readUuid(search.estimate),
  former: readUuid(search.former),
})

const readSearch = (search: NewRequestSearch & SearchSchemaInput): NewRequestSearch => readNewRequest(search)

export const Route = createFileRoute('/client/requests/new')({
  staticData: { title: 'client.requests.ask' },
  validateSearch: readSearch,
  loaderDeps: ({ search: { former, estimate } }) => ({ former, estimate }),
  loader: async ({ context: { queryClient, clientId, practiceId }, deps: { former, estimate }, ...loader }) => {
    if (former) void queryClient.query(cachedFirst(requestQueries.one(clientId, former))).catch(() => {})
    if (estimate) void queryClient.query(cachedFirst(estimateQueries.one(clientId, estimate))).catch(() => {})
    await Promise.all([
      queryClient.query(cachedFirst(requestTermQueries.of(practiceId), loader)),
      forgetSentDrafts(queryClient, clientId),
      // The form is usable without the patients.
      queryClient.query({ ...cachedFirst(patientQueries.list(clientId)), meta: SILENT }).catch(() => {}),
    ])
  },
  component: NewRequest,
})

function NewRequest() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const given = Route.useSearch()
  const router = useRouter()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: terms } = useSuspenseQuery(requestTermQueries.of(practiceId))
  const all = usePatients(clientId)
  const patients = (all ?? []).filter((patient) => !isFormer(patient))
  // The animal of an old link may have died.
  const search =
    all && given.patient && !patients.some(({ uuid }) => uuid === given.patient)
      ? { ...given, patient: undefined }
      : given
  const { data: former } = useQuery({ ...requestQueries.one(clientId, search.former ?? ''), enabled: false })
  const { data: estimate } = useQuery({ ...estimateQueries.one(clientId, search.estimate ?? ''), enabled: false })
  const owner = useOwner({ clientId, practiceId, viewedByStaff })
  const photos = usePhotos((photo) => sendPhoto(clientId, photo))
  const kinds = REQUEST_KINDS.filter((kind) => terms?.kinds.includes(kind))
  const kind = kinds.find((one) => one === search.kind) ?? kinds[0]
  const title = <FormattedMessage id="client.requests.ask" />
  const draftId = requestDraft(clientId, search).id
  const [switched, setSwitched] = useState<string>()
  function choose(chosen: RequestKind) {
    setSwitched(draftId)
    void router.navigate({
      to: '/client/requests/new',
      search: { ...search, kind: chosen },
      replace: true,
      resetScroll: false,
    })
  }
  if (!terms || !kind || viewedByStaff || owner?.locked) {
    return (
      <Page>
        <PageHead title={title} />
        <RequestNotAccepted practice={practice} viewedByStaff={viewedByStaff} />
      </Page>
    )
  }
  return (
    <Page>
      <PageHead
        title={title}
        lead={
          terms.answerWithinDays !== undefined && (
            <FormattedMessage id="client.requests.answerWithin" values={{ days: terms.answerWithinDays }} />
          )
        }
      />
      <Urgent practice={practice} hours={terms.hours} />
      <Panel padded className={styles.form}>
        {kinds.length > 1 && (
          <fieldset className={styles.kinds}>
            <legend className="hidden-text">
              <FormattedMessage id="client.requests.about" />
            </legend>
            {kinds.map((value) => {
              const Icon = KIND_ICONS[value]
              return (
                <label key={value} className={value === kind ? styles.chosen : undefined}>
                  <input type="radio" name="kind" checked={value === kind} onChange={() => choose(value)} />
                  <Icon aria-hidden="true" />
                  <FormattedMessage id={`core.requests.kind.${value}`} />
                </label>
              )
            })}
          </fieldset>
        )}
        <OtherDraft key={draftId} clientId={clientId} search={search} />
        {former && <Former request={former} />}
        {estimate && kind === 'QUESTION' && <AboutEstimate estimate={estimate} />}
        <RequestForm
          // Another kind, animal or client needs a new form.
          key={JSON.stringify([clientId, { ...search, kind }])}
          {...{ clientId, kind, search, terms, owner, patients, photos }}
          hours={practice.openingHours}
          isContinued={switched === draftId}
        />
      </Panel>
    </Page>
  )
}

/** Offers to continue with the latest unsent request, if it is about something else. */
function OtherDraft({ clientId, search }: { clientId: string; search: NewRequestSearch }) {
  const [found] = useState(() => {
    const [last] = draftsOf('request', clientId)
    return last?.id === requestDraft(clientId, search).id ? undefined : last?.extra?.['search']
  })
  if (!isRecord(found)) return null
  return (
    <Message kind="info">
      <FormattedMessage id="client.requests.otherDraft" />{' '}
      <Link to="/client/requests/new" search={readNewRequest(found)} className={linkButtonClass}>
        <FormattedMessage id="client.requests.otherDraftOpen" />
      </Link>
    </Message>
  )
}

/** Removes drafts of requests that arrived although their response was lost, unless edited since. */
async function forgetSentDrafts(queryClient: QueryClient, clientId: string): Promise<void> {
  const tried = draftsOf('request', clientId).filter(
    ({ values, extra }) => JSON.stringify(extra?.['tried']) === JSON.stringify(values),
  )
  for (const { extra, forget } of tried) {
    const uuid = String(extra?.['uuid'])
    const sent = await queryClient
      .query({ ...requestQueries.one(clientId, uuid), staleTime: 0, meta: SILENT })
      .catch(() => null)
    if (sent) forget()
  }
}
